"""The tools as function-calling interfaces and MCP want them declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.text.json_data import write_json
from structedit.wire.tools import tools

if TYPE_CHECKING:
    from structedit.wire.tools import Tool

FORMATS = ("openai", "anthropic", "mcp")


def declarations(form: str) -> list[dict[str, Any]]:
    """Every tool as function-calling interfaces want it; `form` is one of FORMATS."""
    return [_DECLARED[form](tool) for tool in tools().values()]


def hints(tool: Tool) -> dict[str, Any]:
    """All four hints of MCP. No tool reaches anything but the files below the root."""
    return {
        "title": tool.title,
        "readOnlyHint": tool.read_only,
        "destructiveHint": tool.destructive,
        "idempotentHint": tool.read_only,
        "openWorldHint": False,
    }


def with_examples(tool: Tool) -> str:
    """The description, with the examples where there is no field for them."""
    lines = [write_json(example).decode("utf-8").rstrip("\n") for example in tool.examples]
    return "\n".join([tool.description, "Examples:", *lines])


# OpenAI's strict mode wants every field required and no free objects; `value` and `expected_hash` cannot be said so.
_DECLARED: dict[str, Any] = {
    "openai": lambda tool: {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": with_examples(tool),
            "parameters": tool.input_schema,
            "strict": False,
        },
    },
    "anthropic": lambda tool: {
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "input_examples": list(tool.examples),
    },
    "mcp": lambda tool: {
        "name": tool.name,
        "title": tool.title,
        "description": with_examples(tool),
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": hints(tool),
    },
}
