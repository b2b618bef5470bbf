"""`outnumber learn`: at the prompt, from a pipe, and for programs."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from outnumber.study.lessons import engine
from outnumber.study.lessons.lesson import LESSONS
from outnumber.study.lessons.progress import place_in
from outnumber.study.puzzles.progress import Progress, ProgressStore
from tests.program import call, lines
from tests.study.lessons.test_engine import right, wrong


def kept(lesson: str) -> engine.Place:
    return place_in(ProgressStore().load().progress, lesson, 0)


def test_a_wrong_move_is_refuted_and_the_lesson_resumes_later() -> None:
    done = call("learn", "strategy-stacks", typed=lines("", "", 1, "hint", 9, "help", 4, 3, "x", "", "quit"))
    assert (done.returncode, done.stderr) == (0, "")
    told = [
        "Give every number a partner. Step 1 of 22: The idea",
        "See what happens after 1: your opponent plays 3. Now you have no answer, and your opponent wins.",
        "Hint 1 of 2: Leave out a number that you can play.",
        "9 is not one of the numbers from 1 to 4.",
        "first the rule of the lesson, then the answer",
        "Yes, 4 wins.",
        "Your opponent plays 1.",
        "Yes, 3 wins at once.",
        "You win!",
        "Press Enter to continue, or type help",
        "Step 4 of 22: A tiny board",
    ]
    at = -1
    for text in told:
        at = done.stdout.index(text, at + 1)
    again = call("learn", "strategy-stacks", typed=lines("previous", "skip", "quit"))
    assert [line for line in again.stdout.splitlines() if "Step " in line] == [
        f"Give every number a partner. Step {n} of 22: A tiny board" for n in (4, 3, 4)
    ]
    assert kept("strategy-stacks").done == ("idea-1", "idea-2", "tiny-1")


def test_a_whole_lesson_in_german_from_the_first_idea_to_the_harder_boards() -> None:
    """A learner who answers correctly at one prompt, except for one board of the drill."""
    typed: list[object] = []
    place = engine.begin("order-challenge", 5)
    ProgressStore().change(Progress.learned, "order-challenge", place.to_json(), None, datetime.now(UTC))
    slipped = False
    while place.level == 0:
        view = engine.look(place)
        if view.asks == "next":
            typed.append("")
            place = engine.next_step(engine.answer(place, 0))
            continue
        number = right(view)
        if view.step.id == "drill-2" and not slipped:
            number, slipped = wrong(view), True
        typed.append("keine" if number == 0 and view.asks == "move" else number)
        place = engine.answer(place, number)
    done = call("learn", "order-challenge", "--language", "de", typed=lines(*typed, "quit"))
    assert (done.returncode, done.stderr) == (0, "")
    for text in ("Ein Stern: gesehen. ★☆☆", "Ein Stern: gekonnt. ★★☆", "Ein Stern: bewiesen. ★★★",
                 "Geh die Übung noch einmal durch", "Dieses Brett kommt bei den Rätseln wieder.",
                 "5 hintereinander: bewiesen! Die nächsten Bretter: 17 bis 24 Zahlen."):  # fmt: skip
        assert text in done.stdout, text
    assert kept("order-challenge") == place
    # The missed board is among the puzzles, and no attempt was counted.
    progress = ProgressStore().load().progress
    assert [card["puzzle"]["moves"] for card in progress.cards.values()] == [[4]]
    assert not progress.tried
    listed = call("learn", "--list", "--language", "de").stdout.splitlines()[1]
    assert (
        listed
        == "2  ★★★  Reihen-Wettstreit: Geschenke und die letzte Zahl (schwerere Bretter: 17 bis 24 Zahlen)"
    )


def test_json_has_lessons_steps_positions_and_progress() -> None:
    call("learn", "number-duel", typed=lines("", "quit"))
    found = json.loads(call("learn", "--list", "--json").stdout)["lessons"]
    assert [each["id"] for each in found] == list(LESSONS)
    (one,) = json.loads(call("learn", "number-duel", "--list", "--json").stdout)["lessons"]
    assert one == found[-1]
    assert [step["id"] for step in one["steps"] if step["done"]] == ["idea-1"] == one["place"]["done"]
    assert one["steps"][2]["moves"] == [12]
    assert one["steps"][2]["options"]["range"] == 12
    assert [step["id"] for step in one["steps"]] == [step.id for step in LESSONS["number-duel"].steps]


@pytest.mark.parametrize("damage", [{"hinted": 7}, {"clean": [[]]}, {"step": "x"}], ids=str)
def test_a_lesson_with_a_damaged_place_starts_again(damage: dict[str, Any]) -> None:
    place = {**engine.at(engine.begin("number-duel"), "drill-1").to_json(), "stars": ["saw"], **damage}
    ProgressStore().change(Progress.learned, "number-duel", place, None, datetime.now(UTC))
    (listed,) = json.loads(call("learn", "number-duel", "--list", "--json").stdout)["lessons"]
    assert listed["place"]["step"] == "idea-1"
    assert listed["stars"] == listed["place"]["stars"] == ["saw"]
    done = call("learn", "number-duel", typed=lines("", "quit"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Step 1 of " in done.stdout


def test_without_a_game_the_prompt_asks_for_one() -> None:
    done = call("learn", typed=lines("9", "chess", "4", "quit"))
    assert "Lesson '9' is not valid: choose a whole number from 1 to 5." in done.stdout
    assert "Give every number a partner. Step 1 of 22" in done.stdout
    assert "Whose side is bigger? Step 1" in call("learn", typed=lines("", "quit")).stdout
    assert call("learn", typed=lines("quit")).returncode == 0
    helped = call("learn", typed=lines("?", "h", "q"))
    assert helped.stdout.count("Give every number a partner") == 3
    assert "There is no" not in helped.stdout


def test_invalid_arguments_are_refused() -> None:
    assert (
        "--step 'drill' is not valid: did you mean drill-"
        in call("learn", "number-duel", "--step", "drill").stderr
    )
    assert "outnumber learn order-challenge --step seat" in call("learn", "--step", "seat").stderr
    assert "--json works only with --list" in call("learn", "--json").stderr


def test_a_seat_has_no_hints_and_help_lists_none() -> None:
    done = call("learn", "number-stack-duel", "--step", "seat", typed=lines("?", "hint", "q"))
    assert "Step 17 of 17: Pick your seat" in done.stdout
    assert "the numbers you can play" in done.stdout
    assert "first the rule of the lesson" not in done.stdout
    assert "Help is not available here." in done.stdout
