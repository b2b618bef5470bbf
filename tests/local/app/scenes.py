"""Every screen of the app in a state that is the same on every machine.

    python -m tests.local.app.scenes

writes their text to tests/data/screens; review the diff before you commit it.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from outnumber.games.base import Reason, Seat
from outnumber.games.registry import game
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.language.puzzles import to_try_again
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.match.match import BOOK, FAIR, Match, Participant
from outnumber.match.round import Round
from outnumber.store.games import GameStore
from outnumber.study.lessons import engine
from outnumber.study.puzzles.progress import Progress, ProgressStore
from outnumber.study.puzzles.puzzle import Puzzle, from_json
from tests.local.app.screens import LARGE, SMALL, Screen, Script, cut_off, drive, kept, people

SCREENS = Path(__file__).parents[2] / "data" / "screens"
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
SIZES = {"80x24": SMALL, "120x40": LARGE}


def board(name: str, *moves: int, names: tuple[str, str] = ("", ""), **options: object) -> Script:
    """The board of a game after some moves, with verdict marks."""

    async def scene(screen: Screen) -> None:
        kept(Match(game(name, **options), people(*names)), *moves)
        await screen.press("c")
        await screen.until("Picking up where you left off.")
        await screen.press("v")
        await screen.until(lambda: screen.app.screen.query_one(NumberGrid).winning is not None)

    return scene


async def home(screen: Screen) -> None:
    """The home screen, when the app opens."""


async def home_with_a_game(screen: Screen) -> None:
    kept(Match(game("number-duel"), (Participant(), Participant("random"))), 28, 14)
    await screen.press("g")
    await screen.until("Number Duel")
    await screen.press("escape")
    await screen.until("Continue")


async def new_game(screen: Screen) -> None:
    await screen.press("n", "down", "down", "down")
    await screen.press("tab")
    await screen.until("The total that wins.")


async def new_game_of_words(screen: Screen) -> None:
    await screen.press("n", "down", "tab", "tab", "right", "right")
    await screen.until("[ ]")


async def online(screen: Screen) -> None:
    await screen.press("o")


async def joining(screen: Screen) -> None:
    await screen.press("o", "2")


async def hosting(screen: Screen) -> None:
    await screen.press("o", "1")


async def rules(screen: Screen) -> None:
    await screen.press("r")


async def opening(screen: Screen) -> None:
    await screen.press("n", "enter")
    await screen.until("Welcome!")
    await screen.until("›")  # which appears when a player is asked


async def picking_a_seat(screen: Screen) -> None:
    match = Match(game("number-duel"), (Participant(), Participant("casual")), start=FAIR, seed=1)
    with patch("outnumber.local.app.screens.new_game.begin", lambda *_, **__: match):
        await screen.press("n", "enter")
    await screen.until("Which seat do you take, 1 or 2? ")


async def match_over(screen: Screen) -> None:
    rules = game("number-stack-attack", target=10, tokens="3,5,8")
    match = Match(rules, people("Ada", "Ben"), length=2, clock=30)
    won = Round.begin(rules).end(Seat.ONE, Reason.RESIGNATION)
    store = GameStore()
    id = store.create()
    # Ben has 8; once Ada has 8 too, no token fits, and Ben got there first.
    store.save(id, match._replace(rounds=(won, Round.begin(rules, [8]))))
    await screen.press("c")
    await screen.until("Picking up where you left off.")
    await screen.type("8")
    await screen.until("Stand-off: neither player can add a token. {why}")


async def review(screen: Screen) -> None:
    kept(Match(game("strategy-stacks"), people("Ada", "Ben")), 6, 3, 9, 1)
    await screen.press("c")
    await screen.until("Picking up where you left off.")
    await screen.press("r")
    await screen.until("█")
    await screen.press("t")
    await screen.until("Played: {move}, {grade}.")
    # The reason, in the words of the theorem.
    await screen.until("{a} with {b}")


async def retry(screen: Screen) -> None:
    """The first move threw the win away; 2 would have done so too."""
    kept(Match(game("strategy-stacks"), (Participant("human", "Ada"), Participant("casual"))), 6, 2)
    await screen.press("c")
    await screen.until("Picking up where you left off.")
    await screen.press("r")
    await screen.until("You were winning until move {place}.")
    await screen.press("m")
    await screen.until("This position was won. Find the better move. w shows it.")
    await screen.type("2")
    await screen.until("No: {move} is another move that loses.")


async def games(screen: Screen) -> None:
    duel = Match(game("number-stack-duel"), (Participant(), Participant("random")))
    kept(duel, 9)
    kept(Match(game("number-duel", range=9), people("Ada", "Ben")), 1, 5)
    damaged = GameStore().path(GameStore().create())
    damaged.write_text("nonsense", encoding="utf-8")
    kept(Match(game("order-challenge"), people(), length=3), 5, 6)
    await screen.press("g")
    await screen.until("Order Challenge")


async def settings(screen: Screen) -> None:
    await screen.press("s")
    await screen.until("Theme")


async def help(screen: Screen) -> None:
    await opening(screen)
    await screen.press("question_mark")
    await screen.until("Esc closes")


async def why(screen: Screen) -> None:
    await board("strategy-stacks", 6, 3)(screen)
    await screen.press("w")
    await screen.until("Esc closes")


async def resigning(screen: Screen) -> None:
    await opening(screen)
    await screen.press("x")
    await screen.until("Give up this round?")


def tried() -> None:
    """Some puzzles solved and missed, on two days."""
    store = ProgressStore()
    days = {2: ("number-duel", (True, False, True)), 0: ("order-challenge", (True, True))}
    for ago, (name, results) in days.items():
        for puzzle, solved in zip(islice(steady(name), len(results)), results, strict=True):
            store.change(Progress.after, puzzle, solved, NOW - timedelta(days=ago))


async def puzzles(screen: Screen) -> None:
    tried()
    await screen.press("p")
    # Not by its English text: the gettext of Python 3.11.2 cannot find a plural by its singular.
    await screen.until(to_try_again(1, screen.app.voice))


def steady(game: str) -> Iterator[Puzzle]:
    """Ten puzzles of a game with one winning move, independent of the generator's version."""
    for options, moves, difficulty in json.loads((SCREENS.parent / "puzzles.json").read_text())[game]:
        puzzle = from_json({"game": game, "options": options, "moves": moves})
        yield puzzle._replace(difficulty=difficulty)


