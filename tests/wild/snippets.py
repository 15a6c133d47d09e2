"""Small valid texts of each language, by the role that they have. Names begin with `probe`, so that none is there yet.

`wrap statement` and `wrap value` hold `$BODY`; `value` is an expression; `name text` pairs are for the list operations:
(name, text), either of which may be None.
"""

from __future__ import annotations

from typing import Any

Snippets = dict[str, tuple[str, ...]]
Named = tuple[dict[str, Any], ...]

_SCRIPT: Snippets = {
    "statement": (
        "probe();",
        "const probe = [1, 'two'];",
        "if (probe) {\n  probe();\n}",
        "// a note\nprobe(1);",
        "for (const one of probe) {\n    one(`a\n  b`);\n}",
        "probe(); // behind",
    ),
    "function": (
        "function probe(one, two = 2) {\n  return one;\n}",
        "/** Says it. */\nfunction probe() {\n\treturn 'a';\n}",
    ),
    "class": ("class Probe {\n  one() {\n    return 1;\n  }\n}",),
    "method": ("probe() {\n  return this;\n}", "get probe() {\n  return 1;\n}"),
    "field": ("probe = 1;",),
    "argument": ("probe", "'a, b'", "() => probe(1)", "{ probe: 1 }"),
    "parameter": ("probe", "probe = 1"),
    "item": ("probe", "'a'", "[1, 2]"),
    "entry": ("probe: 1", "'probe-two': [1]", "probe: {\n  two: 1,\n}"),
    "case": ("case probe:\n  probe();\n  break;",),
    "value": ("probe", "'it'", "probe(1, 2)", "[1]"),
    "wrap statement": ("if (probe) {\n  $BODY\n}", "try {\n    $BODY\n} finally {\n    probe();\n}"),
    "wrap value": ("probe($BODY)", "[$BODY]"),
}

_TYPED: Snippets = {
    **_SCRIPT,
    "statement": (*_SCRIPT["statement"], "type Probe = { one: number };", "let probe: Map<string, number[]>;"),
    "function": ("function probe(one: string, two?: number): void {\n  return;\n}",),
    "field": ("private probe: number = 1;", "probe?: string;"),
    "parameter": ("probe: string", "probe?: number"),
}

