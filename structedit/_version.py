"""The version, as a plain string: nothing is read or imported to print it."""

__version__ = "0.1.0"
