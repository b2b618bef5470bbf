"""Run the tests that failed in the last run once more, one after the other: python -m tests.run_failed_again

Tests that race with others should not block a change that has nothing to do with them. They are faults all
the same: the output lists them. `.ci/run` runs this; it fails if more than five tests failed, or if one fails
again.
"""

import json
import subprocess
import sys
from pathlib import Path

# More failures than that are no accident.
MOST = 5
CACHE = Path(".pytest_cache/v/cache/lastfailed")


def main() -> int:
    failed = list(json.loads(CACHE.read_text(encoding="utf-8"))) if CACHE.exists() else []
    if not 1 <= len(failed) <= MOST:
        sys.stdout.write(f"== {len(failed)} tests failed: at most {MOST} are run again\n")
        return 1
    sys.stdout.write(f"== running {len(failed)} failed tests again, one after the other\n")
    sys.stdout.flush()
    again = subprocess.run([sys.executable, "-m", "pytest", "-n", "0", *failed], check=False)
    if again.returncode == 0:
        sys.stdout.write("== FLAKY: these tests failed beside others, and passed alone. Fix them:\n")
        sys.stdout.write("".join(f"   {test}\n" for test in failed))
    return again.returncode


if __name__ == "__main__":
    sys.exit(main())
