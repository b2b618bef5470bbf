"""outnumber exam"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from outnumber.games import GameError, Phrase, Voice

from .arguments import (
    chosen_rules,
    cli_command,
    game_argument,
    game_options,
    json_switch,
    new_file,
    option,
    seed_number,
    switch,
    whole,
)
from .output import needs_extra, print_json, speak, spoken, usage_error

MOST = 100_000


@cli_command
def command(
    game: str | None = game_argument(required=False),
    count: int = whole(1, MOST, "How many questions.", default=200),
    seed: int = seed_number("The same seed gives the same questions.", default=1),
    no_legal: bool = switch("Do not list the legal moves in the prompts."),
    parquet: str | None = new_file("Write a Parquet file instead; needs pyarrow."),
    grade: str | None = option(
        "Grade answers, one JSON object per line with id and answer; - reads standard input.",
        type=click.Path(exists=True, dir_okay=False, allow_dash=True),
        metavar="FILE",
    ),
    as_json: bool = json_switch("With --grade: print one JSON object."),
    given: dict[str, Any] = game_options(),
) -> int:
    """Write an exam: positions with something to lose, and the moves that are proven to win.

    Prints one JSON object per line, with the prompt for a language model, legal and winning moves, the chance
    by luck and the difficulty. No opponent is needed. --grade grades answers from anywhere.
    """
    if grade is not None:
        if game or parquet:
            raise usage_error(
                "--grade reads the questions from the ids of the answers; do not name a game or another file."
            )
        return _grade(grade, as_json)
    if game is None:
        raise usage_error(
            "Name a game, such as: {command}", command="outnumber exam strategy-stacks --range 30"
        )
    rows = _rows(chosen_rules(game, given), count, seed, legal=not no_legal)
    if parquet:
        _save(rows, parquet)
    else:
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
    if len(rows) < count:
        voice = spoken()
        note = voice.counted(
            "The search found only {n} such position in this game.",
            "The search found only {n} such positions in this game.",
            len(rows),
        )
        click.echo(note, err=True)
    return 0


def _rows(rules: Any, count: int, seed: int, *, legal: bool) -> list[dict[str, Any]]:
    from outnumber.api.exams import question_json
    from outnumber.study.puzzles.exam import exam

    return [question_json(question, legal=legal) for question in exam(rules, count, seed)]


def _save(rows: list[dict[str, Any]], file: str) -> None:
    with needs_extra("parquet", "Parquet"):
        import pyarrow
        from pyarrow import parquet
    # The options as text: they differ between games, and files of several games can be concatenated.
    table = pyarrow.Table.from_pylist([{**row, "options": json.dumps(row["options"])} for row in rows])
    parquet.write_table(table, file)


def _grade(file: str, as_json: bool) -> int:
    from outnumber.api.exams import mark_json
    from outnumber.study.statistics.exams import mark

    found = mark(_given(file))
    if as_json:
        print_json(mark_json(found))
        return 0
    voice = spoken()
    click.echo(voice.counted("{n} question", "{n} questions", found.questions))
    speak("Right: {share}", share=_shown(found.right, voice))
    if found.luck is not None:
        speak("By luck: {share}", share=voice.percent(found.luck))
    kinds: dict[str, Any] = {
        kind: voice.number(found.kinds[kind]) for kind in ("blunder", "illegal", "garbled")
    }
    speak("Wins thrown away: {blunder}. Not allowed: {illegal}. No number: {garbled}.", **kinds)
    for hard, share in found.by_difficulty.items():
        speak("Difficulty {difficulty}: {share}", difficulty=hard, share=_shown(share, voice))
    return 0


def _shown(share: Any, voice: Voice) -> str:
    if share.interval is None:
        return "–"
    low, high = share.interval
    counted = f"{voice.number(share.hits)}/{voice.number(share.of)}"
    return f"{counted}, {voice.percent(share.rate)} " + voice.decimal(f"({100 * low:.1f}–{100 * high:.1f})")


def _given(file: str) -> Iterator[Any]:
    """The answers in a file; raises `GameError` with the line that cannot be read."""
    from outnumber.api.exams import ExamAnswer
    from outnumber.api.reader import Reader
    from outnumber.store.files import StoreError
    from outnumber.study.puzzles.exam import Question, question
    from outnumber.study.statistics.exams import given

    reader: Reader[ExamAnswer] = Reader(ExamAnswer)
    asked: dict[str, Question] = {}
    with click.open_file(file, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                told = reader.read(line)
                if told.id not in asked:
                    asked[told.id] = question(told.id)
            except GameError as error:
                where = Phrase("line {line} of {file}", line=number, file=file)
                # For an invalid line, only the error itself: there is no request to refuse.
                raise StoreError(
                    "unreadable",
                    text=where,
                    remedy="{error}",
                    error=spoken().tell(error.numbers.get("what", error)),
                ) from None
            yield given(asked[told.id], told.answer)
