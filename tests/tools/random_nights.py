"""Compares many random club nights with a director who uses paper and pencil.

    python -m tests.tools.random_nights [--nights 100000] [--seed WORD]

Prints its progress every thousand nights, and stops at the first difference. A hundred thousand
nights take a few minutes.
"""

import argparse
import sys
from random import Random

from tests.support.reference_event import compare_with_paper


def main(words: list[str]) -> int:
    """Compares them; 0 where all agree."""
    parser = argparse.ArgumentParser(description="Compare random club nights with paper.")
    parser.add_argument("--nights", type=int, default=100_000)
    parser.add_argument("--seed", default="nights")
    options = parser.parse_args(words)
    rng = Random(options.seed)
    for night in range(1, options.nights + 1):
        compare_with_paper(rng)
        if night % 1000 == 0:
            print(f"{night} nights agree", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
