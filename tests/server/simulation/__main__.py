"""Run many histories: python -m tests.server.simulation --histories 5000 --seed 1"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import sys
import time

from tests.server.simulation.classes import Lesson
from tests.server.simulation.world import Report, World, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.simulation", description=__doc__)
    parser.add_argument("--histories", type=int, default=2500)
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first history; each next one has the next"
    )
    parser.add_argument("--classes", action="store_true", help="histories of classes that end")
    asked = parser.parse_args()
    kind, again = (Lesson, " --classes") if asked.classes else (World, "")
    whole = Report()
    began, used = time.perf_counter(), time.process_time()
    for seed in range(asked.seed, asked.seed + asked.histories):
        report = run(seed, kind=kind)
        whole.add(report)
        for what in report.wrong + report.stalls:
            print(
                f"{what}\n  again: python -m tests.server.simulation{again} --histories 1 --seed {seed}",
                flush=True,
            )
    wall, used = time.perf_counter() - began, time.process_time() - used
    print(f"histories      {whole.histories:,} ({whole.seconds:,.0f} s of made-up time)")
    print(f"took           {wall:.1f} s, {used:.1f} s of them at work")
    print(f"acknowledged   {whole.acknowledged:,}; events in the logs {whole.events:,}")
    print(f"faults         {sum(whole.faults.values()):,}: {_counted(whole.faults)}")
    print(f"refused        {_counted(whole.refused)}")
    print(f"rounds ended   {_counted(whole.outcomes)}")
    print(f"slowest end    {whole.slowest:.1f} s of made-up time after the last fault")
    print(f"disagreements  {len(whole.wrong)}")
    print(f"stalls         {len(whole.stalls)}")
    if asked.histories == 1:
        print(f"trace          {report.trace}")
    return 1 if whole.wrong or whole.stalls else 0


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {counts[name]:,}" for name in sorted(counts, key=lambda name: -counts[name]))


if __name__ == "__main__":
    sys.exit(main())
