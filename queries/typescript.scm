; inherits: ecmascript
; Which nodes of tree-sitter-typescript 0.23 play which role. One match is one element: a role capture, part captures,
; and @node where the role capture is a wrapper (export, declare) around the bare definition.

; classes, interfaces, aliases, enums, namespaces ------------------------------------------------------------------
([
  (class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)
  (abstract_class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)
] @class)
(export_statement "export" @exported declaration: [
  (class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)
  (abstract_class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)] @node) @class
(ambient_declaration [
  (class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)
  (abstract_class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)] @node) @class
(export_statement "export" @exported declaration: (ambient_declaration [
  (class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)
  (abstract_class_declaration name: (type_identifier) @name (class_heritage (extends_clause) @bases)? body: (class_body) @body)] @node)) @class
(extends_clause value: [(identifier) @name (member_expression property: (_) @name) (_)] @base)
(implements_clause [
  (type_identifier) @name
  (generic_type name: [(type_identifier) @name (nested_type_identifier name: (_) @name)])
  (nested_type_identifier name: (_) @name)
  (_)] @base)
(extends_type_clause type: [
  (type_identifier) @name
  (generic_type name: [(type_identifier) @name (nested_type_identifier name: (_) @name)])
  (nested_type_identifier name: (_) @name)
  (_)] @base)
(interface_declaration name: (type_identifier) @name (extends_type_clause)? @bases body: (_) @body) @class.interface
(export_statement
  "export" @exported
  declaration: (interface_declaration name: (type_identifier) @name (extends_type_clause)? @bases body: (_) @body) @node) @class.interface
(ambient_declaration (interface_declaration name: (type_identifier) @name (extends_type_clause)? @bases body: (_) @body) @node) @class.interface
(type_alias_declaration name: (type_identifier) @name value: (_) @value) @class.type
(export_statement
  "export" @exported
  declaration: (type_alias_declaration name: (type_identifier) @name value: (_) @value) @node) @class.type
(ambient_declaration (type_alias_declaration name: (type_identifier) @name value: (_) @value) @node) @class.type
(enum_declaration name: (identifier) @name body: (enum_body) @body) @class.enum
(export_statement
  "export" @exported
  declaration: (enum_declaration name: (identifier) @name body: (enum_body) @body) @node) @class.enum
(ambient_declaration (enum_declaration name: (identifier) @name body: (enum_body) @body) @node) @class.enum
(export_statement "export" @exported declaration: (ambient_declaration
  (interface_declaration name: (type_identifier) @name (extends_type_clause)? @bases body: (_) @body) @node)
  ) @class.interface
(export_statement "export" @exported declaration: (ambient_declaration
  (type_alias_declaration name: (type_identifier) @name value: (_) @value) @node)) @class.type
(export_statement "export" @exported declaration: (ambient_declaration
  (enum_declaration name: (identifier) @name body: (enum_body) @body) @node)) @class.enum
(export_statement "export" @exported declaration: (ambient_declaration
  (internal_module name: (_) @name body: (statement_block) @body) @node)) @namespace
(expression_statement . (internal_module name: (_) @name body: (statement_block) @body) .) @namespace
(export_statement
  "export" @exported
  declaration: (internal_module name: (_) @name body: (statement_block) @body) @node) @namespace
(ambient_declaration [
  (internal_module name: (_) @name body: (statement_block) @body)
  (module name: (identifier) @name body: (statement_block) @body)] @node) @namespace
(ambient_declaration (module name: (string) @name.quoted body: (statement_block) @body) @node) @namespace

; functions -------------------------------------------------------------------------------------------------------
([
  (function_declaration
    "async"? @async
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?
    body: (statement_block) @body)
  (generator_function_declaration
    "async"? @async
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?
    body: (statement_block) @body)
  (function_signature
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?)
] @function)
(export_statement "export" @exported declaration: [
  (function_declaration
    "async"? @async
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?
    body: (statement_block) @body)
  (generator_function_declaration
    "async"? @async
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?
    body: (statement_block) @body)
  (function_signature
    name: (identifier) @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?)] @node) @function
(ambient_declaration (function_signature
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  return_type: (_ (_) @returns)?) @node) @function
(export_statement "export" @exported declaration: (ambient_declaration (function_signature
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  return_type: (_ (_) @returns)?) @node)) @function
(method_definition
  (accessibility_modifier)? @visibility
  "static"? @static
  "async"? @async
  name: [(property_identifier) (private_property_identifier) (number)] @name
  parameters: (formal_parameters) @parameters
  return_type: (_ (_) @returns)?
  body: (statement_block) @body) @function
(method_definition
  name: (string) @name.quoted
  parameters: (formal_parameters) @parameters
  return_type: (_ (_) @returns)?
  body: (statement_block) @body) @function
(method_definition
  name: (computed_property_name)
  parameters: (formal_parameters) @parameters
  return_type: (_ (_) @returns)?
  body: (statement_block) @body) @function
