"""The program of a worker process: pickled jobs in; results or errors out, pickled after their lengths."""

from __future__ import annotations

import contextlib
import os
import pickle  # only between a server and its own workers
import sys
import traceback
from collections.abc import Callable

from outnumber.api.errors import Refused
from outnumber.games import GameError, OptionError, Phrase

# A job that needs more memory fails alone.
MEMORY = 2 << 30
# The number of bytes of a length.
SIZE = 8


def answer(job: Callable[[], object]) -> bytes:
    """The result of a job or its error."""
    try:
        return pickle.dumps(job())
    except GameError as error:
        return pickle.dumps(error)
    except MemoryError:
        raise
    except Exception:  # an added game may fail: continue with the next question
        traceback.print_exc()
        return pickle.dumps(Refused("internal"))


def main() -> None:
    """Answer jobs until standard input ends."""
    if hasattr(os, "nice"):
        os.nice(5)  # jobs that only compute moves come first
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    whole = True
    with contextlib.suppress(EOFError):
        while whole:
            job = pickle.load(sys.stdin.buffer)  # noqa: S301
            try:
                told = answer(job)
            except MemoryError:
                # Data from earlier questions may be the reason: the next one gets a new process.
                whole = False
                remedy = Phrase("it needs more memory than the server allows.")
                told = pickle.dumps(OptionError("too-large", what=Phrase("This"), remedy=remedy))
            sys.stdout.buffer.write(len(told).to_bytes(SIZE) + told)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
