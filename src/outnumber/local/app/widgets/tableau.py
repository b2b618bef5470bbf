"""What lies on the table: the rows of a scene, whatever the game."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from outnumber.games.base import Seat
from outnumber.games.scene import Row, Scene
from outnumber.games.sentences import Voice

NameOf = Callable[[Seat], str]

# A longer name is cut, and a longer bar says no more.
LONGEST_HEAD = 20
LONGEST_BAR = 60


def tableau(scene: Scene, name: NameOf, width: int, voice: Voice) -> Text:
    """A line for each row: whose it is or what it is called, and its numbers or how near they are."""
    whose = [row.seat for row in scene.rows]
    heads = []
    for row in scene.rows:
        head = voice.word(row.label)
        if row.seat is not None:
            # Somebody with one row needs no more than a name.
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
    """The numbers in a row with what joins them, the latest always in sight."""
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
    """What stands before the number at a place."""
    if not row.joins:
        return "  "
    sign = voice.tell(row.joins[place - 1].phrase)
    # Words with a number must not look like one more number of the row.
    return f" ({sign}) " if any(map(str.isalpha, sign)) else f" {sign} "


def _bar(row: Row, line: Text, width: int, voice: Voice) -> Text:
    """How far a total has come on the way to its target."""
    total, target = row.total or 0, row.target or 1
    digits = len(str(target))
    of = voice.say("of {target}", target=target)
    room = max(4, min(width - digits - len(of) - 3, LONGEST_BAR))
    full = min(room, total * room // target)
    line.append("█" * full).append("░" * (room - full), "dim")
    return line.append(f" {total:>{digits}}", "bold").append(f" {of}", "dim")
