; Which nodes of tree-sitter-yaml 0.7 play which role. Block and flow style give the same roles.

; entries -----------------------------------------------------------------------------------------------------------
(block_mapping_pair key: (flow_node (plain_scalar) @name) @key value: (_)? @value) @entry
(block_mapping_pair key: (flow_node (double_quote_scalar) @name.quoted) @key value: (_)? @value) @entry
(block_mapping_pair key: (flow_node (single_quote_scalar) @name.quoted) @key value: (_)? @value) @entry
(block_mapping_pair key: (flow_node (alias)) @key value: (_)? @value) @entry
(block_mapping_pair key: (flow_node [(flow_sequence) (flow_mapping)]) @key value: (_)? @value) @entry
(block_mapping_pair key: (block_node) @key value: (_)? @value) @entry
(flow_pair key: (flow_node (plain_scalar) @name) @key value: (_)? @value) @entry
(flow_pair key: (flow_node (double_quote_scalar) @name.quoted) @key value: (_)? @value) @entry
(flow_pair key: (flow_node (single_quote_scalar) @name.quoted) @key value: (_)? @value) @entry
(flow_mapping (flow_node (plain_scalar) @name) @entry)

; items -------------------------------------------------------------------------------------------------------------
(block_sequence (block_sequence_item [(flow_node) (block_node)]? @value) @item)
(flow_sequence (flow_node) @item)
(flow_sequence (flow_pair) @item)

; literals ----------------------------------------------------------------------------------------------------------
[(block_sequence) (flow_sequence)] @list
[(block_mapping) (flow_mapping)] @dict
[(double_quote_scalar) (single_quote_scalar) (block_scalar)] @string
(plain_scalar (string_scalar)) @string
(comment) @comment
