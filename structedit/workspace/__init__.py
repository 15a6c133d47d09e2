"""The verbs as plain methods; see `structedit.workspace.verbs`."""

from structedit.workspace.verbs import Workspace

__all__ = ["Workspace"]
