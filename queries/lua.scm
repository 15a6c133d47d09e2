; Which nodes of tree-sitter-lua 0.5 play which role. A function's body stands between its parameters and its `end`.

; functions -------------------------------------------------------------------------------------------------------
(function_declaration name: (identifier) @name parameters: (parameters) @parameters) @function @body
(function_declaration
  name: [
    (dot_index_expression table: (_) @owner field: (identifier) @name)
    (method_index_expression table: (_) @owner method: (identifier) @name)
  ]
  parameters: (parameters) @parameters) @function @body
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name) .)
  (expression_list . value: (function_definition parameters: (parameters) @parameters) @body .)) @function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (parameters) @parameters) @body .)) @function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (parameters) @parameters) @body .)) @node) @function
(field
  name: (identifier) @name
  value: (function_definition parameters: (parameters) @parameters) @body) @function
(function_definition parameters: (parameters) @parameters) @lambda @body

; variables -------------------------------------------------------------------------------------------------------
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (_) @value .)) @variable
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (_) @value .)) @node) @variable
(variable_declaration (variable_list . name: (identifier) @name .)) @variable
(variable_declaration (variable_list name: (identifier) @name @variable . ","))
(variable_declaration (variable_list "," . name: (identifier) @name @variable))
(variable_declaration (assignment_statement (variable_list name: (identifier) @name @variable . ",")))
(variable_declaration (assignment_statement (variable_list "," . name: (identifier) @name @variable)))
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name) .)
  (expression_list . value: (_) @value .)) @variable

; imports: what require is called with; several such in one statement are none ------------------------------------------
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name @alias .)
  (expression_list . value: (function_call
    name: (identifier) @_called
    arguments: (arguments . (string content: (string_content) @origin) .)) .))) @import
  (#eq? @_called "require"))
([
  (chunk (function_call
    name: (identifier) @_called
    arguments: (arguments . (string content: (string_content) @origin) .)) @import)
  (block (function_call
    name: (identifier) @_called
    arguments: (arguments . (string content: (string_content) @origin) .)) @import)
  ]
  (#eq? @_called "require"))

; parameters, arguments, calls ----------------------------------------------------------------------------------------
(parameters name: (identifier) @name @parameter)
(parameters (vararg_expression) @parameter)
(function_call arguments: (arguments (_) @argument))
(function_call
  name: [
    (identifier) @name
    (dot_index_expression field: (identifier) @name)
    (method_index_expression method: (identifier) @name)
  ] @callee
  arguments: (arguments) @arguments) @call
(function_call name: (_) @callee arguments: (arguments) @arguments) @call

; comments, strings -----------------------------------------------------------------------------------------------
(comment) @comment
(string) @string

; statements and blocks -----------------------------------------------------------------------------------------------
(chunk (_) @statement)
(block (_) @statement)
(empty_statement) @statement.not
(block) @block
(return_statement (expression_list)? @value) @return
(if_statement condition: (_) @condition) @if @body
(if_statement alternative: (else_statement) @else) @if
(elseif_statement condition: (_) @condition) @case @body
(for_statement clause: (_) @value) @loop @body
(while_statement condition: (_) @condition) @loop @body
(repeat_statement condition: (_) @condition) @loop @body

; literals ------------------------------------------------------------------------------------------------------------
(table_constructor (field name: (_))) @dict
(table_constructor . (field . value: (_))) @list
(table_constructor . "{" . "}") @dict
(table_constructor . "{" . "}") @list
(table_constructor (field . value: (_)) @item)
(field name: (identifier) @name @key value: (_) @value) @entry
(field name: (string) @name.quoted @key value: (_) @value) @entry
(field name: (number) @name @key value: (_) @value) @entry
