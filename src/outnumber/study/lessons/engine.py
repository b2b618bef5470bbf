"""The lesson engine: the place of a learner, the content shown there, and the effect of an answer.

A `Place` is the complete state: a value without anything that can be recomputed. `look` shows it, and
`answer`, `hint`, `next_step`, `step_by` and `at` return other places. This module does no I/O, and randomness
comes only from a seed, so that the prompt, the app and a server share every text and rule.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from outnumber.games import NotAMove, Phrase, Seat

from .lesson import LESSONS, UNHELPED, Step
from .place import LARGEST_SEED, LAST_HINT, MOST_WRONG, Place
from .seats import ROW
from .view import NONE, Reply, View, look

__all__ = [
    "LAST_HINT", "NONE", "Place", "Reply", "View",
    "answer", "at", "begin", "from_json", "hint", "look", "next_step", "step_by", "validated",
]  # fmt: skip

T = TypeVar("T")

# Moving between places


def begin(lesson: str, seed: int = 0) -> Place:
    """The first step of a lesson, for a new learner."""
    return Place(lesson, LESSONS[lesson].steps[0].id, seed=seed)


def at(place: Place, step: str) -> Place:
    """Another step of the lesson, from its beginning; raises `KeyError` if there is none.

    A new run of the drill starts at its first board. After five seats in a row, the boards are harder.
    """
    found = LESSONS[place.lesson].step(step)
    if found.part == "seat" and place.decided:
        up = place.row == ROW
        place = replace(
            place, seed=_next(place.seed), decided=False, level=place.level + up, row=0 if up else place.row
        )
    clean = () if step == LESSONS[place.lesson].part("drill")[0] else place.clean
    return replace(place, step=found.id, given=(), wrong=0, hinted=0, clean=clean)


def _next(seed: int) -> int:
    return (seed * 1_103_515_245 + 12_345) % LARGEST_SEED


def next_step(place: Place) -> Place:
    """The next step; after a drill with mistakes, its first step again; after a seat, another start."""
    lesson = LESSONS[place.lesson]
    drill = lesson.part("drill")
    if place.step == "seat":
        return at(place, "seat")
    if place.step == drill[-1] and "can" not in place.stars:
        return at(place, drill[0])
    return at(place, lesson.steps[lesson.place(place.step) + 1].id)


def step_by(place: Place, by: int) -> Place:
    """The place at the previous or next step, if there is one."""
    lesson = LESSONS[place.lesson]
    return at(place, lesson.steps[max(0, min(lesson.place(place.step) + by, len(lesson.steps) - 1))].id)


def answer(place: Place, number: int) -> Place:
    """The place after an answer: a move, `NONE` or a seat; raises `GameError` for an invalid answer."""
    view = look(place)
    if view.done:
        return place
    if view.asks == "next":
        return _finished(place, view.step, clean=False)
    _check(view, number)
    after = replace(place, given=(*_right(place), number), wrong=min(view.wrong, MOST_WRONG))
    seen = look(after)
    if not seen.done:
        return after
    if seen.step.part == "seat":
        return _sat(after, won=bool(seen.solved))
    return _finished(after, seen.step, clean=bool(seen.solved))


def _right(place: Place) -> tuple[int, ...]:
    """The correct answers so far. A wrong one does not change the board."""
    right: tuple[int, ...] = ()
    for number in place.given:
        reply = look(replace(place, given=(*right, number))).reply
        if reply and reply.right:
            right = (*right, number)
    return right


def hint(place: Place) -> Place:
    """The place after one more hint; the last hint reveals the answer, and seats have no hints."""
    view = look(place)
    if view.done or view.step.part in UNHELPED:
        return place
    return replace(place, hinted=min(place.hinted + 1, LAST_HINT))


def _check(view: View, number: int) -> None:
    if view.asks == "seat":
        if number not in (Seat.ONE, Seat.TWO):
            raise NotAMove("not-a-number", text=str(number), remedy=Phrase("type 1 or 2."))
    elif (number != NONE or view.step.part == "seat") and number not in view.round.position.legal_moves():
        raise view.round.position.refusal(number)


def _finished(place: Place, step: Step, *, clean: bool) -> Place:
    """Record that a step is done, and award its stars."""
    lesson = LESSONS[place.lesson]
    done, right, stars = _with(place.done, step.id), place.clean, place.stars
    if step.part == "drill" and clean:
        right = _with(right, step.id)
    if {*lesson.part("idea", "tiny", "who")} <= {*done}:
        stars = _with(stars, "saw")
    if {*lesson.part("drill")} <= {*right}:
        stars = _with(stars, "can")
    return replace(place, done=done, clean=right, stars=stars)


def _with(found: tuple[T, ...], more: T) -> tuple[T, ...]:
    return found if more in found else (*found, more)


def _sat(place: Place, *, won: bool) -> Place:
    row = place.row + 1 if won else 0
    place = replace(place, decided=True, row=row)
    if row < ROW:
        return place
    return replace(place, stars=_with(place.stars, "proved"), done=_with(place.done, "seat"))


# Saved state


def from_json(plain: Any) -> Place:
    """The place in the output of `to_json`; raises `ValueError` for anything else."""
    try:
        return validated(msgspec.convert(plain, Place))
    except msgspec.ValidationError as error:
        raise ValueError(f"no place in a lesson: {error}") from None


def validated(place: Place) -> Place:
    """The place, if its lesson has these steps and answers; otherwise raises `ValueError`."""
    lesson = LESSONS.get(place.lesson)
    if not lesson or not {place.step, *place.done, *place.clean} <= {step.id for step in lesson.steps}:
        raise ValueError("a lesson or a step that is none")
    replayed = replace(place, given=())
    for number in place.given:
        _check(look(replayed), number)
        replayed = replace(replayed, given=(*replayed.given, number))
    return place
