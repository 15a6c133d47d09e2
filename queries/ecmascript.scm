; What JavaScript, TypeScript and their JSX dialects have in common; inherited by their queries.

; classes ---------------------------------------------------------------------------------------------------------
(class body: (class_body) @body) @class
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class body: (class_body) @body)) .) @class
(export_statement
  "export" @exported
  declaration: (lexical_declaration
    . (variable_declarator name: (identifier) @name value: (class body: (class_body) @body)) .) @node) @class

; functions -------------------------------------------------------------------------------------------------------
(arrow_function parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body) @lambda
(function_expression parameters: (formal_parameters) @parameters body: (_) @body) @lambda
(generator_function parameters: (formal_parameters) @parameters body: (_) @body) @lambda
; a function that something is named after is a function, and no lambda as well
(variable_declarator name: (identifier) value: [(arrow_function) (function_expression) (generator_function)] @lambda.not)
(pair
  key: [(property_identifier) (string)]
  value: [(arrow_function) (function_expression) (generator_function)] @lambda.not)
(expression_statement (assignment_expression
  left: [(identifier) (member_expression)]
  right: [(arrow_function) (function_expression) (generator_function)] @lambda.not))
(expression_statement (assignment_expression
  left: [(identifier) @name (member_expression property: [(property_identifier) (private_property_identifier)] @name)]
  right: [
    (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
    (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)
    (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)])) @function

; variables: a declaration of one name is the element, one of several belongs to none of them -----------------------
(lexical_declaration "," . (comment)* . (variable_declarator name: (identifier) @name value: (_)? @value) @variable)
(lexical_declaration . (variable_declarator name: (identifier) @name value: (_)? @value) @variable ",")
(variable_declaration "," . (comment)* . (variable_declarator name: (identifier) @name value: (_)? @value) @variable)
(variable_declaration . (variable_declarator name: (identifier) @name value: (_)? @value) @variable ",")
[
  (lexical_declaration "," . (comment)* . (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
      (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) @function)
  (lexical_declaration . (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
      (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) @function ",")
]
(variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @variable
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name) @variable
  (pair_pattern value: (identifier) @name) @variable
  (pair_pattern value: (assignment_pattern left: (identifier) @name)) @variable
  (rest_pattern (identifier) @name) @variable]))
(variable_declarator name: (array_pattern [
  (identifier) @name @variable
  (assignment_pattern left: (identifier) @name) @variable
  (rest_pattern (identifier) @name) @variable]))

; parameters and arguments ----------------------------------------------------------------------------------------
(arrow_function parameter: (identifier) @name @parameter)
(arguments (_) @argument)

; calls -----------------------------------------------------------------------------------------------------------
(call_expression
  function: [(identifier) @name (member_expression property: (_) @name) (_)] @callee
  arguments: (_) @arguments) @call
(new_expression
  constructor: [(identifier) @name (member_expression property: (_) @name) (_)] @callee
  arguments: (arguments)? @arguments) @call

; decorators --------------------------------------------------------------------------------------------------------
(decorator) @decorator
(decorator [
  (identifier) @name @callee
  (member_expression property: (_) @name) @callee
  (call_expression
    function: [(identifier) @name (member_expression property: (_) @name)] @callee
    arguments: (_) @arguments)
]) @decorator

; comments and strings ------------------------------------------------------------------------------------------------
(comment) @comment
[(string) (template_string)] @string

; statements and blocks -------------------------------------------------------------------------------------------------
(program (_) @statement)
(statement_block (_) @statement)
(switch_case ":" (_) @statement)
(switch_default ":" (_) @statement)
(if_statement consequence: (expression_statement) @statement)
(else_clause (expression_statement) @statement)
(while_statement body: (expression_statement) @statement)
(for_statement body: (expression_statement) @statement)
(for_in_statement body: (expression_statement) @statement)
(statement_block) @block
(return_statement (_)? @value) @return
(if_statement
  condition: (parenthesized_expression) @condition
  consequence: (_) @body
  alternative: (else_clause (_) @else .)?) @if
(for_statement body: (_) @body) @loop
(for_in_statement right: (_) @value body: (_) @body) @loop
(while_statement condition: (parenthesized_expression) @condition body: (_) @body) @loop
(do_statement body: (_) @body condition: (parenthesized_expression) @condition) @loop
(try_statement body: (_) @body) @try
(switch_statement value: (parenthesized_expression) @value body: (switch_body) @body) @switch
[(switch_case) @body (switch_default) @body] @case

; literals ------------------------------------------------------------------------------------------------------------------
(array) @list
(array (_) @item)
(object) @dict
(pair key: (string) @name.quoted @key value: (_) @value) @entry
(pair key: [(property_identifier) (private_property_identifier) (number)] @name @key value: (_) @value) @entry
(pair key: (computed_property_name) @key value: (_) @value) @entry
(object (shorthand_property_identifier) @name @key @entry)
(object (method_definition name: [(property_identifier) (private_property_identifier) (number)] @name @key) @entry)
(object (method_definition name: (string) @name.quoted @key) @entry)
(pair
  key: (property_identifier) @name
  value: [
    (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
    (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)
    (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) @function
(pair
  key: (string) @name.quoted
  value: [
    (arrow_function "async"? @async parameter: (identifier)? @parameters parameters: (formal_parameters)? @parameters body: (_) @body)
    (function_expression "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)
    (generator_function "async"? @async parameters: (formal_parameters) @parameters body: (_) @body)]) @function