SNIPPETS: dict[str, Snippets] = {
    "python": {
        "statement": (
            "probe()",
            "probe = [1, 'two']",
            "if probe:\n    probe()\nelse:\n    pass",
            "# a note\nprobe(1)",
            'probe("""a\n  b\n""")',
            "for one in probe:\n\tone()",
            "probe()  # behind",
        ),
        "function": (
            "def probe(one, *rest):\n    return one",
            '@probe\ndef probe():\n  """Says it."""\n\n  return 1',
        ),
        "class": ("class Probe:\n    one = 1\n\n    def two(self):\n        return 2",),
        "method": ("def probe(self):\n    return self", "@property\ndef probe(self):\n    return 1"),
        "field": ("probe = 1", "probe: int"),
        "argument": ("probe", "probe=1", "*probe", "'a, b'", "lambda: (1, 2)"),
        "parameter": ("probe", "probe=1", "*, probe=1"),
        "item": ("probe", "'a'", "(1, 2)"),
        "entry": ("'probe': 1", "probe: [1, 2]", '"probe": {\n    "two": 1,\n}'),
        "case": ("case 987:\n    probe()",),
        "decorator": ("@probe", "probe(1)"),
        "base": ("Probe", "probe.Probe"),
        "docstring": ("Says it.", "Says it.\n\nAnd more \\ of it.\n"),
        "import": ("import probe", "from probe import one, two as three", "import probe.two as probe_two"),
        "value": ("probe", "'it'", "probe(1, two=2)", "[1]"),
        "wrap statement": (
            "if probe:\n    $BODY",
            "try:\n  $BODY\nfinally:\n  probe()",
            "with probe() as one:\n    $BODY",
        ),
        "wrap value": ("probe($BODY)", "[$BODY]", "(\n    $BODY\n)"),
    },
    "javascript": {**_SCRIPT, "import": ("import probe from 'probe';", 'import { one, two as three } from "./probe";')},
    "typescript": {**_TYPED, "import": ("import { Probe } from './probe';", "import type { Two } from 'probe';")},
    "tsx": {
        **_TYPED,
        "import": ("import { Probe } from './probe';", "import * as probe from 'probe';"),
        "attribute": ("probe", 'probe="two"', "probe={() => 1}"),
        "element": ("<Probe />", '<div className="probe">\n  text\n</div>'),
    },
    "go": {
        "statement": (
            "probe()",
            "if probe {\n\tprobe()\n}",
            "// a note\nprobe(1)",
            "for _, one := range probe {\n\tone(`a\n b`)\n}",
            "probe() // behind",
        ),
        "statement of the file": (
            "var probe = 1",
            "type Probe struct {\n\tOne int\n}",
            "const Probe = `a\n b`",
            "func probe() {}",
        ),
        "function": (
            "func probe(one int, rest ...string) error {\n\treturn nil\n}",
            "// probe says it.\nfunc probe() {}",
        ),
        "class": ("type Probe struct {\n\tOne int\n}",),
        "method": ("func (p *Probe) probe() int {\n\treturn 1\n}",),
        "field": ("Probe int", 'Probe string `json:"probe"` // behind'),
        "argument": ("probe", '"a, b"', "func() int { return 1 }"),
        "parameter": ("probe int", "probe ...string"),
        "item": ("probe", '"a"'),
        "entry": ("probe: 1", '"probe": 2'),
        "case": ("case probe:\n\tprobe()",),
        "import": ('"probe/two"', 'import probe "example.org/probe"'),
        "value": ("probe", '"it"', "probe(1)", "[]int{1}"),
        "wrap statement": ("if probe {\n\t$BODY\n}", "for {\n    $BODY\n}"),
        "wrap value": ("probe($BODY)", "($BODY)"),
    },
    "lua": {
        "statement": (
            "probe()",
            "local probe = {1, 'two'}",
            "if probe then\n  probe()\nend",
            "-- a note\nprobe(1)",
            "for _, one in ipairs(probe) do\n\tone([[a\n b]])\nend",
            "probe() -- behind",
        ),
        "function": ("local function probe(one, ...)\n  return one\nend", "function probe()\nend"),
        "argument": ("probe", "'a, b'", "function() return 1 end"),
        "parameter": ("probe", "..."),
        "item": ("probe", "'a'", "{1, 2}"),
        "entry": ("probe = 1", "['probe-two'] = {1}"),
        "value": ("probe", "'it'", "probe(1)", "{1}"),
        "wrap statement": ("if probe then\n  $BODY\nend", "do\n\t$BODY\nend"),
        "wrap value": ("probe($BODY)", "{$BODY}"),
    },
    "json": {
        "entry": ('"probe": 1', '"probe": {"two": [1, 2]}', '"probe": {\n    "two": "a, b"\n}'),
        "item": ("987", '"probe"', '{"probe": 1}', "[\n  1,\n  2\n]"),
        "value": ("987", '"probe"', '{"probe": 1}', "null"),
        "wrap value": ("[$BODY]", '{"probe": $BODY}', '{\n  "probe": $BODY\n}'),
    },
    "toml": {
        "entry": ("probe = 1", 'probe = { two = "a, b" }', 'probe = """\n  a\nb"""'),
        "table": ("[probe]\none = 1", "# a note\n[probe.two]\none = [1, 2]"),
        "item": ("987", '"probe"'),
        "value": ("987", '"probe"', "[1, 2]"),
        "wrap value": ("[$BODY]", "{ probe = $BODY }"),
    },
    "yaml": {
        "entry": ("probe: 1", "probe:\n  two: [1, 2]", "probe: |\n    a\n      b", "# a note\nprobe: 'it'"),
        "item": ("- 987", "- probe: 1\n  two: 2", "probe"),
        "value": ("987", '"probe"', "[1, 2]"),
        "wrap value": ("[$BODY]", "{probe: $BODY}"),
    },
}

