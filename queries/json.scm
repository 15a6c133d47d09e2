; Which nodes of tree-sitter-json 0.24 play which role.
(pair key: (string) @name.quoted @key value: (_) @value) @entry
(array (_) @item)
(array) @list
(object) @dict
(string) @string
(comment) @comment
