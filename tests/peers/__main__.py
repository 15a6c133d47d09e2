"""`python -m tests.peers [ID OR PEER ...]`: a table of peers and judgements; each row that is WRONG or named."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.peers.judge import Judgement, judge
from tests.peers.rows import FOLDER, PEERS, rows

WORDS = ("same", "guess", "reason", "WRONG")


def main(names: list[str]) -> int:
    if not FOLDER.is_dir():
        print(f"There is no {FOLDER.name} beside this checkout: nothing of it was run.")
        return 0
    total: Counter[str] = Counter()
    table = [f"{'':16}{'rows':>6}" + "".join(f"{word:>8}" for word in WORDS)]
    for peer in PEERS:
        counts: Counter[str] = Counter()
        for row in rows(peer):
            if names and peer not in names and not any(name in row["id"] for name in names):
                continue
            with tempfile.TemporaryDirectory() as folder:
                try:
                    seen = judge(row, Path(folder))
                except Exception as error:  # noqa: BLE001 - whatever is raised at the door is a finding
                    seen = Judgement("WRONG", repr(error))
            counts[seen.word] += 1
            if seen.word == "WRONG" or row["id"] in names:
                print(f"{seen.word} {row['id']} ({row['class']}) {seen.seen[:600]} {seen.reason}")
        total.update(counts)
        table.append(f"{peer:16}{sum(counts.values()):6}" + "".join(f"{counts[word]:8}" for word in WORDS))
    table.append(f"{'':16}{sum(total.values()):6}" + "".join(f"{total[word]:8}" for word in WORDS))
    print("\n".join(table))
    return 1 if total["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
