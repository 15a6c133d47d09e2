"""Symbol paths: the full path first, then a suffix, locals by their full path only."""

from __future__ import annotations

import pytest

from tests.select.trees import found, names, refused, tree_of

PYTHON = """\
class Cache:
    size = 1

    def get(self):
        key = 1
        def inner():
            key = 2

    class Entry:
        def get(self): ...

def get(): ...

def load():
    size = 2
    size = 3
    table = {"size": {"deep": 1}}

SETTINGS = {"list": [{"name": "a"}, {"name": "b", "of": [[1, 2], [3]]}], "x.y": 1, 5: 2, f"{load}": 3}
a = b = c(1)
first, second = 1, 2
size: int
if load:
    def twice(): return 1
else:
    def twice(): return 2
"""

JSON = """\
{
  "scripts": {"build:prod": "x", "test": "y", "": "z"},
  "jobs": {"build": {"steps": [{"run": "one"}, {"run": "two", "with": {"a.b": [[1], [2]]}}]}},
  "größe": 1, "test": 2, "q\\"uote": 3, "line\\nbreak": 4, "\\u0041": 5, "twice": 1, "twice": 2
}
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("get", ["def get(): ..."]),  # the full path comes before any suffix
        ("Cache.get", ["def get(self):"]),
        ("Cache.Entry.get", ["def get(self): ..."]),
        ("Entry.get", ["def get(self): ..."]),
        ("Entry", ["class Entry:"]),
        ("inner", ["def inner():"]),
        ("Cache.get.inner.key", ["key = 2"]),
        ("Cache.get.key", ["key = 1"]),
        ("inner.key", []),  # a local, and not its full path
        ("key", []),
        ("variable#key", ["key = 1", "key = 2"]),
        ("size", ["size: int"]),
        ("load.size", ["size = 2"]),  # the first binding in a scope
        ("load.table.size", ['"size": {"deep": 1}']),
        ("deep", []),
        ("SETTINGS.list", ['"list": [{"name": "a"}, {"name": "b", "of": [[1, 2], [3]]}]']),
        ("SETTINGS.list[1]", ['{"name": "b", "of": [[1, 2], [3]]}']),
        ("SETTINGS.list[1].name", ['"name": "b"']),
        ("list[0].name", ['"name": "a"']),
        ("of[0][1]", ["2"]),
        ("of[0][2]", []),
        ("SETTINGS.list.name", []),
        ('SETTINGS."x.y"', ['"x.y": 1']),
        ("SETTINGS.5", ["5: 2"]),
        ("a", ["a = b = c(1)"]),
        ("b", ["b = c(1)"]),
        ("second", ["second"]),
        ("twice", ["def twice(): return 1", "def twice(): return 2"]),
        ("Cache get", ["def get(self):", "def get(self): ..."]),  # inside of Cache there is no full path
        ("Cache > get", ["def get(self):"]),
    ],
)
def test_paths_in_python(path: str, expected: list[str]) -> None:
    assert found(tree_of(PYTHON), path) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ('scripts."build:prod"', ['"build:prod": "x"']),
        ("scripts.test", ['"test": "y"']),
        ("test", ['"test": 2']),
        ('scripts.""', ['"": "z"']),
        ("jobs.build.steps[0].run", ['"run": "one"']),
        ("steps[1].run", ['"run": "two"']),
        ("run", ['"run": "one"', '"run": "two"']),
        ("jobs.build.steps[1]", ['{"run": "two", "with": {"a.b": [[1], [2]]}}']),
        ('with."a.b"[1][0]', ["2"]),
        ("größe", ['"größe": 1']),
        ('"q\\"uote"', ['"q\\"uote": 3']),
        ('"line\\nbreak"', ['"line\\nbreak": 4']),
        ("A", ['"\\u0041": 5']),
        ("twice", ['"twice": 1', '"twice": 2']),
        ("twice:nth(2)", ['"twice": 2']),
        ("scripts > entry:first", ['"build:prod": "x"']),
    ],
)
def test_paths_in_json(path: str, expected: list[str]) -> None:
    assert found(tree_of(JSON, "json"), path) == expected


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("function#twice", ["twice:nth(1)", "twice:nth(2)"]),
        ("SETTINGS.list", ["SETTINGS.list"]),
        ("SETTINGS entry#name", ["SETTINGS.list[0].name", "SETTINGS.list[1].name"]),
        ("item:contains('3')", ["SETTINGS.list[1].of > item:nth(2)", "SETTINGS.list > item:nth(2)"]),
        ("variable#b", ["b"]),
    ],
)
def test_canonical_paths_in_python(selector: str, expected: list[str]) -> None:
    assert sorted(set(expected) - set(names(tree_of(PYTHON), selector))) == []


def test_a_name_that_is_a_role_word_is_quoted_when_it_stands_alone() -> None:
    tree = tree_of('{"list": {"list": 1}, "a b": 2, "0": 3}', "json")
    assert names(tree, "entry") == ['"list"', "list.list", '"a b"', "0"]


def test_a_local_is_offered_by_its_full_path() -> None:
    assert refused(tree_of(PYTHON), "inner.key").details["nearest"][0] in ("Cache.get.key", "Cache.get.inner.key")


def test_a_list_at_the_root_has_no_path_and_its_entries_have_one_without_an_index() -> None:
    tree = tree_of('[{"a": 1}, {"a": {"b": 2}}]', "json")
    assert names(tree, "entry") == ["a:nth-of-all(1)", "a:nth-of-all(2)", "a.b"]
    assert names(tree, "item:nth(2)") == [":root > item:nth(2)"]


@pytest.mark.parametrize("more", ["", ', "x": "\\\\ \\" \\n"' * 20])
def test_a_name_in_many_places_is_found_below_a_rare_one(more: str) -> None:
    text = "{" + ", ".join(f'"p{n}": {{"name": [{n}], "\\u0061b": {n}}}' for n in range(40)) + more + "}"
    tree = tree_of(text, "json")
    assert found(tree, "p7.name") == ['"name": [7]']
    assert found(tree, "p7.name[0]") == ["7"]
    assert found(tree, "p8.ab") == ['"\\u0061b": 8']
    assert found(tree, "p7 > name") == ['"name": [7]']
    assert len(found(tree, "name")) == 40
    assert found(tree, "p77.name") == found(tree, "p7.nam") == found(tree, "p.name") == []
