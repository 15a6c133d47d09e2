"""How much the property tests draw: a sample by default, ten times as much where STRUCTEDIT_SOAK is set."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]

settings.register_profile("sample", deadline=None, max_examples=100, suppress_health_check=SLOW)
settings.register_profile("soak", deadline=None, max_examples=1000, suppress_health_check=SLOW)
settings.load_profile("soak" if os.environ.get("STRUCTEDIT_SOAK") else "sample")