def one_winning_move(seed: int, *, games: Sequence[str], **_: object) -> Iterator[Puzzle]:
    """The same puzzles for every seed."""
    return steady(games[0])


async def puzzle(screen: Screen) -> None:
    """The first puzzle of Strategy Stacks with seed 1: after 15, only 3 wins."""
    await screen.press("p")
    await screen.until("2026-11-15: ")
    await screen.press("end", "enter")
    await screen.until("You are Player {seat}")


async def puzzle_help(screen: Screen) -> None:
    await puzzle(screen)
    await screen.press("question_mark")
    await screen.until("Esc closes")


async def puzzle_hint(screen: Screen) -> None:
    await puzzle(screen)
    await screen.press("h")
    await screen.until("Hint {step} of {last}: {text}")


async def puzzle_refuted(screen: Screen) -> None:
    await puzzle(screen)
    await screen.type("5")
    await screen.until("(13)")


async def puzzle_solved(screen: Screen) -> None:
    await puzzle(screen)
    await screen.type("3")
    await screen.until("Solved in a row: {row} (best: {best}).")


async def puzzle_of_the_day(screen: Screen) -> None:
    await screen.press("p", "d")
    await screen.until("Puzzle of {day}")
    await screen.until("You are Player {seat}")


async def chain(screen: Screen) -> None:
    await screen.press("k")
    await screen.until("Next star at {n}.")
    for number in (8, 16, 1, 24, 7):
        await screen.type(str(number))
    await screen.type("16")
    await screen.until("Number after {number}")


async def chain_best(screen: Screen) -> None:
    await screen.press("k", "1", "0", "0", "s", "b")
    await screen.until("Esc closes")


async def lessons(screen: Screen) -> None:
    """The second lesson is at its drill, with a star."""
    place = engine.at(engine.begin("order-challenge", 3), "drill-1")
    place = replace(place, stars=("saw",), done=("idea-1",))
    ProgressStore().change(Progress.learned, "order-challenge", place.to_json(), None, NOW)
    await screen.press("l")
    await screen.until("★☆☆")


async def lesson(screen: Screen) -> None:
    """The ideas of Strategy Stacks: give every number a partner."""
    place = engine.at(engine.begin("strategy-stacks", 3), "idea-2")
    ProgressStore().change(Progress.learned, "strategy-stacks", place.to_json(), None, NOW)
    await screen.press("l")
    await screen.until("step {n} of {all}")
    await screen.press("end", "up", "enter")
    await screen.until("1–5   2–4   3–6")


