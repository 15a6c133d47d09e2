; Elements and attributes of JSX; inherited by the languages that have it.
(jsx_element open_tag: (jsx_opening_element name: (_)? @name)) @body @element
(jsx_self_closing_element name: (_) @name) @element
(jsx_attribute . [(property_identifier) (jsx_namespace_name)] @name . (_)? @value) @attribute
(jsx_opening_element attribute: (jsx_expression) @attribute)
(jsx_self_closing_element attribute: (jsx_expression) @attribute)
