"""Which paths may be written at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.operations import Create
from structedit.errors import StructeditError
from structedit.record import record
from structedit.store.snapshot import Snapshot

if TYPE_CHECKING:
    from structedit.guard.question import Question


@record
class Rule:
    """Paths that run as programs, or open doors, elsewhere: folders with all that is in them, and files, by name.

    A folder may be several names deep (`.github/workflows`). Names hold anywhere below the root, also where there is
    no such file yet: a hook that is made does as much as one that is changed.
    """

    what: str
    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


RULES = (
    Rule("what version control keeps", (".git", ".hg", ".svn", ".jj"), (".git",)),
    Rule("what structedit keeps", (".structedit",)),
    Rule(
        "what runs when something is committed, built or deployed",
        (".github/workflows", ".github/actions", ".circleci", ".buildkite", ".husky", ".devcontainer"),
        (
            *(".gitlab-ci.yml", ".travis.yml", ".drone.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml"),
            *("jenkinsfile", "appveyor.yml", ".appveyor.yml", ".pre-commit-config.yaml", ".cirrus.yml"),
        ),
    ),
    Rule(
        "what editors and agents run programs by",
        (".vscode", ".idea", ".cursor", ".claude", ".codex", ".gemini"),
        (".mcp.json", ".claude.json"),
    ),
    Rule(
        "what a shell runs when it starts",
        (".config/fish",),
        (
            *(".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".envrc"),
            *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login"),
        ),
    ),
    Rule(
        "what holds keys and passwords, or says where programs come from",
        (".ssh", ".gnupg", ".aws", ".kube"),
        (".netrc", ".npmrc", ".pypirc", ".gitconfig", ".git-credentials", ".yarnrc", ".yarnrc.yml"),
    ),
)


def protected(question: Question) -> StructeditError | None:
    """What runs, or opens doors, by lying there is nobody's to edit unasked. Names are compared as the most lenient
    file system would: without case, trailing dots and what cannot be seen."""
    if "protected" in question.allow:
        return None
    before = question.before
    below = before.resolved[len(question.root) :].replace("\\", "/")
    for path in (before.path, below):
        found = _rule_of([plain(name) for name in path.split("/") if name])
        if found is not None:
            rule, name = found
            return StructeditError(
                "PROTECTED_PATH",
                f"{before.path} is, or lies in, {name}: {rule.what}.",
                'Leave it to its owner, or allow it with "allow": ["protected"].',
                {"path": before.path, "protected": name},
            )
    return None


def plain(name: str) -> str:
    """One name of a path as a file system may take it that makes no difference between many."""
    if not name.isascii():
        from unicodedata import category, normalize

        name = normalize("NFC", "".join(letter for letter in name if category(letter) != "Cf"))
    name = name.casefold().partition(":")[0].rstrip(" .")
    return ".git" if re.fullmatch(r"git~[0-9]+", name) else name


def _rule_of(names: list[str]) -> tuple[Rule, str] | None:
    padded = "/" + "/".join(names[:-1]) + "/"
    for rule in RULES:
        for folder in rule.folders:
            if f"/{folder}/" in padded:
                return rule, folder
        if names and names[-1] in rule.files:
            return rule, names[-1]
    return None


def permission(question: Question) -> StructeditError | None:
    """A rename could replace a file that the caller may not write; that is no permission."""
    before = question.before
    if not isinstance(before, Snapshot) or before.stat.writable or "protected" in question.allow:
        return None
    return StructeditError(
        "PROTECTED_PATH",
        f"{before.path} may not be written (its mode is {before.stat.mode:04o}).",
        'Make the file writable, or allow it with "allow": ["protected"].',
        {"path": before.path, "mode": f"{before.stat.mode:04o}"},
    )


def overwriting(question: Question) -> StructeditError | None:
    """What makes a file takes the place of another only if that is the same or empty, or if it is allowed."""
    before, first = question.before, next(iter(question.operations), None)
    new = first.text.encode() if isinstance(first, Create) else question.new
    if new is None or not isinstance(before, Snapshot) or "overwrite" in question.allow or before.raw in (new, b""):
        return None
    return StructeditError(
        "NOT_APPLICABLE",
        f"{before.path} exists already.",
        'Edit it with another operation, or allow it with "allow": ["overwrite"].',
        {"path": before.path, "current_hash": question.source.file_hash if question.source else None},
    )
