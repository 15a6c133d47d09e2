"""SHA-256, the hash of files and nodes."""

from __future__ import annotations

import sys
from importlib import import_module

# Python's own implementation. `hashlib` takes OpenSSL's, which is loaded in 3 ms, as long as this one takes for 1 MiB.
_BUILT_IN = "_sha2" if sys.version_info >= (3, 12) else "_sha256"
_LARGE = 1 << 20


def digest(data: bytes) -> bytes:
    """32 bytes."""
    if len(data) < _LARGE and "hashlib" not in sys.modules:
        try:
            found: bytes = import_module(_BUILT_IN).sha256(data).digest()
        except ImportError:
            pass
        else:
            return found
    import hashlib

    return hashlib.sha256(data).digest()


def hex_digest(data: bytes) -> str:
    """64 hexadecimal digits."""
    return digest(data).hex()