async def lesson_refuted(screen: Screen) -> None:
    await lesson(screen)
    await screen.press("enter")
    await screen.until("You are Player {seat}")
    await screen.type("1")
    await screen.until("(3)")


async def statistics(screen: Screen) -> None:
    tried()
    kept(Match(game("strategy-stacks"), (Participant(), Participant("random"))), 5, 1, 7)
    kept(Match(game("number-duel"), (Participant(), Participant("casual"))), 28, 14)
    kept(Match(game("strategy-stacks"), people()), 6, 3, 9, 1, 5)
    await screen.press("t")
    await screen.until("Wins that you kept, day by day")


async def erasing(screen: Screen) -> None:
    await statistics(screen)
    await screen.press("d")
    await screen.until("Delete")


async def exporting(screen: Screen) -> None:
    await statistics(screen)
    await screen.press("e")
    await screen.until("Export as JSON")


SCENES: dict[str, Script] = {
    "home": home,
    "home-with-a-game": home_with_a_game,
    "new-game": new_game,
    "new-game-of-words": new_game_of_words,
    "online": online,
    "joining": joining,
    "hosting": hosting,
    "rules": rules,
    "opening": opening,
    "number-stack-duel": board("number-stack-duel", 5, 7),
    "number-duel": board("number-duel", 28, 14, 7),
    "number-duel-1000": board("number-duel", 28, 14, 7, 77, range=1000),
    "order-challenge": board("order-challenge", 3, 5, names=("Ada", "Ben")),
    "number-stack-attack": board("number-stack-attack", 9, 8, 4),
    "strategy-stacks": board("strategy-stacks", 6, 3, range=20),
    "picking-a-seat": picking_a_seat,
    "match-over": match_over,
    "review": review,
    "retry": retry,
    "games": games,
    "settings": settings,
    "help": help,
    "why": why,
    "resigning": resigning,
    "puzzles": puzzles,
    "puzzle": puzzle,
    "puzzle-help": puzzle_help,
    "puzzle-hint": puzzle_hint,
    "puzzle-refuted": puzzle_refuted,
    "puzzle-solved": puzzle_solved,
    "puzzle-of-the-day": puzzle_of_the_day,
    "chain": chain,
    "chain-best": chain_best,
    "lessons": lessons,
    "lesson": lesson,
    "lesson-refuted": lesson_refuted,
    "statistics": statistics,
    "erasing": erasing,
    "exporting": exporting,
}


def visit(name: str, look: Script, size: tuple[int, int] = SMALL, voice: Voice = ENGLISH) -> None:
    """Open a scene and return its screen."""

    async def script(screen: Screen) -> None:
        await SCENES[name](screen)
        await screen.pilot.pause()
        await look(screen)

    with ExitStack() as fixed:
        # Values that differ between days, runs and machines.
        fixed.enter_context(patch("outnumber.local.app.main.__version__", "1.0"))
        fixed.enter_context(
            patch("outnumber.local.app.screens.settings.settings_path", lambda: "settings.json")
        )
        fixed.enter_context(patch("outnumber.local.progress.utc_now", lambda: NOW))
        fixed.enter_context(patch("outnumber.local.app.screens.puzzles.mixed", one_winning_move))
        fixed.enter_context(patch("outnumber.local.app.screens.board_page.PAUSE", 0.01))
        fixed.enter_context(patch("outnumber.local.app.screens.new_game.FIRST_START", BOOK))
        drive(script, size, voice)


class Shown(NamedTuple):
    """The text of a scene."""

    text: str
    styles: list[list[object]]
    cut_off: list[str]


def shown(name: str) -> dict[str, Shown]:
    """The text of a scene in English, in a window that is then enlarged."""
    found: dict[str, Shown] = {}

    async def look(screen: Screen) -> None:
        for size, measure in SIZES.items():
            await screen.pilot.resize_terminal(*measure)
            await screen.until(lambda measure=measure: screen.size() == measure)  # type: ignore[misc]
            styles: list[list[object]] = [[segment.style for segment in row] for row in screen.segments()]
            found[size] = Shown(screen.text(), styles, cut_off(screen))

    visit(name, look)
    return found


def path(name: str, size: str) -> Path:
    return SCREENS / f"{name}-{size}.txt"


def main() -> None:
    SCREENS.mkdir(exist_ok=True)
    for name in SCENES:
        with tempfile.TemporaryDirectory() as data:
            os.environ["OUTNUMBER_DATA"] = data
            for size, seen in shown(name).items():
                path(name, size).write_text(seen.text, encoding="utf-8")


if __name__ == "__main__":
    main()
