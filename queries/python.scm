; Which nodes of tree-sitter-python 0.25 play which role. One match is one element: a role capture, part captures,
; and @node where the role capture is a wrapper (decorators) around the bare definition.

; classes ---------------------------------------------------------------------------------------------------------
(class_definition
  name: (identifier) @name
  superclasses: (argument_list)? @bases
  body: (block) @body) @class

(decorated_definition
  definition: (class_definition
    name: (identifier) @name
    superclasses: (argument_list)? @bases
    body: (block) @body) @node) @class

(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])
  right: (_) @value) @class.type

; functions -------------------------------------------------------------------------------------------------------
(function_definition
  "async"? @async
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (type)? @returns
  body: (block) @body) @function

(decorated_definition
  definition: (function_definition
    "async"? @async
    name: (identifier) @name
    parameters: (parameters) @parameters
    return_type: (type)? @returns
    body: (block) @body) @node) @function

(lambda
  parameters: (lambda_parameters)? @parameters
  body: (_) @body) @lambda

; variables and fields: the first binding in a scope ---------------------------------------------------------------
(expression_statement
  . (assignment
    left: (identifier) @name
    type: (type)? @type
    right: (_)? @value) .) @variable

(assignment
  right: (assignment
    left: (identifier) @name
    right: (_) @value) @variable)

(assignment
  left: [(pattern_list (identifier) @name @variable) (tuple_pattern (identifier) @name @variable)])

; parameters and arguments ----------------------------------------------------------------------------------------
(parameters (identifier) @name @parameter)
(lambda_parameters (identifier) @name @parameter)
(default_parameter name: (identifier) @name value: (_) @value) @parameter
(typed_default_parameter name: (identifier) @name type: (_) @type value: (_) @value) @parameter
(typed_parameter
  . [(identifier) @name
     (list_splat_pattern (identifier) @name)
     (dictionary_splat_pattern (identifier) @name)]
  type: (_) @type) @parameter
(parameters [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)] @parameter)
(lambda_parameters [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)] @parameter)

(call arguments: (argument_list (keyword_argument name: (identifier) @name @keyword value: (_) @value) @argument))
(call arguments: (argument_list (_) @argument))
(call arguments: (generator_expression) @argument)

; calls -----------------------------------------------------------------------------------------------------------
(call
  function: [
    (identifier) @name
    (attribute attribute: (identifier) @name)
    (call) (subscript) (parenthesized_expression) (await) (string) (concatenated_string) (lambda) (list) (dictionary)
    (tuple) (set) (integer) (float) (list_comprehension) (dictionary_comprehension) (set_comprehension) (ellipsis)
    (true) (false) (none) (generator_expression) (binary_operator) (unary_operator)
  ] @callee
  arguments: [(argument_list) (generator_expression)] @arguments) @call

; imports: one match for each bound name ----------------------------------------------------------------------------
(import_statement name: (dotted_name . (identifier) @name) @origin) @import
(import_statement name: (aliased_import name: (dotted_name) @origin alias: (identifier) @name @alias)) @import
(import_from_statement
  module_name: (_) @origin
  name: (dotted_name (identifier) @name) @imported) @import
(import_from_statement
  module_name: (_) @origin
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @name @alias)) @import
(import_from_statement module_name: (_) @origin (wildcard_import) @wildcard) @import
(future_import_statement
  "__future__" @origin
  name: (dotted_name (identifier) @name) @imported) @import
(future_import_statement
  "__future__" @origin
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @name @alias)) @import

; decorators, bases -------------------------------------------------------------------------------------------------
(decorator) @decorator
(decorator [
  (identifier) @name @callee
  (attribute attribute: (identifier) @name) @callee
  (call function: [(identifier) @name (attribute attribute: (identifier) @name)] @callee arguments: (_) @arguments)
]) @decorator

(class_definition superclasses: (argument_list (_) @base))
(class_definition superclasses: (argument_list [
  (identifier) @name
  (attribute attribute: (identifier) @name)
  (subscript value: [(identifier) @name (attribute attribute: (identifier) @name)])
  (keyword_argument name: (identifier) @name)
  (call function: [(identifier) @name (attribute attribute: (identifier) @name)])
] @base))

; docstrings, comments, strings ---------------------------------------------------------------------------------------
(module . (comment)* . (expression_statement . [(string) (concatenated_string)] @docstring .))
(function_definition body: (block . (comment)* . (expression_statement . [(string) (concatenated_string)] @docstring .)))
(class_definition body: (block . (comment)* . (expression_statement . [(string) (concatenated_string)] @docstring .)))
(comment) @comment
[(string) (concatenated_string)] @string

; statements and blocks -------------------------------------------------------------------------------------------------
(module (_) @statement)
(block (_) @statement)
(block) @block
(return_statement (_)? @value) @return
(if_statement
  condition: (_) @condition
  consequence: (block) @body
  alternative: (else_clause)? @else) @if
(elif_clause condition: (_) @condition consequence: (block) @body) @case
(for_statement right: (_) @value body: (block) @body alternative: (else_clause)? @else) @loop
(while_statement condition: (_) @condition body: (block) @body alternative: (else_clause)? @else) @loop
(try_statement body: (block) @body) @try
(match_statement subject: (_) @value body: (block) @body) @switch
(case_clause consequence: (block) @body) @case

; literals ------------------------------------------------------------------------------------------------------------------
[(list) (tuple) (set) (expression_list)] @list
(dictionary) @dict
(dictionary (pair key: (_) @key value: (_) @value) @entry)
(pair key: (string) @name.quoted @key value: (_) @value) @entry
(pair key: [(identifier) (integer)] @name @key value: (_) @value) @entry
[(list (_) @item) (tuple (_) @item) (set (_) @item) (expression_list (_) @item)]
