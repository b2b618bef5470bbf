"""The program of a solver process: jobs in, answers out, one JSON object a line; refusals begin with `!`."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback

import msgspec

from outnumber.games.errors import GameError, OptionError
from outnumber.games.sentences import Phrase
from outnumber.solvers import jobs, lessons, puzzles, sheets
from outnumber.solvers.jobs import REFUSAL
from outnumber.wire import ErrorModel, Model
from outnumber.wire.refusals import Refused
from outnumber.words.voice import voice

# A question that needs more memory fails, and nothing else does.
MEMORY = 2 << 30

AnyJob = (
    jobs.Choose
    | jobs.Check
    | jobs.FairStarts
    | jobs.Verdict
    | jobs.Hint
    | jobs.Review
    | jobs.ToldReview
    | jobs.PositionPicture
    | jobs.HistoryPicture
    | puzzles.SomePuzzles
    | puzzles.PuzzleOfDay
    | puzzles.Try
    | puzzles.PuzzleHint
    | puzzles.Solution
    | puzzles.Ahead
    | puzzles.Schedule
    | lessons.Learn
    | lessons.LessonPicture
    | sheets.Worksheet
    | sheets.ChainHint
)
_decoder: msgspec.json.Decoder[AnyJob] = msgspec.json.Decoder(AnyJob)
_encode = msgspec.json.Encoder().encode


def answer(job: AnyJob) -> bytes:
    """The answer to one question."""
    try:
        told: Model = job.answer(voice(job.language))
        return _encode(told)
    except GameError as error:
        return refusal(error, job)
    except MemoryError:
        raise
    except Exception:  # perhaps of an added game: the next question is answered all the same
        traceback.print_exc()
        return refusal(Refused("internal"), job)


def refusal(error: GameError, job: AnyJob) -> bytes:
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
        job = _decoder.decode(line)
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
