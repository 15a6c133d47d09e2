"""`python -m tests.hazards` prints the README's table."""

from tests.hazards.table import lines

print("\n".join(lines()))
