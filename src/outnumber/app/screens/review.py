"""A match looked at again, move by move: who was winning, what each move did, and why."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber.app import words
from outnumber.app.background import think
from outnumber.app.widgets.grid import LOSES, WINS, NumberGrid
from outnumber.app.widgets.keys import Keys
from outnumber.app.widgets.moves import Seats
from outnumber.app.widgets.tableau import tableau
from outnumber.games.base import Position, Reason, Seat
from outnumber.games.sentences import brief
from outnumber.session.match import Match
from outnumber.session.review import Grade, RoundReview, review_round
from outnumber.session.round import Round

MARKS = {Grade.KEPT: WINS, Grade.THREW_AWAY: LOSES, Grade.FORCED: "=", Grade.NO_CHANCE: "·"}
GRADES = {
    Grade.KEPT: "kept the win",
    Grade.THREW_AWAY: "threw it away",
    Grade.FORCED: "forced",
    Grade.NO_CHANCE: "no chance",
}
GAVE_UP = {
    Reason.TIME: "ran out of time",
    Reason.RESIGNATION: "resigned",
    Reason.FAULT: "made a fault",
}

KEYS = (
    ("←", "Back", "step(-1)"),
    ("→", "On", "step(1)"),
    ("Home", "First", "go(0)"),
    ("End", "Last", "go(-1)"),
    ("t", "Turning point", "turning_point"),
    ("Esc", "Close", "app.pop_screen"),
)
ROUND_KEYS = (("[", "Round before", "round(-1)"), ("]", "Next round", "round(1)"))


class Main(Screen[None]):
    """Steps through the rounds of a match; verdicts appear as they are found."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back one"),
        Binding("right", "step(1)", "On one"),
        Binding("home", "go(0)", "Start"),
        Binding("end", "go(-1)", "End"),
        Binding("t", "turning_point", "Turning point"),
        Binding("left_square_bracket", "round(-1)", "Round before"),
        Binding("right_square_bracket", "round(1)", "Next round"),
        Binding("escape,q", "app.pop_screen", "Close"),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__()
        played = [number for number, each in enumerate(match.rounds, start=1) if each.moves]
        self._match = match
        self._number = max(played)
        self._found: dict[int, RoundReview] = {}
        self._asking: set[int] = set()
        self._reasons: dict[tuple[int, int], str] = {}
        self._seats: tuple[Seat, ...] = ()
        self._ply = 0

    @property
    def _round(self) -> Round:
        return self._match.rounds[self._number - 1]

    @property
    def _shown(self) -> Match:
        """The match as it was when this round was played: seats change from round to round."""
        return self._match._replace(rounds=self._match.rounds[: self._number])

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        yield Static(id="strip", markup=False)
        with Horizontal(id="board"):
            with Vertical(id="main"):
                yield Static(id="tableau", markup=False)
                yield NumberGrid(self._match.rules.start(), id="grid", marked=False)
            with Vertical(id="steps"):
                yield OptionList(id="plies", compact=True)
        yield Static(id="reason", markup=False)
        yield Keys(KEYS + ROUND_KEYS if self._match.length > 1 else KEYS)

    def on_mount(self) -> None:
        self.query_one("#strip").border_title = f"Who is winning ({LOSES} threw it away)"
        self.query_one("#steps").border_title = "Moves"
        self.query_one(NumberGrid).can_focus = False
        self.query_one("#plies").focus()
        self._open()

    def on_resize(self) -> None:
        self._show()

    # the rounds

    def _open(self) -> None:
        """Begin with the round that is chosen, at its end."""
        self._seats = Seats().of(self._round)
        self._ply = len(self._round.moves)
        self._list()
        number, played = self._number, self._round
        if number not in self._found and number not in self._asking:
            self._asking.add(number)
            think(self, lambda: review_round(played), lambda found: self._heard(number, found), self._refused)
        self._show()

    def _heard(self, number: int, found: RoundReview) -> None:
        self._found[number] = found
        if number == self._number:
            self._list()
            self._show()

    def _refused(self, reason: str) -> None:
        self.query_one("#strip", Static).update(reason)

    def action_round(self, by: int) -> None:
        number = self._number + by
        if 1 <= number <= len(self._match.rounds) and self._match.rounds[number - 1].moves:
            self._number = number
            self._open()

    # the steps

    def action_step(self, by: int) -> None:
        self.action_go(min(max(self._ply + by, 0), len(self._round.moves)))

    def action_go(self, ply: int) -> None:
        self.query_one("#plies", OptionList).highlighted = ply % (len(self._round.moves) + 1)

    def action_turning_point(self) -> None:
        found = self._found.get(self._number)
        if found is None:
            self.notify("Not known yet.")
        elif found.turning_point is not None:
            self.action_go(found.turning_point)
        elif found.given_up and found.outcome is not None:
            how = GAVE_UP[found.outcome.reason]
            self.action_go(-1)
            self.notify(
                f"No move threw a win away, but {words.name(self._shown, found.ahead)} {how} when winning."
            )
        else:
            self.notify("Nobody threw a win away in this round.")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self._ply:
            self._ply = event.option_index
            self._show()

    def _list(self) -> None:
        found = self._found.get(self._number)
        plies = self.query_one("#plies", OptionList)
        lines = [Text("   0  start", "dim")]
        for place, (move, seat) in enumerate(zip(self._round.moves, self._seats, strict=True)):
            who = words.name(self._shown, seat)[:8]
            text = Text.assemble((f"{place + 1:>4}  ", "dim"), f"{who:<8} {move:>7} ")
            if found:
                text.append(MARKS[found.moves[place].grade], "bold")
            text.no_wrap, text.overflow = True, "ellipsis"
            lines.append(text)
        # Filling the list marks nothing by itself, so that the place in the round stays what it is.
        with self.prevent(OptionList.OptionHighlighted):
            plies.clear_options()
            plies.add_options(Option(line) for line in lines)
            plies.highlighted = self._ply

    # what it looks like

    def _show(self) -> None:
        match, current = self._shown, Round.begin(self._match.rules, self._round.moves[: self._ply])
        found = self._found.get(self._number)
        self.query_one("#bar", Static).update(words.bar(match, "Review: "))
        width = max(20, self.query_one("#tableau").size.width or 40)
        lines = tableau(current.position, current.moves, lambda seat: words.name(match, seat), width)
        self.query_one("#tableau", Static).update(lines)
        winning = found.moves[self._ply].winning if found and self._ply < len(found.moves) else None
        grid = self.query_one(NumberGrid)
        grid.show(current.position, current.moves[-1] if current.moves else 0, winning)
        if winning is not None:
            grid.look_at(self._round.moves[self._ply])
        if found:
            self.query_one("#strip", Static).update(self._strip(found))
        elif self._number in self._asking:
            self.query_one("#strip", Static).update("Looking at every move…\n\n")
        self._say(current, found)

    def _strip(self, found: RoundReview) -> Text:
        """One column a ply: a block in the row of who is winning, and a mark where we are."""
        names = [words.name(self._shown, seat)[:12] for seat in Seat]
        wide = max(map(len, names)) + 1
        room = max(10, self.query_one("#strip").size.width - wide)
        first = max(0, min(self._ply - room // 2, len(found.winners) - room))
        seen = range(first, min(first + room, len(found.winners)))
        text = Text()
        for seat, name in zip(Seat, names, strict=True):
            text.append(f"{name:<{wide}}", "dim")
            for ply in seen:
                text.append("█" if found.winners[ply] is seat else "▁", "bold" if ply == self._ply else "")
            text.append("\n")
        text.append(" " * wide)
        for ply in seen:
            wrong = ply and found.moves[ply - 1].regret
            text.append("▲" if ply == self._ply else LOSES if wrong else " ", "bold")
        return text

    def _say(self, current: Round, found: RoundReview | None) -> None:
        match, text = self._shown, Text()
        place = "At the start" if not self._ply else f"After {self._ply} move{'s' if self._ply > 1 else ''}"
        position = current.position
        if position.outcome() is not None or (self._ply == len(self._round.moves) and self._round.ended):
            outcome = self._round.outcome
            text.append(f"{place}: {words.ended(match, outcome) if outcome else ''}", "bold")
            if found and found.given_up:
                text.append(f" The position was won for {words.name(match, found.ahead)}.")
        elif found:
            winner = found.winners[self._ply]
            text.append(f"{place}, {words.name(match, position.turn)} to move: ", "bold")
            text.append(f"{words.name(match, winner)} is winning", "bold")
            if self._ply < len(found.moves):
                graded = found.moves[self._ply]
                text.append(f", with {brief(graded.winning)}." if graded.winning else ".")
                text.append(f" Played: {graded.move}, {GRADES[graded.grade]}.")
            else:
                text.append(".")
            text.append(f" {self._reason(position)}")
        else:
            text.append(f"{place}, {words.name(match, position.turn)} to move.", "bold")
        self.query_one("#reason", Static).update(text)

    def _reason(self, position: Position) -> str:
        """Why, as soon as it is known."""
        key = self._number, self._ply
        if key not in self._reasons:
            self._reasons[key] = ""

            def why() -> str:
                from outnumber.theory.solve import solve

                return str(solve(position).reason)

            def heard(text: str) -> None:
                self._reasons[key] = text
                if key == (self._number, self._ply):
                    self._show()

            think(self, why, heard, heard)
        return self._reasons[key]
