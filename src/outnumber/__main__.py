"""The entry point of the command `outnumber`, and of `python -m outnumber`."""

import gc
import sys


def main() -> None:
    # Objects created at startup live as long as the process, so collecting garbage among them wastes time.
    gc.set_threshold(20_000)
    try:
        # Imported here so that Ctrl-C during startup is handled like Ctrl-C later.
        from outnumber.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
