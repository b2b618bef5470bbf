"""The board: a match being played."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from outnumber.app import words
from outnumber.app.background import think
from outnumber.app.table import Table
from outnumber.app.widgets.dialogs import Question, Reading
from outnumber.app.widgets.grid import NumberGrid
from outnumber.app.widgets.keys import Key, Keys
from outnumber.app.widgets.moves import MoveList, Seats
from outnumber.app.widgets.panels import Players, Prompt
from outnumber.app.widgets.tableau import tableau
from outnumber.games.errors import GameError
from outnumber.session.events import Event, Kind
from outnumber.session.loop import Wish
from outnumber.session.match import HUMAN, Begun
from outnumber.terminal.prompt import read_move

T = TypeVar("T")

LONGEST_ENTRY = 9
KEYS = (
    ("⏎", "Play", "enter"),
    ("h", "Hint", "hint"),
    ("v", "Verdict", "verdict"),
    ("w", "Why", "why"),
    ("u", "Undo", "undo"),
    ("r", "Review", "review"),
    ("x", "Resign", "resign"),
    ("?", "Help", "help"),
    ("q", "Back", "back"),
)
LIVING = ("hint", "verdict", "undo", "resign")  # of no use once a round is over
BINDS = {"⏎": "enter", "?": "question_mark"}


class Happened(Message):
    """An event of the match, brought over from its thread."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class Main(Screen[None]):
    """The board of one match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(BINDS.get(name, name), action, does) for name, does, action in KEYS),
        Binding("escape", "escape", "Back"),
        Binding("i", "rules", "Rules"),
        Binding("backspace", "rub_out", "Rub out"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.match = table.match if table.match.rounds else table.match.after(Begun())
        self._seats = Seats()
        self._typed = ""
        self._asked = False  # whether somebody at this screen is to choose now
        self._marks = False
        self._hints = 0
        self._result = ""

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        with Horizontal(id="board"):
            with Vertical(id="main"):
                yield Static(id="tableau", markup=False)
                yield NumberGrid(self.match.current.position, id="grid")
            with Vertical(id="side"):
                yield Players(id="players", markup=False)
                with VerticalScroll(id="history", can_focus=False):
                    yield MoveList(id="moves", markup=False)
        yield Prompt(id="prompt")
        yield Keys(KEYS)

    def on_mount(self) -> None:
        self.query_one("#main").border_title = words.pool(self.match.rules, self.grid.numbers)
        self.query_one("#history").border_title = "Moves"
        self.set_interval(0.25, self._tick)
        self.table.start(lambda event: self.post_message(Happened(event)), self._warn)
        self._show()

    def on_unmount(self) -> None:
        # However the screen goes, even with the whole app, another program may have the game now.
        self.table.leave()

    def on_resize(self) -> None:
        self._show()

    @property
    def grid(self) -> NumberGrid:
        return self.query_one(NumberGrid)

    @property
    def prompt(self) -> Prompt:
        return self.query_one(Prompt)

    # what it looks like

    def _show(self) -> None:
        """Draw everything from the match as it is."""
        match, current = self.match, self.match.current
        game = "" if self.table.id is None else f"  Game {self.table.id}"
        self.query_one("#bar", Static).update(words.bar(match).append(game, "dim"))
        width = max(20, self.query_one("#tableau").size.width or 50)
        lines = tableau(current.position, current.moves, lambda seat: words.name(match, seat), width)
        self.query_one("#tableau", Static).update(lines)
        self.query_one(MoveList).show(match, self._seats.of(current))
        self.query_one("#history").scroll_end(animate=False)
        self.query_one(Players).show(match, self.table.clock)
        self._show_prompt()

    def _show_prompt(self) -> None:
        self.query_one(Keys).show(self._keys_now() if self._result else KEYS)
        if self._result:
            self.prompt.end(self.match, self._result)
        elif self._asked:
            self.prompt.ask(self.match, self._typed)
        else:
            self.prompt.wait(self.match)

    def _keys_now(self) -> tuple[Key, ...]:
        """The keys that work when a round is over."""
        idle = {"enter", *LIVING}
        if self.match.current.ended:
            idle.add("why")
        if not any(each.moves for each in self.match.rounds):
            idle.add("review")
        onward = ("⏎", "Play again" if self.match.over else "Next round", "enter")
        return onward, *(key for key in KEYS if key[2] not in idle)

    def _tick(self) -> None:
        if self.match.clock is not None and self.match.current.outcome is None:
            self.query_one(Players).show(self.match, self.table.clock)

    def _warn(self, line: str) -> None:
        # From the thread of the match, which must not wait for the screen.
        self.call_later(self.notify, line, severity="warning")

    # what happens

    def on_happened(self, message: Happened) -> None:
        event = message.event
        match = self.match = event.match
        current = match.current
        self._asked = event.kind is Kind.TURN_BEGAN and match.participant(current.turn).plays == HUMAN
        if event.kind is not Kind.TURN_BEGAN:
            self._typed, self._hints = "", 0
        if event.kind is Kind.ROUND_BEGAN:
            self._result = ""
            self.grid.action_jump(0)
            self.prompt.say(words.begins(match))
        elif event.kind is Kind.MOVED and event.seat:
            self.prompt.say(words.moved(match, event.seat, event.number, event.passed))
        elif event.kind is Kind.TOOK_BACK:
            self.prompt.say(words.took_back(event.plies))
        elif event.kind is Kind.ROUND_ENDED and current.outcome:
            self._result = words.ended(match, current.outcome)
            if current.ended:
                self.prompt.say("")
        self.grid.show(current.position, current.moves[-1] if current.moves else 0)
        if self._asked and not current.position.legal >> self.grid.number & 1:
            self.grid.action_next_legal(1)
        if self._marks and event.kind is Kind.TURN_BEGAN:
            self._ask_marks()
        self._show()

    # choosing

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "0123456789" and not self._result:
            event.stop()
            self._typed = (self._typed + event.character)[:LONGEST_ENTRY]
            self.grid.mark(int(self._typed))
            self._show_prompt()

    def action_rub_out(self) -> None:
        self._typed = self._typed[:-1]
        self._show_prompt()

    def action_enter(self) -> None:
        if self._result:
            self._go_on()
        else:
            self._play(self._typed or str(self.grid.number))

    def on_number_grid_clicked(self, event: NumberGrid.Clicked) -> None:
        if not self._result:
            self._play(str(event.number))

    def _play(self, text: str) -> None:
        if not self._asked:
            self.prompt.refuse("One moment: it is not your turn yet.")
            return
        position = self.match.current.position
        self._typed = ""
        try:
            number = read_move(text)
            if number not in position.legal_moves():
                raise position.refusal(number)
        except GameError as error:
            self.prompt.refuse(str(error))
            self._show_prompt()
            return
        self._asked = False
        self.table.choose(self.match, number)

    def _go_on(self) -> None:
        if not self.match.over:
            self.table.go_on()
            return
        from outnumber.app.matches import again

        self.app.switch_screen(Main(Table(again(self.match))))

    def action_undo(self) -> None:
        if self._result:
            self.prompt.refuse("The round is over: there is nothing to take back. r looks at it again.")
        elif self._asked:
            self.table.choose(self.match, Wish.UNDO)
        else:
            self.prompt.refuse("You can take back at your own turn.")

    def action_resign(self) -> None:
        if not self._asked:
            self.prompt.refuse("You can resign at your own turn.")
            return
        asked_in, who = self.match, words.name(self.match, self.match.current.turn)

        def answered(yes: bool | None) -> None:
            if yes:
                self.table.choose(asked_in, Wish.RESIGN)

        self.app.push_screen(Question(f"{who}: give up this round?", "Resign", "Play on"), answered)

    # help

    def action_hint(self) -> None:
        if not self._asked:
            self.prompt.refuse("A hint is for your own turn.")
            return
        from outnumber.words.advice import hint

        match, step = self.match, min(self._hints + 1, 3)
        more = ("  (h: the idea)", "  (h: the move)", "")[step - 1]
        self._hints = step
        self._think(lambda: hint(match, step), lambda text: self.prompt.say(text + more))

    def action_verdict(self) -> None:
        self._marks = not self._marks
        if self._marks:
            self.prompt.say("Verdict marks are on: ✓ wins, ✗ loses against perfect play. v hides them.")
            self._ask_marks()
        else:
            self.prompt.say("Verdict marks are off.")
            self.grid.show(self.match.current.position, self.grid.last)

    def _ask_marks(self) -> None:
        if self.match.current.outcome is None:
            from outnumber.theory.solve import solve

            position, last = self.match.current.position, self.grid.last
            self._think(lambda: solve(position).winning, lambda found: self.grid.show(position, last, found))

    def action_why(self) -> None:
        from outnumber.words.advice import why

        match = self.match
        if match.current.ended:
            self.prompt.say("The players ended this round, not the rules. r looks at it again.")
            return
        self._think(lambda: list(why(match)), lambda lines: self.app.push_screen(Reading("Why", lines)))

    def _think(self, question: Callable[[], T], answer: Callable[[T], object]) -> None:
        """Ask the theory; an answer that comes after the next move is of no use."""
        match = self.match

        def heard(found: T) -> None:
            if match is self.match:
                answer(found)

        think(self, question, heard, self.prompt.refuse)

    def action_review(self) -> None:
        if not any(each.moves for each in self.match.rounds):
            self.prompt.refuse("There is nothing to review before the first move.")
            return
        from outnumber.app.screens.review import Main as Review

        self.app.push_screen(Review(self.match))

    def action_help(self) -> None:
        self.app.push_screen(Reading("Help", words.HELP))

    def action_rules(self) -> None:
        from outnumber.words.rules import rules_text

        lines = rules_text(type(self.match.rules)).splitlines()
        self.app.push_screen(Reading(self.match.rules.title, lines))

    # leaving

    def action_escape(self) -> None:
        if self._typed:
            self._typed = ""
            self._show_prompt()
        else:
            self.action_back()

    def action_back(self) -> None:
        id, over = self.table.id, self.match.over
        self.table.leave()
        self.app.pop_screen()
        if id is not None and not over:
            self.app.notify(f"Kept as game {id}.")
