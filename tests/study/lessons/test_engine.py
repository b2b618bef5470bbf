"""The lesson engine: the effect of answers, stars, and saved state."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from outnumber.games.errors import GameError, IllegalMove
from outnumber.games.registry import game
from outnumber.language import lessons as words
from outnumber.language.voice import voice
from outnumber.study.lessons import engine, progress, seats
from outnumber.study.lessons.engine import NONE, Place, View
from outnumber.study.lessons.lesson import LESSONS, STARS, lesson_of
from outnumber.study.lessons.place import MOST_GIVEN, MOST_WRONG
from outnumber.study.puzzles.progress import Progress
from outnumber.study.puzzles.puzzle import from_json as puzzle_from
from outnumber.theory.solve import solve
from tests.added.steps import Steps


def right(view: View) -> int:
    """A correct answer."""
    verdict = solve(view.round.position)
    if view.asks == "seat":
        return int(verdict.winner)
    return verdict.winning[0] if verdict.winning else NONE


def wrong(view: View) -> int:
    verdict = solve(view.round.position)
    if view.asks == "seat":
        return 3 - int(verdict.winner)
    return next(move for move in view.round.position.legal_moves() if move not in verdict.winning)


def done(place: Place) -> Place:
    """The place at the end of its step, without a mistake."""
    while not (view := engine.look(place)).done:
        place = engine.answer(place, right(view))
    return place


def at(lesson: str, step: str) -> Place:
    return engine.at(engine.begin(lesson, 3), step)


@pytest.mark.parametrize("lesson", LESSONS)
def test_correct_answers_earn_all_stars_and_then_harder_boards(lesson: str) -> None:
    place, seen, boards = engine.begin(lesson, 3), [], LESSONS[lesson].steps
    while place.level == 0:
        seen.append(place.step)
        place = done(place)
        assert engine.from_json(place.to_json()) == place
        if place.step == boards[-2].id:
            assert place.stars == ("saw", "can")
        place = engine.next_step(place)
    assert seen == [step.id for step in boards] + ["seat"] * 4
    assert place.stars == tuple(STARS)
    assert (place.step, place.row) == ("seat", 0)
    rules = engine.look(place).round.position.rules
    assert rules in [game(lesson, **board) for board in LESSONS[lesson].levels[1].boards]
    # There is no end: the last level repeats.
    assert seats.level_of(lesson, 99) == LESSONS[lesson].levels[-1]


@pytest.mark.parametrize(
    ("lesson", "step"), [("strategy-stacks", "tiny-3"), ("number-stack-attack", "tiny-2")]
)
def test_a_losing_move_is_refuted_and_then_retried(lesson: str, step: str) -> None:
    place = at(lesson, step)
    before = engine.look(place)
    after = engine.answer(place, wrong(before))
    view = engine.look(after)
    assert view.reply
    assert not view.reply.right
    current = view.reply.before
    for move in view.reply.line:
        current = current.play(move)
    assert current.outcome
    assert current.outcome.winner is not before.you
    # The board is unchanged, and a correct answer still ends the step.
    assert (view.round, view.done, view.wrong) == (before.round, False, 1)
    assert engine.look(done(after)).round.outcome


def test_no_move_wins_is_a_valid_answer() -> None:
    place = at("number-stack-duel", "tiny-1")
    assert engine.look(engine.answer(place, NONE)).done
    won = at("number-stack-duel", "tiny-2")
    view = engine.look(engine.answer(won, NONE))
    assert view.reply
    assert (view.done, [told.code for told in view.reply.said]) == (False, ["again"])


def test_a_drill_counts_when_all_of_it_is_correct_in_one_run() -> None:
    place = at("order-challenge", "drill-1")
    missed = engine.answer(place, wrong(engine.look(place)))
    puzzle = engine.look(missed).newly_missed
    assert puzzle
    # Once is enough.
    assert engine.look(engine.answer(missed, wrong(engine.look(missed)))).newly_missed is None
    assert engine.look(done(missed)).newly_missed is None
    assert puzzle_from(puzzle.card).position == engine.look(place).round.position
    place = engine.next_step(done(missed))
    for _ in range(5):
        place = engine.next_step(done(place))
    # A new run from the beginning.
    assert (place.step, place.clean, "can" in place.stars) == ("drill-1", (), False)
    for _ in range(6):
        place = engine.next_step(done(place))
    assert (place.step, "can" in place.stars) == ("seat", True)


def test_the_last_hint_reveals_the_answer_and_the_board_counts_as_missed() -> None:
    place = engine.hint(at("strategy-stacks", "drill-1"))
    assert engine.look(done(place)).solved
    told = engine.hint(place)
    assert [str(hint) for hint in engine.look(told).hints][1] == "2 is the only move that wins."
    assert engine.hint(told) == told
    view = engine.look(done(told))
    assert (view.solved, view.newly_missed is not None) == (False, True)


def test_a_seat_has_no_hints() -> None:
    place = at("number-duel", "seat")
    assert engine.hint(place) == place


def test_a_start_remains_until_it_is_decided() -> None:
    place = at("strategy-stacks", "seat")
    drawn = engine.look(place).round
    away = engine.at(engine.at(place, "idea-1"), "seat")
    assert engine.look(away).round == drawn
    seated = engine.answer(place, right(engine.look(place)))
    assert engine.look(engine.at(seated, "seat")).round == drawn
    won = done(place)
    assert (won.row, won.decided) == (1, True)
    # Nor can it be won a second time.
    again = engine.at(engine.at(won, "idea-1"), "seat")
    assert (again.decided, again.seed == place.seed, again.row) == (False, False, 1)
    assert engine.next_step(won) == engine.at(won, "seat")


def test_a_lost_seat_ends_the_row_and_returns() -> None:
    place = engine.next_step(done(at("order-challenge", "seat")))
    assert place.row == 1
    lost = engine.answer(place, wrong(engine.look(place)))
    view = engine.look(lost)
    assert (lost.row, view.done, view.solved) == (0, True, False)
    assert view.missed
    assert view.missed.kind == "seat"
    seated = engine.answer(place, right(engine.look(place)))
    later = engine.look(engine.answer(seated, wrong(engine.look(seated))))
    assert (later.done, later.solved) == (True, False)
    # A finished step accepts no answers.
    assert engine.answer(lost, 1) == lost


def test_an_invalid_answer_is_refused_and_has_no_effect() -> None:
    with pytest.raises(IllegalMove):
        engine.answer(at("strategy-stacks", "tiny-1"), 3)
    with pytest.raises(GameError):
        engine.answer(at("strategy-stacks", "who-1"), 3)
    seat = at("number-duel", "seat")
    seated = engine.answer(seat, right(engine.look(seat)))
    with pytest.raises(IllegalMove):
        engine.answer(seated, NONE)
    with pytest.raises(KeyError):
        engine.at(engine.begin("number-duel"), "idea-99")


def test_a_place_does_not_grow_with_wrong_answers() -> None:
    place = first = engine.answer(at("strategy-stacks", "tiny-1"), 1)
    for _ in range(MOST_WRONG + 5):
        place = engine.answer(place, 1)
    assert place == replace(first, wrong=MOST_WRONG)
    assert engine.look(engine.from_json(place.to_json())).wrong == MOST_WRONG + 1
    # The correct answers remain, and the next step starts empty.
    on = engine.answer(engine.answer(place, 4), NONE)
    assert (on.given, on.wrong) == ((4, NONE), MOST_WRONG)
    assert engine.look(on).round == engine.look(replace(on, given=(4,))).round
    assert engine.look(done(place)).done
    assert engine.next_step(done(place)).wrong == 0


def test_a_place_saved_with_every_wrong_answer_still_loads() -> None:
    plain = at("strategy-stacks", "tiny-1").to_json() | {"given": [1] * (MOST_GIVEN - 1)}
    del plain["wrong"]
    place = engine.from_json(plain)
    assert engine.look(place).wrong == MOST_GIVEN - 1
    after = engine.answer(place, 1)
    assert (after.given, engine.look(after).wrong) == ((1,), MOST_GIVEN)


@pytest.mark.parametrize(
    "change",
    [
        {"lesson": "chess"}, {"step": "idea-99"}, {"given": [99]}, {"given": "12"}, {"given": [True]},
        {"row": 6}, {"row": -1}, {"decided": 1}, {"stars": ["all"]}, {"done": ["x"]}, {"level": 10**6},
        {"more": 1}, {"hinted": 3}, {"clean": [[]]}, {"stars": [["saw"]]}, {"stars": ["saw"] * 4},
    ],
    ids=str,
)  # fmt: skip
def test_an_invalid_place_is_refused(change: dict[str, Any]) -> None:
    plain = at("strategy-stacks", "tiny-1").to_json()
    assert engine.from_json(plain)
    with pytest.raises(ValueError, match=r".+"):
        engine.from_json({**plain, **change})


def test_stars_survive_an_invalid_place() -> None:
    kept = Progress(lessons={"number-duel": {"stars": ["saw", "can"], "step": "gone"}})
    found = progress.places(kept, 3)
    assert found["number-duel"] == replace(engine.begin("number-duel", 3), stars=("saw", "can"))
    assert progress.proposed(found) == "number-stack-duel"
    all_stars = {
        id: replace(place, stars=tuple(STARS), level=n) for n, (id, place) in enumerate(found.items())
    }
    assert progress.proposed(all_stars) == "number-stack-duel"


def test_an_added_game_has_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lesson_of("Number Duel").id == "number-duel"
    monkeypatch.setattr("outnumber.study.lessons.lesson.find", lambda _: Steps)
    with pytest.raises(GameError, match="no lesson about"):
        lesson_of("steps")


@pytest.mark.parametrize("lesson", LESSONS)
def test_starts_are_the_same_for_a_seed_and_won_equally_often_for_both_seats(lesson: str) -> None:
    found = [seats.Starts(lesson, 0, seed).one(None) for seed in range(24)]
    won = sum(puzzle is not None and puzzle.winner is puzzle.position.turn for puzzle in found)
    assert 6 <= won <= 18
    assert found[0] == seats.drawn(lesson, 0, 0)


def test_ideas_are_rendered_as_text() -> None:
    def drawn(lesson: str, step: str, language: str = "en") -> list[str]:
        return words.picture(LESSONS[lesson].step(step).round, voice(language))

    assert drawn("number-stack-attack", "idea-2", "de") == [
        "  Spieler 1 hat 0 von 9   braucht noch 3 Steine",
        "  Spieler 2 hat 0 von 9   braucht noch 3 Steine",
    ]
    assert drawn("strategy-stacks", "idea-1") == ["  6 ÷2 3"]
    assert drawn("strategy-stacks", "idea-2") == ["  1–5   2–4   3–6"]
    assert drawn("strategy-stacks", "idea-3") == ["  1 2 3 4 5"]
    assert drawn("order-challenge", "idea-3")[1] == "  1 2   2 gifts: for Player 2 only"
    assert drawn("number-stack-duel", "idea-2")[1] == "  1 2 3       3 below: the side of Player 1"


def test_a_pass_is_announced_in_a_displayed_line() -> None:
    place = engine.answer(at("number-stack-attack", "tiny-6"), 5)
    reply = engine.look(place).reply
    assert reply
    assert str(reply.said[0]) == (
        "See what happens after 5: your opponent plays 3, you must pass, your opponent plays 3. "
        "No token fits any more, and your opponent wins."
    )
