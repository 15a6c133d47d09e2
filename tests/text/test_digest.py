"""The digest is SHA-256, whoever works it out."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from structedit.text import digest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(params=["built in", "OpenSSL", "nothing built in"])
def source(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], str]:
    if request.param != "OpenSSL":
        monkeypatch.delitem(sys.modules, "hashlib")
    if request.param == "nothing built in":
        monkeypatch.setattr(digest, "_BUILT_IN", "_no_such_module")
    return digest.hex_digest


@pytest.mark.parametrize("data", [b"", b"abc", bytes(range(256)) * 4096, b"x" * (1 << 20) + b"y"], ids=len)
def test_every_source_gives_the_same(source: Callable[[bytes], str], data: bytes) -> None:
    assert source(data) == hashlib.sha256(data).hexdigest()


def test_small_data_does_not_load_openssl() -> None:
    program = "import sys; from structedit.text.digest import digest; digest(b'x'); sys.exit('_hashlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
