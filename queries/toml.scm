; Which nodes of tree-sitter-toml 0.7 play which role. A dotted name is its last word; what stands before it owns it.

; tables ------------------------------------------------------------------------------------------------------------
(table . (bare_key) @name) @table
(table . (quoted_key) @name.quoted) @table
(table . (dotted_key (_) @owner . (bare_key) @name)) @table
(table . (dotted_key (_) @owner . (quoted_key) @name.quoted)) @table
(table_array_element . (bare_key) @name) @table @item
(table_array_element . (quoted_key) @name.quoted) @table @item
(table_array_element . (dotted_key (_) @owner . (bare_key) @name)) @table @item
(table_array_element . (dotted_key (_) @owner . (quoted_key) @name.quoted)) @table @item

; entries -----------------------------------------------------------------------------------------------------------
(pair . (bare_key) @name @key . (_) @value) @entry
(pair . (quoted_key) @name.quoted @key . (_) @value) @entry
(pair . (dotted_key (_) @owner . (bare_key) @name) @key . (_) @value) @entry
(pair . (dotted_key (_) @owner . (quoted_key) @name.quoted) @key . (_) @value) @entry

; literals ----------------------------------------------------------------------------------------------------------
(array (_) @item)
(array) @list
(inline_table) @dict
(string) @string
(comment) @comment
