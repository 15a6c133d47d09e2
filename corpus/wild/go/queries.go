package server

import "strings"

const selectUser = `
select id, name
  from users
 where id = $1
`

var table = []struct {
	name string
	want int
}{
	{"one", 1},
	{name: "two", want: 2}, // keyed
	{
		name: "three",
		want: 3,
	},
}

var matrix = [...][2]int{{1, 2}, {3, 4}}

// Describe says what a value is.
func Describe(value any) (text string) {
	switch v := value.(type) {
	case nil:
	case int, int64:
		text = "number"
	case []string:
		text = strings.Join(v, ", ")
	}
	return
}

// Map applies f to every item.
func Map[T, U any](items []T, f func(T) U) []U {
	out := make([]U, 0, len(items))
	for i := range items {
		out = append(out, f(items[i]))
	}
	return out
}

func sum(a, b int, more ...int) int {
	total := a + b
	for _, one := range more {
		total += one
	}
	{
		scale := 2
		total *= scale
	}
	return total
}