[
  (method_signature
    (accessibility_modifier)? @visibility
    "static"? @static
    name: [(property_identifier) (private_property_identifier) (number)] @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?) @function
  (abstract_method_signature
    (accessibility_modifier)? @visibility
    name: [(property_identifier) (private_property_identifier) (number)] @name
    parameters: (formal_parameters) @parameters
    return_type: (_ (_) @returns)?) @function
]

; a variable that holds a function is both, in one element
(lexical_declaration . (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function
      "async"? @async
      parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters
      return_type: (_ (_) @returns)?
      body: (_) @body)
    (function_expression
      "async"? @async
      parameters: (formal_parameters) @parameters
      return_type: (_ (_) @returns)?
      body: (_) @body)
    (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @function
(export_statement
  "export" @exported
  declaration: (lexical_declaration . (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function
        "async"? @async
        parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters
        return_type: (_ (_) @returns)?
        body: (_) @body)
      (function_expression
        "async"? @async
        parameters: (formal_parameters) @parameters
        return_type: (_ (_) @returns)?
        body: (_) @body)
      (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @node
  ) @function
(variable_declaration . (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
    (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @function
(export_statement
  "export" @exported
  declaration: (variable_declaration . (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
      (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) .) @node) @function

; variables and fields ----------------------------------------------------------------------------------------------
([
  (lexical_declaration . (variable_declarator
    name: (identifier) @name
    type: (type_annotation (_) @type)?
    value: (_)? @value) .)
  (variable_declaration . (variable_declarator
    name: (identifier) @name
    type: (type_annotation (_) @type)?
    value: (_)? @value) .)
] @variable)
(export_statement "export" @exported declaration: [
  (lexical_declaration . (variable_declarator
    name: (identifier) @name
    type: (type_annotation (_) @type)?
    value: (_)? @value) .)
  (variable_declaration . (variable_declarator
    name: (identifier) @name
    type: (type_annotation (_) @type)?
    value: (_)? @value) .)] @node) @variable
(ambient_declaration [
  (lexical_declaration . (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)?) .)
  (variable_declaration . (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)?) .)
  ] @node) @variable
(export_statement "export" @exported declaration: (ambient_declaration
  (lexical_declaration . (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)?) .) @node
  )) @variable
(class_body (public_field_definition
  (accessibility_modifier)? @visibility
  "static"? @static
  name: [(property_identifier) (private_property_identifier) (number)] @name
  type: (type_annotation (_) @type)?
  value: (_)? @value) @field)
(class_body (public_field_definition name: (string) @name.quoted value: (_)? @value) @field)
(class_body (public_field_definition
  "static"? @static
  name: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function
      "async"? @async
      parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters
      return_type: (_ (_) @returns)?
      body: (_) @body)
    (function_expression
      "async"? @async
      parameters: (formal_parameters) @parameters
      return_type: (_ (_) @returns)?
      body: (_) @body)]) @function)
(property_signature
  name: [(property_identifier) (private_property_identifier) (number)] @name
  type: (type_annotation (_) @type)?) @field
(property_signature name: (string) @name.quoted type: (type_annotation (_) @type)?) @field
(enum_body name: (property_identifier) @name @field)
(enum_body name: (string) @name.quoted @field)
(enum_body (enum_assignment name: (property_identifier) @name value: (_) @value) @field)
(enum_body (enum_assignment name: (string) @name.quoted value: (_) @value) @field)

; parameters --------------------------------------------------------------------------------------------------------
([
  (required_parameter
    (accessibility_modifier)? @visibility
    pattern: (identifier) @name
    type: (type_annotation (_) @type)?
    value: (_)? @value)
  (optional_parameter
    (accessibility_modifier)? @visibility
    pattern: (identifier) @name
    type: (type_annotation (_) @type)?
    value: (_)? @value)
  (required_parameter pattern: (rest_pattern (identifier) @name) type: (type_annotation (_) @type)?)
  (required_parameter pattern: (this) @name type: (type_annotation (_) @type)?)
] @parameter)
(required_parameter
  pattern: [(object_pattern) (array_pattern)]
  type: (type_annotation (_) @type)?
  value: (_)? @value) @parameter

; imports: one match for each bound name ----------------------------------------------------------------------------
(import_statement . source: (string (string_fragment) @origin)) @import
(import_statement
  "type"? @keyword
  (import_clause (identifier) @name @alias)
  source: (string (string_fragment) @origin)) @import
(import_statement
  "type"? @keyword
  (import_clause (namespace_import (identifier) @name @alias) @wildcard)
  source: (string (string_fragment) @origin)) @import
(import_statement
  "type"? @keyword
  (import_clause (named_imports (import_specifier "type"? @keyword . name: (identifier) @imported @name .)))
  source: (string (string_fragment) @origin)) @import
(import_statement
  "type"? @keyword
  (import_clause (named_imports
    (import_specifier "type"? @keyword name: (_) @imported alias: (identifier) @name @alias)))
  source: (string (string_fragment) @origin)) @import

(import_statement
  (import_require_clause (identifier) @name @alias source: (string (string_fragment) @origin))) @import

(public_field_definition name: (_) value: [(arrow_function) (function_expression) (generator_function)] @lambda.not)
