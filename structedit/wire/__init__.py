"""JSON in and out: requests as text to plain data, answers to plain data and text, and the JSON Schemas of both.

What a request may hold is checked where operations are made of it (`structedit.edit.request`), from the one table that
the schema here comes from too.
"""

from structedit.edit.form import request_schema
from structedit.text.json_data import read_json, write_json
from structedit.wire.answers import answer
from structedit.wire.schemas import answer_schema

__all__ = ["answer", "answer_schema", "read_json", "request_schema", "write_json"]
