package tiny

func f() {}

func g() int { return 1 }

type E struct{}

type I interface{}