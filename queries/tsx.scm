; inherits: typescript, jsx
; The tsx grammar of tree-sitter-typescript 0.23: TypeScript with elements, without `<T>value`.
