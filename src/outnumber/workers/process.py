"""The program of a solver process: jobs in, answers out, one JSON value a line; refusals begin with `!`."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from functools import cache, reduce
from operator import or_
from types import ModuleType

import msgspec

from outnumber.api import ErrorModel
from outnumber.api.errors import Refused
from outnumber.games.errors import GameError, OptionError
from outnumber.games.sentences import Phrase
from outnumber.language.voice import voice
from outnumber.workers import jobs
from outnumber.workers.jobs import REFUSAL, Job

# A question that needs more memory fails, and nothing else does.
MEMORY = 2 << 30

_encode = msgspec.json.Encoder().encode


def _reader(*modules: ModuleType) -> msgspec.json.Decoder[Job]:
    """Reads the jobs of some modules: whatever answers there."""
    named = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    kinds = [each for each in named if issubclass(each, Job) and each is not Job and "answer" in vars(each)]
    return msgspec.json.Decoder(reduce(or_, kinds))


_about_games = _reader(jobs)


@cache
def _about_all_else() -> msgspec.json.Decoder[Job]:
    # Not at the top: a computer's first move would wait for it.
    from outnumber.workers import lessons, puzzles, worksheets

    return _reader(lessons, puzzles, worksheets)


def read(line: bytes) -> Job:
    """The question of a line."""
    try:
        return _about_games.decode(line)
    except msgspec.ValidationError:
        return _about_all_else().decode(line)


def answer(job: Job) -> bytes:
    """The answer to one question."""
    try:
        return _encode(job.answer(voice(job.language)))
    except GameError as error:
        return refusal(error, job)
    except MemoryError:
        raise
    except Exception:  # perhaps of an added game: the next question is answered all the same
        traceback.print_exc()
        return refusal(Refused("internal"), job)


def refusal(error: GameError, job: Job) -> bytes:
    numbers = not isinstance(error, Refused)
    return REFUSAL + _encode(ErrorModel.of(error, voice(job.language), numbers=numbers))


def main() -> None:
    """Answer until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(5)  # players who only move come first
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    whole = True
    while whole and (line := sys.stdin.buffer.readline()):
        job = read(line)
        try:
            told = answer(job)
        except MemoryError:
            # What earlier questions left behind may be the reason: the next one gets a new process.
            whole = False
            remedy = Phrase("it needs more memory than the server allows.")
            told = refusal(OptionError("too-large", what=Phrase("This"), remedy=remedy), job)
        sys.stdout.buffer.write(told + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
