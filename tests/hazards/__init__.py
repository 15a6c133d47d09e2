"""Hazards of edits: each a small file, what was asked, and the only bytes that may come of it. `table` has those of
the README, `rows` those that lie beside this checkout."""
