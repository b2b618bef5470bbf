"""Every position of every lesson against exhaustive search, and every sentence against its claim."""

from __future__ import annotations

import pytest

from outnumber.games.base import Position
from outnumber.games.sentences import Told
from outnumber.study.lessons import engine
from outnumber.study.lessons.engine import NONE, View
from outnumber.study.lessons.lesson import LESSONS, Lesson, Step
from outnumber.study.lessons.sentences import SENTENCES, Teaching
from outnumber.study.lessons.view import sentences_of
from outnumber.study.puzzles.puzzle import puzzle_in
from tests.claims import holds
from tests.claims.truth import Truth
from tests.theory.cases import Spec, attacks, pool_games, rules_of
from tests.theory.claims import Exact, reachable

# The winning moves from the lessons' design; `-` if none wins.
WINNING = {
    "number-stack-duel": {
        "tiny-1": "-", "tiny-2": "3", "tiny-3": "4", "tiny-4": "3 4", "who-1": "-", "who-2": "5",
        "who-3": "-", "drill-1": "5", "drill-2": "4 5", "drill-3": "-", "drill-4": "5 6 7", "drill-5": "3 5",
        "drill-6": "3 4 5",
    },
    "order-challenge": {
        "tiny-1": "-", "tiny-2": "1", "tiny-3": "-", "tiny-4": "1 2", "tiny-5": "1", "tiny-6": "1 2",
        "tiny-7": "3", "tiny-8": "2 5", "who-1": "-", "who-2": "-", "who-3": "3", "drill-1": "1 4",
        "drill-2": "1 2 5", "drill-3": "2", "drill-4": "4 7", "drill-5": "-", "drill-6": "4",
    },
    "number-stack-attack": {
        "tiny-1": "2", "tiny-2": "3", "tiny-3": "-", "tiny-4": "4", "tiny-5": "5", "tiny-6": "3",
        "who-1": "7", "who-2": "-", "who-3": "-", "drill-1": "6", "drill-2": "1 5", "drill-3": "-",
        "drill-4": "7", "drill-5": "7", "drill-6": "-",
    },
    "strategy-stacks": {
        "tiny-1": "4", "tiny-2": "3", "tiny-3": "3", "tiny-4": "4", "tiny-5": "2 3", "tiny-6": "5 7",
        "tiny-7": "7", "tiny-8": "7", "who-1": "-", "who-2": "5 7", "who-3": "-", "drill-1": "2",
        "drill-2": "8", "drill-3": "-", "drill-4": "6", "drill-5": "5", "drill-6": "-",
    },
    "number-duel": {
        "tiny-1": "11", "tiny-2": "5", "tiny-3": "2", "tiny-4": "9", "tiny-5": "7", "tiny-6": "5 11",
        "tiny-7": "-", "tiny-8": "5 7", "who-1": "5 7", "who-2": "-", "who-3": "5 11", "drill-1": "4",
        "drill-2": "2", "drill-3": "-", "drill-4": "4 6", "drill-5": "-", "drill-6": "6",
    },
}  # fmt: skip
# For larger positions, the winner comes from the theorems, which other tests compare with the rules.
LARGEST_TRIED = 13
# Claims about every position of the games that use the sentence.
EVERYWHERE = {
    "number-stack-duel": ("sides-rules", "sides-idea", "sides-near", "sides-rule"),
    "order-challenge": (
        "order-rules", "order-count", "order-skip", "order-gift", "order-give-up", "order-rule"
    ),
    "number-stack-attack": ("race-rules", "race-idea", "race-stand-off", "race-rule"),
    "strategy-stacks": ("stacks-rules", "pairs-one", "pairs-rule"),
    "number-duel": ("duel-rules", "pairs-one", "pairs-rule"),
}  # fmt: skip
SMALL: list[Spec] = [spec for size in (1, 2, 5, 7) for spec in pool_games(size)]
SMALL += [spec for target in (4, 9) for spec in attacks(target)]


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth()


def boards(lesson: Lesson) -> list[Step]:
    return [step for step in lesson.steps if step.part in ("tiny", "who", "drill")]


