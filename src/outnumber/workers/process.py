"""The program of a worker process: reads jobs, writes answers.

Each is one JSON value on a line; refusals begin with `!`.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from functools import cache, reduce
from importlib import import_module
from operator import or_

import msgspec

from outnumber.api import ErrorModel
from outnumber.api.errors import Refused
from outnumber.games.errors import GameError, OptionError
from outnumber.games.sentences import Phrase
from outnumber.language.voice import voice
from outnumber.workers.jobs import REFUSAL, Job

# A job that needs more memory fails alone.
MEMORY = 2 << 30

_encode = msgspec.json.Encoder().encode


@cache
def _decoder(module: str) -> msgspec.json.Decoder[Job]:
    """Parses the jobs of a module: the classes with an answer."""
    named = vars(import_module(f"outnumber.workers.{module}")).values()
    types = [each for each in named if isinstance(each, type) and issubclass(each, Job) and each is not Job]
    return msgspec.json.Decoder(reduce(or_, [each for each in types if "answer" in vars(each)]))


def read(line: bytes) -> Job:
    """The job in a line."""
    try:
        return _decoder("jobs").decode(line)
    except msgspec.ValidationError:
        # Imported when needed, so that a computer's first move does not wait for it.
        return _decoder("study_jobs").decode(line)


def answer(job: Job) -> bytes:
    """The answer to a job."""
    try:
        return _encode(job.answer(voice(job.language)))
    except GameError as error:
        return refusal(error, job)
    except MemoryError:
        raise
    except Exception:  # an added game may fail: continue with the next question
        traceback.print_exc()
        return refusal(Refused("internal"), job)


def refusal(error: GameError, job: Job) -> bytes:
    numbers = not isinstance(error, Refused)
    return REFUSAL + _encode(ErrorModel.of(error, voice(job.language), numbers=numbers))


def main() -> None:
    """Answer jobs until standard input ends."""
    if hasattr(os, "nice"):
        os.nice(5)  # jobs that only compute moves come first
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    whole = True
    while whole and (line := sys.stdin.buffer.readline()):
        job = read(line)
        try:
            told = answer(job)
        except MemoryError:
            # Data from earlier questions may be the reason: the next one gets a new process.
            whole = False
            remedy = Phrase("it needs more memory than the server allows.")
            told = refusal(OptionError("too-large", what=Phrase("This"), remedy=remedy), job)
        sys.stdout.buffer.write(told + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
