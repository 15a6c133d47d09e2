"""structedit: edits that name a place by its structure, and change nothing else."""

from __future__ import annotations

from structedit._version import __version__

__all__ = ["__version__"]
