"""What lies on the table: the stack, the chain, the sequences or the totals, as each game needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from outnumber.games.base import Position, Seat
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.walk import WalkPosition

NameOf = Callable[[Seat], str]


def tableau(position: Position, moves: Sequence[int], name: NameOf, width: int) -> Text:
    """Two lines for the game as it stands after these moves."""
    if isinstance(position, AttackPosition):
        return _totals(position, name, width)
    if isinstance(position, OrderPosition):
        heads = [name(seat)[:16] for seat in Seat]
        wide = max(map(len, heads)) + 2
        rows = [_line(heads[place].ljust(wide), moves[place::2], [" < "], width) for place in (0, 1)]
        return Text("\n").join(rows)
    if isinstance(position, StackDuelPosition):
        first = position.rules.first_pattern == "greater"
        line = _line("Stack  ", moves, [" < ", " > "] if first else [" > ", " < "], width)
        if not position.top:
            following = f"the second number must be {'greater' if first else 'less'}"
        else:
            following = f"▲ greater than {position.top}" if position.rising else f"▼ less than {position.top}"
        return Text("\n").join([line, Text.assemble(("Next   ", "dim"), following)])
    if isinstance(position, WalkPosition):
        return _line("Chain  ", moves, [" – "], width)
    return _line("Played  ", moves, ["  "], width)


def _line(head: str, moves: Sequence[int], joints: list[str], width: int) -> Text:
    """The numbers in a row with their joints, the latest always in sight."""
    if not moves:
        return Text.assemble((head, "dim"), ("empty", "dim"))
    room, first = width - len(head) - 4, len(moves) - 1
    used = len(str(moves[first]))
    while first > 0 and used + len(str(moves[first - 1])) + 3 <= room:
        first -= 1
        used += len(str(moves[first])) + 3
    text = Text.assemble((head, "dim"))
    if first:
        text.append("…" + joints[(first - 1) % len(joints)][:2].rstrip() + " ", "dim")
    for place in range(first, len(moves)):
        text.append(str(moves[place]), "bold" if place == len(moves) - 1 else "")
        if place < len(moves) - 1:
            text.append(joints[place % len(joints)], "dim")
    return text


def _totals(position: AttackPosition, name: NameOf, width: int) -> Text:
    target = position.rules.target
    heads = [name(seat)[:16] for seat in Seat]
    wide = max(map(len, heads)) + 2
    digits = len(str(target))
    room = max(4, min(width - wide - 2 * digits - 6, 60))
    rows = []
    for seat, head in zip(Seat, heads, strict=True):
        total = position.total(seat)
        full = total * room // target
        rows.append(
            Text.assemble(
                (head.ljust(wide), "dim"),
                "█" * full,
                ("░" * (room - full), "dim"),
                (f" {total:>{digits}}", "bold"),
                (f" of {target}", "dim"),
            )
        )
    return Text("\n").join(rows)
