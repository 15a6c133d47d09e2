"""Loads a language's parser from the first source that has it, without importing the packages around it."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import tree_sitter

from structedit.errors import StructeditError

if TYPE_CHECKING:
    from structedit.syntax.grammar import Supply

_HAS_BUNDLE_WHEELS = sys.version_info[:2] <= (3, 12)  # tree-sitter-languages has none for newer Pythons
_loaded: dict[str, tuple[tree_sitter.Language, str]] = {}


def language(name: str, supply: Supply) -> tree_sitter.Language:
    """The parser of a language. Errors: NO_LANGUAGE with the command that installs it."""
    return _load(name, supply)[0]


def origin(name: str, supply: Supply) -> str:
    """Which source the parser came from: the package's name."""
    return _load(name, supply)[1]


def available(name: str, supply: Supply) -> bool:
    """Whether any source has a parser for the language."""
    try:
        _load(name, supply)
    except StructeditError:
        return False
    return True


def _load(name: str, supply: Supply) -> tuple[tree_sitter.Language, str]:
    if name not in _loaded:
        found = _from_wheel(supply) or _from_bundle(supply) or _from_pack(supply)
        if found is None:
            raise StructeditError(
                "NO_LANGUAGE",
                f"No parser for {name} is installed.",
                f"pip install {_command(supply)}",
                {"language": name, "tried": [supply.package, "tree-sitter-languages", "tree-sitter-language-pack"]},
            )
        _loaded[name] = found
    return _loaded[name]


def _command(supply: Supply) -> str:
    if supply.package:
        return supply.package
    return "tree-sitter-languages" if _HAS_BUNDLE_WHEELS else "'structedit[pack]'"


def _from_wheel(supply: Supply) -> tuple[tree_sitter.Language, str] | None:
    if not supply.module:
        return None
    binding = _extension(supply.module, "_binding")
    if binding is None:
        return None
    return tree_sitter.Language(_capsule(getattr(binding, supply.function)())), supply.package


def _from_pack(supply: Supply) -> tuple[tree_sitter.Language, str] | None:
    if not supply.symbol or "tree-sitter-language-pack" in supply.without:
        return None
    binding = _extension("tree_sitter_language_pack", f"bindings/{supply.symbol}")
    if binding is None:
        return None
    return tree_sitter.Language(_capsule(binding.language())), "tree-sitter-language-pack"


def _from_bundle(supply: Supply) -> tuple[tree_sitter.Language, str] | None:
    if not supply.symbol or "tree-sitter-languages" in supply.without:
        return None
    library = _bundle()
    function = getattr(library, f"tree_sitter_{supply.symbol}", None) if library else None
    if function is None:
        return None
    import ctypes

    function.restype = ctypes.c_void_p
    return tree_sitter.Language(_capsule(function())), "tree-sitter-languages"


@lru_cache(maxsize=1)
def _bundle() -> Any:
    folder = _package_folder("tree_sitter_languages")
    if folder is None:
        return None
    import ctypes

    for suffix in (".so", ".dylib", ".dll"):
        try:
            return ctypes.CDLL(f"{folder}/languages{suffix}")
        except OSError:
            continue
    return None


def _capsule(pointer: Any) -> Any:
    """A capsule as `tree_sitter.Language` wants it; some wheels still hand out a bare pointer."""
    if not isinstance(pointer, int):
        return pointer
    import ctypes

    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(pointer, _CAPSULE_NAME, None)


_CAPSULE_NAME = b"tree_sitter.Language"  # kept alive: a capsule does not copy its name


def _package_folder(module: str) -> str | None:
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec(module)
    places = spec.submodule_search_locations if spec else None
    return next(iter(places)) if places else None


def _extension(module: str, name: str) -> Any:
    """An extension module inside a package, loaded without running the package's `__init__` (it costs 10 ms)."""
    folder = _package_folder(module)
    if folder is None:
        return None
    from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec

    for suffix in EXTENSION_SUFFIXES:
        path = f"{folder}/{name}{suffix}"
        full = f"{module}.{name.replace('/', '.')}"
        loader = ExtensionFileLoader(full, path)
        try:
            binding = loader.create_module(ModuleSpec(full, loader, origin=path))
        except ImportError:
            continue
        loader.exec_module(binding)
        return binding
    return None
