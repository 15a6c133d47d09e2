; inherits: ecmascript, jsx
; Which nodes of tree-sitter-javascript 0.25 play which role. One match is one element: a role capture, part captures,
; and @node where the role capture is a wrapper (export) around the bare definition.

; classes ---------------------------------------------------------------------------------------------------------
(class_declaration name: (identifier) @name (class_heritage)? @bases body: (class_body) @body) @class
(export_statement
  "export" @exported
  declaration: (class_declaration name: (identifier) @name (class_heritage)? @bases body: (class_body) @body) @node
  ) @class
(class_heritage [(identifier) @name (member_expression property: (_) @name) (_)] @base)

; functions -------------------------------------------------------------------------------------------------------
(function_declaration
  "async"? @async
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function
(export_statement
  "export" @exported
  declaration: (function_declaration
    "async"? @async
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body) @node) @function
(generator_function_declaration
  "async"? @async
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function
(export_statement
  "export" @exported
  declaration: (generator_function_declaration
    "async"? @async
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    body: (statement_block) @body) @node) @function
(method_definition
  "static"? @static
  "async"? @async
  name: [(property_identifier) (private_property_identifier) (number)] @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function
(method_definition
  "static"? @static
  "async"? @async
  name: (string) @name.quoted
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function
(method_definition
  name: (computed_property_name)
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function

; a variable that holds a function is both, in one element
(lexical_declaration . (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
    (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)
    (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @function
(export_statement
  "export" @exported
  declaration: (lexical_declaration . (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
      (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)
      (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @node
  ) @function
(variable_declaration . (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
    (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)
    (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @function
(export_statement
  "export" @exported
  declaration: (variable_declaration . (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
      (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)
      (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @node) @function

; variables and fields ----------------------------------------------------------------------------------------------
(lexical_declaration . (variable_declarator name: (identifier) @name value: (_)? @value) .) @variable
(export_statement
  "export" @exported
  declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: (_)? @value) .) @node
  ) @variable
(variable_declaration . (variable_declarator name: (identifier) @name value: (_)? @value) .) @variable
(export_statement
  "export" @exported
  declaration: (variable_declaration . (variable_declarator name: (identifier) @name value: (_)? @value) .) @node
  ) @variable
(class_body (field_definition
  "static"? @static
  property: [(property_identifier) (private_property_identifier) (number)] @name
  value: (_)? @value) @field)
(class_body (field_definition "static"? @static property: (string) @name.quoted value: (_)? @value) @field)
(class_body (field_definition
  "static"? @static
  property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
    (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) @function)

; parameters --------------------------------------------------------------------------------------------------------
(formal_parameters (identifier) @name @parameter)
(formal_parameters (assignment_pattern left: (identifier) @name right: (_) @value) @parameter)
(formal_parameters (assignment_pattern left: [(object_pattern) (array_pattern)] right: (_) @value) @parameter)
(formal_parameters (rest_pattern (identifier) @name) @parameter)
(formal_parameters [(object_pattern) (array_pattern)] @parameter)

; imports: one match for each bound name ----------------------------------------------------------------------------
(import_statement . source: (string (string_fragment) @origin)) @import
(import_statement
  (import_clause (identifier) @name @alias)
  source: (string (string_fragment) @origin)) @import
(import_statement
  (import_clause (namespace_import (identifier) @name @alias) @wildcard)
  source: (string (string_fragment) @origin)) @import
(import_statement
  (import_clause (named_imports (import_specifier . name: (identifier) @imported @name .)))
  source: (string (string_fragment) @origin)) @import
(import_statement
  (import_clause (named_imports
    (import_specifier name: (_) @imported alias: (identifier) @name @alias)))
  source: (string (string_fragment) @origin)) @import

(field_definition property: (_) value: [(arrow_function) (function_expression) (generator_function)] @lambda.not)
