"""The entry point of the command `outnumber`, and of `python -m outnumber`."""

import gc
import sys


def main() -> None:
    # What is made while the program starts stays, and looking for garbage there takes time for nothing.
    gc.set_threshold(20_000)
    try:
        # Imported here, so that Ctrl-C in the first moments is as quiet as later.
        from outnumber.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
