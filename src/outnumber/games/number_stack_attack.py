"""Number Stack Attack: each player adds tokens to a total of their own and wants to hit the target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from outnumber.games.base import OTHER, Outcome, Position, Reason, Rules, Seat
from outnumber.games.numbers import brief, mask_of, run_texts
from outnumber.games.options import LARGEST, Option, choice_option, number_option, whole

_new = tuple.__new__


def _read_tokens(option: Option, given: object) -> tuple[int, ...]:
    remedy = f"give numbers from 1 to {LARGEST:,} and runs, such as 1-9 or 3,5,8."
    parts: list[object]
    if isinstance(given, str):
        parts = list(given.split(","))
    elif isinstance(given, Iterable):
        parts = list(given)
    else:
        parts = [given]
    runs: list[tuple[int, int]] = []
    for part in parts:
        first, dash, last = part.partition("-") if isinstance(part, str) else (part, "", "")
        low, high = whole(first), whole(last if dash else first)
        if low is None or high is None or not 1 <= low <= high <= LARGEST:
            raise option.bad(given, remedy)
        runs.append((low, high))
    if not runs:
        raise option.bad(given, remedy)
    # Run after run, so that a thousand copies of 1-1000000 cost no more than one.
    found: list[int] = []
    for low, high in sorted(runs):
        found.extend(range(max(low, found[-1] + 1) if found else low, high + 1))
    return tuple(found)


class NumberStackAttack(Rules):
    """The rules of Number Stack Attack.

    >>> NumberStackAttack(target=10, tokens="3,5,8").options
    {'target': 10, 'tokens': [3, 5, 8], 'tie': 'first'}
    """

    name = "number-stack-attack"
    title = "Number Stack Attack"
    summary = "Be the first whose tokens add up to the target."
    OPTIONS = (
        number_option("target", 21, "The total that wins."),
        Option(
            "tokens",
            tuple(range(1, 10)),
            "The tokens, as numbers and runs, such as 1-9 or 3,5,8.",
            read=_read_tokens,
            text=lambda tokens: ",".join(run_texts(tokens)),
            plain=list,
            metavar="LIST",
        ),
        choice_option(
            "tie", ("first", "last"), "Who wins a stand-off at equal totals: who got there first or last."
        ),
    )

    target: int
    tokens: int  # as a set of bits
    tie: str

    def prepare(self, *, target: int, tokens: tuple[int, ...], tie: str) -> None:
        if tokens[0] > target:
            raise self.OPTIONS[1].bad(
                brief(tokens), f"no token fits the target {target}; one must be {target} or less."
            )
        self.target = target
        self.tokens = mask_of(tokens) if len(tokens) < 100 else _mask(tokens)
        self.tie = tie

    def start(self) -> AttackPosition:
        return AttackPosition(self, Seat.ONE, self.fitting(0), 0, 0, Seat.TWO)

    def fitting(self, total: int) -> int:
        """The tokens that may go on a total without exceeding the target, as a set of bits."""
        return self.tokens & (2 << self.target - total) - 1


def _mask(tokens: tuple[int, ...]) -> int:
    """Like `mask_of`, in linear time for the largest token sets."""
    flags = bytearray(tokens[-1] + 1)
    for token in tokens:
        flags[-1 - token] = 1
    return int(flags.translate(bytes.maketrans(b"\x00\x01", b"01")), 2)


class _State(NamedTuple):
    rules: NumberStackAttack
    turn: Seat
    legal: int
    one: int  # the total of Player 1
    two: int
    last: Seat  # who added last: decides equal totals


class AttackPosition(Position, _State):
    """A position of Number Stack Attack; a player for whom no token fits is passed over.

    >>> position = NumberStackAttack().start().play(9).play(8)
    >>> position.one, position.two, position.turn
    (9, 8, <Seat.ONE: 1>)
    """

    __slots__ = ()

    def total(self, seat: Seat) -> int:
        return self.one if seat is Seat.ONE else self.two

    def outcome(self) -> Outcome | None:
        rules, _, legal, one, two, last = self
        if legal:
            return None
        if one == rules.target or two == rules.target:
            return Outcome(last, Reason.TARGET)
        if one != two:
            return Outcome(Seat.ONE if one > two else Seat.TWO, Reason.STAND_OFF)
        # Totals change only by adding, so who added last got there last.
        return Outcome(last if rules.tie == "last" else OTHER[last], Reason.STAND_OFF)

    def play(self, move: int) -> AttackPosition:
        rules, turn, legal, one, two, _ = self
        try:
            allowed = legal >> move & 1
        except (TypeError, ValueError):  # no number, or a negative one
            allowed = 0
        if not allowed:
            raise self.refusal(move)
        other = OTHER[turn]
        if turn is Seat.ONE:
            one += move
            own, theirs = one, two
        else:
            two += move
            own, theirs = two, one
        if own == rules.target:
            return _new(AttackPosition, (rules, other, 0, one, two, turn))
        legal = rules.fitting(theirs)
        if legal:
            return _new(AttackPosition, (rules, other, legal, one, two, turn))
        # The opponent passes. With nothing for the mover either, it is a stand-off.
        legal = rules.fitting(own)
        return _new(AttackPosition, (rules, turn if legal else other, legal, one, two, turn))

    def objection(self, move: int) -> tuple[str, dict[str, object]]:
        if isinstance(move, int) and move > 0 and self.rules.tokens >> move & 1:
            return "exceeds-target", {"total": self.total(self.turn), "target": self.rules.target}
        return "not-a-token", {}