def truth_of(position: Position, tried: Truth) -> Truth:
    small = position.rules.size <= LARGEST_TRIED or position.rules.name == "number-stack-attack"
    return tried if small else Exact()


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_winning_moves_equal_the_design(lesson: Lesson, truth: Truth) -> None:
    found = {
        step.id: " ".join(map(str, truth.winning(step.round.position))) or "-" for step in boards(lesson)
    }
    assert found == WINNING[lesson.id]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_has_all_its_parts(lesson: Lesson) -> None:
    assert lesson.steps[0].part == "idea"
    assert lesson.steps[-1].id == "seat"
    assert [len(lesson.part(part)) for part in ("who", "drill", "seat")] == [3, 6, 1]
    assert len({step.id for step in lesson.steps}) == len(lesson.steps)
    drill = [WINNING[lesson.id][id] for id in lesson.part("drill")]
    assert 1 <= drill.count("-") <= 3
    who = {WINNING[lesson.id][id] == "-" for id in lesson.part("who")}
    assert who == {True, False}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_missed_drill_board_can_return_as_a_puzzle(lesson: Lesson) -> None:
    for step in boards(lesson):
        if step.part == "drill":
            assert puzzle_in(step.round.position, step.moves, "all"), step.id


def walked(lesson: Lesson) -> list[tuple[View, Position]]:
    """All content shown to a learner who gives every answer at every step, with its position."""
    seen = []
    for step in lesson.steps:
        if step.part == "seat":
            continue
        place = engine.at(engine.begin(lesson.id), step.id)
        seen.append((engine.look(place), step.round.position))
        if step.part == "idea":
            continue
        answers = [1, 2] if step.part == "who" else [NONE, *step.round.position.legal_moves()]
        for number in answers:
            after = engine.answer(place, number)
            shown = engine.look(after)
            assert shown.reply
            seen.append((shown, shown.reply.before.position))
            if not shown.done:
                seen.append((engine.look(engine.hint(engine.hint(after))), shown.reply.before.position))
    return seen


def about(told: Told, view: View, before: Position) -> Position:
    if view.reply and told in view.reply.said:
        return before
    return view.step.round.position if view.done or told in sentences_of(view.step) else view.round.position


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_sentence_is_true(lesson: Lesson, truth: Truth) -> None:
    for view, before in walked(lesson):
        for told in (*view.said, *view.hints, *(view.reply.said if view.reply else ())):
            assert isinstance(told, Told)
            position = about(told, view, before)
            checked = Exact() if told.code == "duel-large" else truth_of(position, truth)
            assert holds(told, checked, position), (lesson.id, view.step.id, str(told))


@pytest.mark.parametrize("spec", SMALL, ids=str)
def test_a_rule_holds_in_every_position_of_small_games(spec: Spec) -> None:
    truth = Truth()
    rules = rules_of(spec)
    codes = EVERYWHERE[rules.name]
    if spec[1].get("link", ["multiple", "digit"]) != ["multiple", "digit"]:
        codes = ("pairs-rule",)
    if spec[1].get("tie") == "last":
        codes = tuple(code for code in codes if code != "race-stand-off")
    for position, _ in reachable(rules.start()):
        if position.outcome() is None:
            for code in codes:
                assert holds(Teaching(code), truth, position), (code, position)


def test_claims_can_fail(truth: Truth) -> None:
    """With another number or another position, a sentence must become false."""
    duel = LESSONS["number-stack-duel"].step("idea-2").round.position
    assert not holds(Teaching("sides-count", top=4, f=4, k=3), truth, duel)
    attack = LESSONS["number-stack-attack"].step("idea-3").round.position
    assert not holds(Teaching("race-biggest", biggest=5, move=1, more=3, fewer=1), truth, attack)
    dead = LESSONS["number-stack-attack"].step("idea-4").round.position
    assert not holds(Teaching("race-dead-end", move=5, total=5, target=10), truth, dead)
    stacks = LESSONS["strategy-stacks"].step("idea-2").round.position
    assert not holds(Teaching("pairs-idea", pairs=((1, 2), (4, 5), (3, 6))), truth, stacks)
    odd = LESSONS["strategy-stacks"].step("idea-3").round.position
    assert not holds(Teaching("pairs-left", move=4, pairs=((1, 5), (2, 3))), truth, odd)
    large = LESSONS["number-duel"].step("idea-5").round.position
    assert not holds(
        Teaching("duel-neighbour", pairs=((2, 6), (3, 9), (4, 8), (5, 10), (7, 14))), truth, large
    )
    assert not holds(Teaching("again"), truth, LESSONS["number-stack-duel"].step("tiny-1").round.position)


def test_every_sentence_is_used() -> None:
    said = {"seat-how", "seat-line-cut", "after-cut", "after-over"}  # in seats, where games are longer
    for lesson in LESSONS.values():
        for view, _ in walked(lesson):
            said |= {told.code for told in (*view.said, *view.hints)}
            said |= {told.code for told in view.reply.said} if view.reply else set()
    assert {*SENTENCES} <= said
