"""Runs every fuzz target and prints a table of inputs and findings."""

import argparse
import json
import sys
import time
from random import Random

from tests.tools.fuzz import broker, files, hall, service
from tests.tools.fuzz.finding import Outcome

TARGETS = {
    # name: what to run, its share of all inputs
    "configurations": (files.configurations, 0.16),
    "layouts": (files.layouts, 0.04),
    "records": (files.records, 0.25),
    "backups": (files.backups, 0.01),
    "journals": (files.journals, 0.02),
    "payloads": (broker.payloads, 0.18),
    "messages": (service.messages, 0.20),
    "requests": (service.requests, 0.08),
    "hall-messages": (hall.messages, 0.04),
    "hall-requests": (hall.requests, 0.02),
}
GROWTH_BYTES = 8 << 20
"""Tolerated memory growth after the first third of the inputs."""


def run(inputs: int, seed: int, only: list[str], say: bool = False) -> list[Outcome]:
    """Runs the targets; each has its own rng, so it is reproducible alone."""
    outcomes = []
    for name in only or TARGETS:
        target, share = TARGETS[name]
        began = time.monotonic()
        outcome = target(max(1, round(inputs * share)), Random(f"{seed}:{name}"))
        outcome.seconds = time.monotonic() - began
        if outcome.grown_bytes > GROWTH_BYTES:
            outcome.add_finding("memory grew by MiB", outcome.grown_bytes / (1 << 20))
        outcomes.append(outcome)
        if say:
            print(
                f"{outcome.target:<20} {outcome.inputs:>7} inputs, {outcome.taken:>6} taken, "
                f"{len(outcome.findings)} findings, memory +{outcome.grown_bytes / (1 << 20):.1f} "
                f"MiB, {outcome.seconds:.0f} s",
                flush=True,
            )
            for finding in outcome.findings:
                print(f"{outcome.target}: {finding}\n", file=sys.stderr, flush=True)
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("--inputs", type=int, default=110_000)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("targets", nargs="*", choices=[[], *TARGETS])
    arguments = parser.parse_args()
    outcomes = run(arguments.inputs, arguments.seed, arguments.targets, say=not arguments.json)
    if arguments.json:
        print(json.dumps([vars(outcome) for outcome in outcomes]))
    else:
        inputs = sum(outcome.inputs for outcome in outcomes)
        print(f"{inputs} inputs, seed {arguments.seed}")
    return 1 if any(outcome.findings for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
