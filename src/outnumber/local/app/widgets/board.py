"""The parts of a board: title, table, numbers, players, moves and prompt."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from outnumber.games import Numbers, Played, Row, Rules, Scene, Seat, Voice, chosen
from outnumber.language import app as words
from outnumber.language.app import numbers
from outnumber.language.match import column, time_left, title
from outnumber.local.app.page import voice_of
from outnumber.match import Clock, Match

from .grid import NumberGrid


class Bar(Static):
    """The line above a board: the game, the round and the options."""

    def __init__(self) -> None:
        super().__init__(id="bar", markup=False)

    def show(self, match: Match, lead: str = "", after: str = "") -> None:
        voice = voice_of(self)
        text = Text.assemble((f"{lead}{title(match.rules, voice)} ", "bold"))
        if match.length > 1:
            number = len(match.rounds)
            text.append(f" {voice.say('Round {round} of {rounds}', round=number, rounds=match.length)} ")
        if options := chosen(match.rules, voice):
            text.append(f" {options} ", "dim")
        self.update(text.append(after, "dim"))


class BoardWidget(Vertical):
    """The rows of a scene above the grid of its numbers."""

    def __init__(self, rules: Rules, *, marked: bool = True) -> None:
        super().__init__(id="main")
        self._rules, self._marked = rules, marked
        # The numbers that the title names.
        self._told: Numbers | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="tableau", markup=False)
        yield NumberGrid(self._rules.start().scene(), id="grid", marked=self._marked)

    def begin(self, rules: Rules) -> None:
        """Show another game."""
        self.query_one(NumberGrid).begin(rules.start().scene())

    def show(self, match: Match, winning: Container[int] | None = None) -> None:
        """Draw the current round of a match, and mark the winning moves if they are given."""
        current, voice = match.current, voice_of(self)
        scene = current.scene
        rows = self.query_one("#tableau", Static)
        width = max(20, rows.size.width or 50)
        rows.update(tableau(scene, lambda seat: column(match, seat, voice), width, voice))
        grid = self.query_one(NumberGrid)
        grid.show(scene, current.moves[-1] if current.moves else 0, winning)
        if grid.held is not self._told:
            self._told = grid.held
            self.border_title = numbers(grid.held, voice)


class PlayersPanel(Static):
    """Both players with their time; ▶ marks the player to move, ★ the winner of the round."""

    def show(self, match: Match, clock: Clock) -> None:
        voice, lines = voice_of(self), []
        for seat in Seat:
            outcome = match.current.outcome
            moving = outcome is None and seat is match.current.turn
            won = outcome is not None and seat is outcome.winner
            line = Text("▶ " if moving else "★ " if won else "  ", "bold")
            if (left := _left(match, seat, clock, moving)) is not None:
                line.append(f"{time_left(left)} ")
            line.append(column(match, seat, voice))
            if not (moving or won):
                line.style = ""
            lines += [line, Text(f"  {words.plays(match, seat, voice)}", "dim")]
        text = Text("\n").join(lines)
        text.no_wrap, text.overflow = True, "ellipsis"
        self.update(text)


def _left(match: Match, seat: Seat, clock: Clock, moving: bool) -> float | None:
    """The seconds of a seat, if it has a running clock: with a clock for each turn, only the player to move
    has one.
    """
    if moving and match.allowed is not None:
        left = clock.left()
        # Between two turns the clock has not started yet.
        return match.allowed if left is None else min(left, match.allowed)
    return match.times[match.seated(seat) - 1] if match.times else None


class Prompt(Vertical):
    """Whose turn it is, the input so far, and the last message."""

    def compose(self) -> ComposeResult:
        yield Static(id="turn", markup=False)
        yield Static(id="message", markup=False)

    def ask(self, title: str, line: Text) -> None:
        """Show a question with its title."""
        # Plain text, because a name may contain brackets, which are not markup.
        self.border_title = Text(title)
        self.query_one("#turn", Static).update(line)

    def tell(self, text: str) -> None:
        """Show a message."""
        self._message(text, "")

    def refuse(self, text: str) -> None:
        """Show why an action is not possible."""
        self._message(text, "-bad")

    def _message(self, text: str, kind: str) -> None:
        message = self.query_one("#message", Static)
        message.set_classes(kind)
        message.update(text)


def columns(played: Sequence[Played], skipped: str) -> list[tuple[str, str]]:
    """What each player did in each turn, including passes.

    >>> columns([Played(Seat.ONE, 9), Played(Seat.ONE, 8), Played(Seat.TWO, 7)], "passed")
    [('9', 'passed'), ('8', '7')]
    """
    cells: list[str] = []
    for seat, number in played:
        if len(cells) % 2 != seat - 1:
            cells.append(skipped)
        cells.append(str(number))
    return [(cells[at], cells[at + 1] if at + 1 < len(cells) else "") for at in range(0, len(cells), 2)]


def right(text: str, width: int) -> str:
    """A right-aligned text, truncated if it is too long; some characters take two columns.

    >>> right("Ada", 5), right("小明", 5), right("Wilhelmina", 5)
    ('  Ada', ' 小明', 'Wilhe')
    """
    cut = set_cell_size(text, min(width, cell_len(text)))
    return " " * (width - cell_len(cut)) + cut


class MoveList(Static):
    """The moves so far."""

    def show(self, match: Match) -> None:
        voice = voice_of(self)
        one, two = (right(column(match, seat, voice), 9) for seat in Seat)
        text = Text.assemble((f"     {one} {two}\n", "dim"))
        for number, (one, two) in enumerate(columns(match.current.played, voice.say("passed")), start=1):
            text.append(f"{number:>3}. ", "dim")
            text.append(f"{one:>9} {two:>9}\n")
        text.rstrip()
        self.update(text)


NameOf = Callable[[Seat], str]

# The longest name and bar, in columns.
LONGEST_HEAD = 20
LONGEST_BAR = 60


def tableau(scene: Scene, name: NameOf, width: int, voice: Voice) -> Text:
    """One line per row: its owner or name, and its numbers or the progress to the target."""
    whose = [row.seat for row in scene.rows]
    heads = []
    for row in scene.rows:
        head = voice.word(row.label)
        if row.seat is not None:
            # The only row of a player needs only the player's name.
            head = name(row.seat) if whose.count(row.seat) == 1 else f"{name(row.seat)}, {head}"
        heads.append(set_cell_size(head, min(LONGEST_HEAD, cell_len(head))))
    wide = max(map(cell_len, heads), default=0) + 2
    lines = (
        (_bar if row.target else _numbers)(
            row, Text.assemble((set_cell_size(head, wide), "dim")), width - wide, voice
        )
        for row, head in zip(scene.rows, heads, strict=True)
    )
    return Text("\n").join(lines)


def _numbers(row: Row, line: Text, width: int, voice: Voice) -> Text:
    """The numbers in a row with the links between them; the latest are always visible."""
    total = "" if row.total is None else f" = {row.total}"
    if not row.numbers:
        return line.append(total[3:] or voice.say("empty"), "dim")
    last = len(row.numbers) - 1
    first, room = last, width - len(total) - len(str(row.numbers[last]))
    while first > 0:
        room -= len(f"{row.numbers[first - 1]}{_join(row, first, voice)}")
        if room < (len(f"…{_join(row, first - 1, voice)}") if first > 1 else 0):
            break
        first -= 1
    if first:
        line.append(f"…{_join(row, first, voice)}", "dim")
    for place in range(first, last + 1):
        if place > first:
            line.append(_join(row, place, voice), "dim")
        line.append(str(row.numbers[place]), "bold" if place == last else "")
    return line.append(total, "dim")


def _join(row: Row, place: int, voice: Voice) -> str:
    """The text before the number at a place."""
    if not row.joins:
        return "  "
    sign = voice.tell(row.joins[place - 1].phrase)
    # Text that contains a number must not look like another number of the row.
    return f" ({sign}) " if any(map(str.isalpha, sign)) else f" {sign} "


def _bar(row: Row, line: Text, width: int, voice: Voice) -> Text:
    """The progress of a total towards its target."""
    total, target = row.total or 0, row.target or 1
    digits = len(str(target))
    of = voice.say("of {target}", target=target)
    room = max(4, min(width - digits - len(of) - 3, LONGEST_BAR))
    full = min(room, total * room // target)
    line.append("█" * full).append("░" * (room - full), "dim")
    return line.append(f" {total:>{digits}}", "bold").append(f" {of}", "dim")
