"""How much the property tests draw: a sample by default, ten times as much where STRUCTEDIT_SOAK is set.

A sample is the same in every run, so that what fails has to do with what was changed; a soak (STRUCTEDIT_SOAK=1) looks
for what nobody has seen yet.

What structedit keeps of edits goes into a folder of its own in each run.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]

settings.register_profile(
    "sample", deadline=None, max_examples=100, suppress_health_check=SLOW, derandomize=True, database=None
)
settings.register_profile("soak", deadline=None, max_examples=1000, suppress_health_check=SLOW)
settings.load_profile("soak" if os.environ.get("STRUCTEDIT_SOAK") == "1" else "sample")


@pytest.fixture(autouse=True, scope="session")
def state_folder() -> Iterator[None]:
    """Roots of different tests differ, so that one folder for all of them does."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("STRUCTEDIT_STATE", folder)
        yield
