"""The board of a puzzle: find the one number that wins; another is refuted on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from outnumber.app import puzzle_words, words
from outnumber.app.background import think
from outnumber.app.widgets.dialogs import Question, Reading
from outnumber.app.widgets.grid import NumberGrid
from outnumber.app.widgets.keys import Keys
from outnumber.app.widgets.moves import MoveList, Seats
from outnumber.app.widgets.panels import Prompt
from outnumber.app.widgets.tableau import tableau
from outnumber.games.errors import GameError
from outnumber.puzzles.attempt import Attempt
from outnumber.puzzles.explain import Refutation
from outnumber.puzzles.puzzle import Puzzle
from outnumber.session.round import Round
from outnumber.terminal import puzzles as plain
from outnumber.terminal.prompt import read_move
from outnumber.words import puzzles as said

T = TypeVar("T")

# Between two moves of a refutation, in seconds.
PAUSE = 0.7
LONGEST_ENTRY = 9
BEGIN = "Type a number or move with the arrows, then Enter. ? explains all keys."
KEYS = (
    ("⏎", "Play", "enter"),
    ("h", "Hint", "hint"),
    ("w", "Why", "why"),
    ("n", "Next", "next"),
    ("i", "Rules", "rules"),
    ("?", "Help", "help"),
    ("q", "Back", "back"),
)
BINDS = {"⏎": "enter", "?": "question_mark"}


class Main(Screen[None]):
    """One puzzle after the other; each attempt is on disk before anybody reads whether it was right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(BINDS.get(name, name), action, does) for name, does, action in KEYS),
        Binding("escape", "escape", "Back"),
        Binding("backspace", "rub_out", "Rub out"),
        # Before the grid has them: at the end of a refutation there is nothing to go to.
        Binding("tab", "next_legal(1)", "Next you can play", show=False, priority=True),
        Binding("shift+tab", "next_legal(-1)", "Previous", show=False, priority=True),
    ]

    def __init__(self, first: Puzzle, rest: Iterator[Puzzle], book: plain.Book, daily: str = "") -> None:
        super().__init__()
        self._rest = rest
        self._book = book
        self._daily = daily
        self._number = self._solved = self._tried = 0
        self._seats = Seats()
        # While this is set, an answer is being worked out.
        self._busy = False
        self._timer: Timer | None = None
        # Whether a mouse button went down while a refutation was shown.
        self._pressed = False
        self._set(first)

    def _set(self, puzzle: Puzzle) -> None:
        self._attempt = Attempt(puzzle)
        self._number += 1
        self._recorded = False
        self._typed = ""
        # What to say at the end; empty before it.
        self._result = ""
        # The rounds of a refutation while it is shown, and how far it has been played.
        self._line: list[Round] = []
        self._at = 0

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        with Horizontal(id="board"):
            with Vertical(id="main"):
                yield Static(id="tableau", markup=False)
                yield NumberGrid(self._puzzle.position, id="grid")
            with Vertical(id="side"):
                yield Static(id="puzzle", markup=False)
                with VerticalScroll(id="history", can_focus=False):
                    yield MoveList(id="moves", markup=False)
        yield Prompt(id="prompt", classes="-puzzle")
        yield Keys(KEYS)

    def on_mount(self) -> None:
        self.query_one("#history").border_title = "Moves"
        self.watch(self.grid, "cursor", self._try_again, init=False)
        self._begin()

    def on_resize(self) -> None:
        self._show()

    @property
    def _puzzle(self) -> Puzzle:
        return self._attempt.puzzle

    @property
    def grid(self) -> NumberGrid:
        return self.query_one(NumberGrid)

    @property
    def prompt(self) -> Prompt:
        return self.query_one(Prompt)

    # what it looks like

    def _begin(self) -> None:
        """Show a new puzzle."""
        # Nothing is marked: often the first number one could play is the answer, and Enter would find it.
        self.grid.begin(self._puzzle.position)
        self.query_one("#main").border_title = words.pool(self._puzzle.rules, self.grid.numbers)
        self.prompt.say("" if self._number > 1 else BEGIN)
        self._show()

    def _show(self) -> None:
        """Draw everything as it is."""
        puzzle, daily = self._puzzle, self._daily
        shown = self._line[self._at] if self._line else puzzle.match.current
        match = puzzle.match.with_current(shown)
        heading = f"Puzzle of {daily}: " if daily else f"Puzzle {self._number}: "
        self.query_one("#bar", Static).update(words.bar(match, heading))
        width = max(20, self.query_one("#tableau").size.width or 50)
        lines = tableau(shown.position, shown.moves, lambda seat: words.name(match, seat), width)
        self.query_one("#tableau", Static).update(lines)
        marks = [puzzle.solution] if self._result else None
        self.grid.show(shown.position, shown.moves[-1] if shown.moves else 0, marks)
        self.query_one(MoveList).show(match, self._seats.of(shown))
        self.query_one("#history").scroll_end(animate=False)
        panel = self.query_one("#puzzle", Static)
        panel.border_title = "Puzzle"
        streak = self._book.progress.streak(plain.utc_now().date())
        facts = puzzle_words.facts(puzzle, streak, daily=bool(daily), solved=self._solved, tried=self._tried)
        panel.update("\n".join(facts))
        self._show_prompt()

    def _show_prompt(self) -> None:
        if self._result:
            line = Text(self._result, "bold").append(
                "  ⏎ goes back." if self._daily else "  ⏎ goes on.", "dim"
            )
            self.prompt.tell("Solved" if self._attempt.solved else "Missed", line)
        elif self._line:
            self.prompt.tell("Not this one", Text("⏎ goes back, and you try again.", "bold"))
        else:
            text = f"Choose {words.wanted(self._puzzle.position)}. ›"
            self.prompt.tell(
                "One move wins: find it", Text(f"{text} {self._typed}▏" if self._typed else text, "bold")
            )

    # choosing

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "0123456789" and not self._result:
            event.stop()
            self._try_again()
            self._typed = (self._typed + event.character)[:LONGEST_ENTRY]
            self.grid.mark(int(self._typed))
            self._show_prompt()

    def on_mouse_down(self) -> None:
        self._pressed = bool(self._line)

    def on_number_grid_clicked(self, event: NumberGrid.Clicked) -> None:
        # A click on the board of a refutation is not meant for the puzzle, which looks different.
        if self._pressed:
            self._try_again()
        elif not self._result:
            self._play(str(event.number))

    def action_next_legal(self, by: int) -> None:
        self._try_again()
        self.grid.action_next_legal(by)

    def action_rub_out(self) -> None:
        self._typed = self._typed[:-1]
        self._show_prompt()

    def action_enter(self) -> None:
        if self._result:
            self.action_next()
        elif self._line:
            self._try_again()
        elif self._typed or self.grid.number:
            self._play(self._typed or str(self.grid.number))
        else:
            self.prompt.refuse(BEGIN)

    def _play(self, text: str) -> None:
        self._typed = ""
        try:
            number = read_move(text)
        except GameError as error:
            self.prompt.refuse(str(error))
            self._show_prompt()
            return
        self._ask(lambda: self._attempt.play(number), self._played)

    def _played(self, found: Refutation | None) -> None:
        if found is None:
            self._end(f"Right: {self._puzzle.solution} is the only move that wins.")
            return
        self._line = [self._puzzle.match.current.play(found.move)]
        for step in found.line:
            self._line.append(self._line[-1].play(step.move))
        self._at = 0
        self._timer = self.set_interval(PAUSE, self._step)
        self.prompt.refuse(" ".join(said.refuted(self._puzzle, found)))

    def _step(self) -> None:
        """One move further in the refutation."""
        if self._at + 1 < len(self._line):
            self._at += 1
            self._show()
        else:
            self._stop()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _try_again(self) -> None:
        """Back from a refutation to the puzzle; what was said about it stays to be read."""
        self._stop()
        if self._line:
            self._line = []
            self._show()

    def _end(self, result: str) -> None:
        self._line, self._result = [], result
        streak = self._book.progress.streak(plain.utc_now().date())
        standing = said.streak(streak, daily=bool(self._daily), missed=self._attempt.missed)
        puzzle = self._puzzle

        def explained(lines: list[str]) -> None:
            reason, *partners, idea = lines
            # The partners of a large game are too long a list to read here.
            more = ["w lists the partners."] if partners else []
            self.prompt.say("\n".join([" ".join([reason, *more]), idea, standing]))

        self._ask(lambda: said.explained(puzzle), explained)

    def _ask(self, question: Callable[[], T], answer: Callable[[T], object]) -> None:
        """Work something out in the background, and keep the attempt as soon as that has decided it."""
        if self._busy:
            return
        self._busy = True
        attempt = self._attempt

        def work() -> T:
            found = question()
            if attempt.solved is not None and not self._recorded:
                self._recorded = True
                self._tried += 1
                self._solved += attempt.solved
                self._book.record(attempt, self._daily)
            return found

        def heard(found: T) -> None:
            self._busy = False
            answer(found)
            self._show()

        def refused(why: str) -> None:
            self._busy = False
            self.prompt.refuse(why)
            self._show()

        think(self, work, heard, refused)

    # help

    def action_hint(self) -> None:
        if self._result:
            self.prompt.refuse("The puzzle is over. w explains it, ⏎ goes on.")
            return
        self._try_again()
        self._ask(self._attempt.hint, self._hinted)

    def _hinted(self, found: tuple[int, object]) -> None:
        step, text = found
        self.prompt.say(puzzle_words.hint(step, str(text), decided=self._recorded))

    def action_why(self) -> None:
        puzzle, attempt = self._puzzle, self._attempt

        def told() -> list[str]:
            attempt.tell()
            return said.explained(puzzle)

        self._give_up(
            lambda: self._ask(told, lambda lines: self.app.push_screen(Reading("Why", _apart(lines))))
        )

    def action_next(self) -> None:
        if self._result:
            self._ask(lambda: next(self._rest, None), self._onward)
            return
        self._give_up(lambda: self._ask(self._attempt.tell, self._told))

    def _told(self, solution: int) -> None:
        self._end(f"The answer is {solution}.")

    def _give_up(self, then: Callable[[], None]) -> None:
        """Do what gives the answer away; where that decides the puzzle, ask before."""
        self._try_again()
        if self._attempt.solved is not None:
            then()
            return

        def answered(yes: bool | None) -> None:
            if yes:
                then()

        self.app.push_screen(
            Question(puzzle_words.GIVE_UP, "Tell me", "Let me think", careful=True), answered
        )

    def _onward(self, puzzle: Puzzle | None) -> None:
        if puzzle is None:
            self.action_back()
        else:
            self._set(puzzle)
            self._begin()

    def action_help(self) -> None:
        self.app.push_screen(Reading("Help", puzzle_words.HELP))

    def action_rules(self) -> None:
        from outnumber.words.rules import rules_text

        lines = rules_text(type(self._puzzle.rules)).splitlines()
        self.app.push_screen(Reading(self._puzzle.rules.title, lines))

    # leaving

    def action_escape(self) -> None:
        if self._typed:
            self._typed = ""
            self._show_prompt()
        elif self._line:
            self._try_again()
        else:
            self.action_back()

    def action_back(self) -> None:
        self._stop()
        if self.is_current:
            self.app.pop_screen()
            if how := puzzle_words.good_bye(self._solved, self._tried):
                self.app.notify(how)


def _apart(lines: list[str]) -> list[str]:
    """The same with air between."""
    return [part for line in lines for part in (line, "")][:-1]
