"""Real files of every language, and what is tried on them: `python -m tests.wild` prints the table."""

from tests.wild.samples import CI, LANGUAGES, SOAK, files, json_files, python_files, reads, report, written

__all__ = ["CI", "LANGUAGES", "SOAK", "files", "json_files", "python_files", "reads", "report", "written"]