# What the list operations add: the fields of the edit, beside op, action and target.
ADDED: dict[str, dict[str, Named]] = {
    "python": {
        "argument": ({"name": "probe", "text": "1"}, {"text": "probe"}),
        "parameter": ({"name": "probe", "text": "None", "type": "int"}, {"name": "probe"}, {"text": "probe=1"}),
        "decorator": ({"text": "probe"}, {"text": "@probe(1)"}),
        "base": ({"text": "Probe"}, {"text": "Probe", "position": 1}),
        "import": (
            {"name": "probe"},
            {"name": "probe.two"},
            {"text": "from probe import two"},
            {"name": "os.path.probe"},
        ),
        "docstring": ({"text": "Says it."}, {"text": "Says it.\n\n    More.\n"}),
        "entry": ({"name": "probe", "text": "1"}, {"name": "probe", "text": "{'a': 1}", "position": 1}),
        "item": ({"text": "probe"}, {"text": "'a'", "position": 1}),
    },
    "javascript": {
        "argument": ({"text": "probe"}, {"text": "{ a: 1 }", "position": 1}),
        "parameter": ({"name": "probe"}, {"text": "probe = 1"}),
        "base": ({"text": "Probe"},),
        "import": (
            {"name": "probe.two"},
            {"text": "import { two } from 'probe';"},
            {"text": "import probe from './probe'"},
        ),
        "entry": ({"name": "probe", "text": "1"}, {"name": "probe-two", "text": "'a'", "position": 1}),
        "item": ({"text": "probe"}, {"text": "'a'", "position": 1}),
    },
    "go": {
        "argument": ({"text": "probe"}, {"text": '"a"', "position": 1}),
        "parameter": ({"name": "probe", "type": "int"}, {"text": "probe string", "position": 1}),
        "base": ({"text": "Probe"},),
        "import": ({"name": "probe/two"}, {"text": 'import "example.org/probe"'}),
        "entry": ({"name": "probe", "text": "1"},),
        "item": ({"text": "probe"},),
    },
    "lua": {
        "argument": ({"text": "probe"}, {"text": "'a'", "position": 1}),
        "parameter": ({"name": "probe"}, {"name": "probe", "position": 1}),
        "entry": ({"name": "probe", "text": "1"}, {"name": "probe-two", "text": "'a'", "position": 1}),
        "item": ({"text": "probe"},),
    },
    "json": {
        "entry": ({"name": "probe", "text": "1"}, {"name": "probe two", "text": '{"a": 1}', "position": 1}),
        "item": ({"text": "987"}, {"text": '"probe"', "position": 1}),
    },
    "toml": {
        "entry": ({"name": "probe", "text": "1"}, {"name": "probe two", "text": '"a"', "position": 1}),
        "item": ({"text": "987"}, {"text": '"probe"', "position": 1}),
    },
    "yaml": {
        "entry": ({"name": "probe", "text": "1"}, {"name": "probe two", "text": "[a, b]", "position": 1}),
        "item": ({"text": "987"}, {"text": "probe", "position": 1}),
    },
}
ADDED["typescript"] = {
    **ADDED["javascript"],
    "parameter": ({"name": "probe", "type": "number"}, {"text": "probe?: string"}),
    "decorator": ({"text": "probe"}, {"text": "@probe(1)"}),
}
ADDED["tsx"] = {
    **ADDED["typescript"],
    "attribute": (
        {"name": "probe", "text": '"two"'},
        {"name": "probe"},
        {"name": "probe", "text": "{1}", "position": 1},
    ),
}

VALUES: tuple[Any, ...] = (1, "text", "a: b, c", True, [1, 2], {"probe": 1}, {"probe": {"two": []}}, -1.5, "")
