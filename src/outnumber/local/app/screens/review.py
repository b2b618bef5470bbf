"""The review of a match, move by move: who was winning, what each move did, and why."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from outnumber.games import Position, Seat
from outnumber.language import ends
from outnumber.language.commands import help_for
from outnumber.language.match import column, only_person
from outnumber.language.review import teaser
from outnumber.local.app.page import Keys, Page, bound, footer
from outnumber.local.app.widgets.board import Bar, BoardWidget
from outnumber.local.app.widgets.grid import LOSES, WINS, NumberGrid
from outnumber.match import Match, Round
from outnumber.match.review import Grade, RoundReview, review_round

MARKS = {Grade.KEPT: WINS, Grade.THREW_AWAY: LOSES, Grade.FORCED: "=", Grade.NO_CHANCE: "·", Grade.DRAWN: " "}
ROUND_KEYS = footer("rounds")


class ReviewScreen(Page):
    """Steps through the rounds of a match; verdicts appear as they are computed."""

    EXPLAINED = "review"
    ALSO = (*bound(ROUND_KEYS), ("q", "app.pop_screen"), ("i", "rules"))

    def __init__(self, match: Match) -> None:
        super().__init__()
        played = [number for number, each in enumerate(match.rounds, start=1) if each.moves]
        self._match = match
        self._number = max(played)
        self._found: dict[int, RoundReview] = {}
        self._asking: set[int] = set()
        self._reasons: dict[tuple[int, int], str] = {}
        self._ply = 0
        # The rounds that are fully revealed; before that, a player who threw a win away may find the better
        # move.
        self._open_to_all: set[int] = set()

    @property
    def _round(self) -> Round:
        return self._match.rounds[self._number - 1]

    @property
    def _shown(self) -> Match:
        """The match when this round was played: seats change from round to round."""
        return self._match._replace(rounds=self._match.rounds[: self._number])

    def compose(self) -> ComposeResult:
        yield Bar()
        yield Static(id="strip", markup=False)
        with Horizontal(id="board"):
            yield BoardWidget(self._match.rules, marked=False)
            with Vertical(id="steps"):
                yield OptionList(id="plies", compact=True)
        yield Static(id="reason", markup=False)
        yield Keys((*ROUND_KEYS, *self.KEYS) if self._match.length > 1 else self.KEYS)

    def on_mount(self) -> None:
        self.query_one("#strip").border_title = self.say("Who is winning (✗ threw it away)")
        self.query_one("#steps").border_title = self.say("Moves")
        self.query_one(NumberGrid).can_focus = False
        self.query_one("#plies").focus()
        self._open()

    def on_resize(self) -> None:
        self._show()

    # the rounds

    def _open(self) -> None:
        """Show the selected round, at its end."""
        self._ply = len(self._round.moves)
        self._list()
        number, played = self._number, self._round
        if number not in self._found and number not in self._asking:
            self._asking.add(number)
            self.think(lambda: review_round(played), lambda found: self._heard(number, found), self._refused)
        self._show()

    def _heard(self, number: int, found: RoundReview) -> None:
        self._found[number] = found
        turning = found.turning_point
        mover = None if turning is None else self._match.seated(found.moves[turning].seat, number)
        if mover is None or mover != only_person(self._match):
            self._open_to_all.add(number)
        if number == self._number:
            if number not in self._open_to_all and turning is not None:
                self._ply = turning
            self._list()
            self._show()

    @property
    def _told_of(self) -> RoundReview | None:
        """The review of this round, once it is revealed."""
        return self._found.get(self._number) if self._number in self._open_to_all else None

    def action_tell(self) -> None:
        if self._number in self._found:
            self._open_to_all.add(self._number)
            self._list()
            self._show()

    def on_option_list_option_selected(self) -> None:
        self.action_tell()

    def action_retry(self) -> None:
        """Ask for the better move at a mistake before everything is revealed."""
        from outnumber.match.mistakes import of_a_round

        from .retry import RetryScreen

        found = self._found.get(self._number)
        if found is None:
            self.notify(self.say("Not known yet."))
        elif mistakes := list(of_a_round(self._match, self._number, found)):
            self.app.push_screen(RetryScreen(mistakes, self.action_tell))
        else:
            self.notify(self.say("There are no mistakes to retry."))

    def action_help(self) -> None:
        keys = ((key.name, key.does) for key in self.query_one(Keys).all)
        self.explain([*keys, *help_for("review")])

    def action_rules(self) -> None:
        self.read_rules(type(self._match.rules))

    def _refused(self, reason: str) -> None:
        self.write("strip", reason)

    def action_round(self, by: int) -> None:
        number = self._number + by
        if 1 <= number <= len(self._match.rounds) and self._match.rounds[number - 1].moves:
            self._number = number
            self._open()

    def action_branch(self) -> None:
        """Start a new game from the displayed position; the old one does not change."""
        from outnumber.local.app.runner import GameRunner
        from outnumber.local.new_match import branch
        from outnumber.players.registry import outside

        from .board import BoardScreen

        if any(outside(each.plays) for each in self._match.participants):
            self.notify(
                self.say(
                    "A program or a model played here. Only people and built-in players can continue a game."
                )
            )
            return
        match = branch(self._shown, self._ply)
        if match.current.outcome:
            self.notify(self.say("The round is over here. Go back a move, and play on from there."))
            return
        self.app.switch_screen(BoardScreen(GameRunner(match, self.voice)))

    # the steps

    def action_step(self, by: int) -> None:
        self.action_go(min(max(self._ply + by, 0), len(self._round.moves)))

    def action_go(self, ply: int) -> None:
        self.query_one("#plies", OptionList).highlighted = ply % (len(self._round.moves) + 1)

    def action_turning_point(self) -> None:
        found = self._found.get(self._number)
        if found is None:
            self.notify(self.say("Not known yet."))
        elif found.turning_point is not None:
            self.action_go(found.turning_point)
        elif found.given_up and found.outcome is not None:
            self.action_go(-1)
            self.notify(ends.gave_up(self._match, self._number, found, self.voice))
        else:
            self.notify(self.say(ends.NO_MISTAKE))

    def _called(self, seat: Seat) -> str:
        return column(self._match, seat, self.voice, self._number)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self._ply:
            self._ply = event.option_index
            self._show()

    def _list(self) -> None:
        found = self._told_of
        plies = self.query_one("#plies", OptionList)
        lines = [Text(f"   0  {self.say('start')}", "dim")]
        for place, (seat, move) in enumerate(self._round.played):
            who = set_cell_size(self._called(seat), 8)
            text = Text.assemble((f"{place + 1:>4}  ", "dim"), f"{who} {move:>7} ")
            if found:
                text.append(MARKS[found.moves[place].grade], "bold")
            text.no_wrap, text.overflow = True, "ellipsis"
            lines.append(text)
        # Filling the list must not change the place in the round.
        with self.prevent(OptionList.OptionHighlighted):
            plies.clear_options()
            plies.add_options(Option(line) for line in lines)
            plies.highlighted = self._ply

    # drawing

    def _show(self) -> None:
        current = self._round.at(self._ply)
        found = self._told_of
        self.query_one(Bar).show(self._shown, f"{self.say('Review')}: ")
        winning = found.moves[self._ply].winning if found and self._ply < len(found.moves) else None
        self.query_one(BoardWidget).show(self._shown.with_current(current), winning)
        if winning is not None:
            self.query_one(NumberGrid).look_at(self._round.moves[self._ply])
        if found:
            self.write("strip", self._strip(found))
        elif hidden := self._found.get(self._number):
            self.write("strip", self._teaser(hidden))
        elif self._number in self._asking:
            self.write("strip", f"{self.say('Analysing every move…')}\n\n")
        self.write("reason", self._told(current.position, found))

    def _teaser(self, found: RoundReview) -> Text:
        """Mention a better move without naming it."""
        place = found.turning_point or 0
        was = teaser(self._match, self._number, place + 1, found.moves[place], self.voice)
        return Text(f"{was}\n{self.say('Find the better move: press m to try, Enter to see it.')}\n", "bold")

    def _strip(self, found: RoundReview) -> Text:
        """One column per move: a block in the row of the winning player, and a mark at the current place."""
        names = [self._called(seat) for seat in Seat]
        wide = min(12, max(map(cell_len, names))) + 1
        room = max(10, self.query_one("#strip").size.width - wide)
        first = max(0, min(self._ply - room // 2, len(found.winners) - room))
        seen = range(first, min(first + room, len(found.winners)))
        text = Text()
        for seat, name in zip(Seat, names, strict=True):
            text.append(f"{set_cell_size(name, wide - 1)} ", "dim")
            for ply in seen:
                text.append("█" if found.winners[ply] is seat else "▁", "bold" if ply == self._ply else "")
            text.append("\n")
        text.append(" " * wide)
        for ply in seen:
            wrong = ply and found.moves[ply - 1].regret
            text.append("▲" if ply == self._ply else LOSES if wrong else " ", "bold")
        return text

    def _told(self, position: Position, found: RoundReview | None) -> Text:
        """Who wins here, with which moves, and why."""
        told, rest = ends.looked_at(self._match, self._number, self._ply, position, found, self.voice)
        text = Text.assemble((told, "bold"), rest)
        over = self._ply == len(self._round.moves) and self._round.outcome
        return text if over or not found else text.append(f" {self._reason(position)}")

    def _reason(self, position: Position) -> str:
        """The reason, as soon as it is known."""
        match, number, voice = self._match, self._number, self.voice
        key = (number, self._ply)
        if key not in self._reasons:
            self._reasons[key] = ""

            def why() -> str:
                from outnumber.theory.bounded import solve

                return ends.thought(match, number, position.turn, solve(position).reason, voice)

            def heard(text: str) -> None:
                self._reasons[key] = text
                if key == (self._number, self._ply):
                    self._show()

            self.think(why, heard, heard)
        return self._reasons[key]
