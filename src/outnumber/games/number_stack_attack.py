"""Number Stack Attack: each player adds tokens to a total and tries to reach the target exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from math import gcd
from typing import Any, NamedTuple

from .base import OTHER, Outcome, Position, Reason, Rules, Seat
from .errors import bad_option
from .numbers import listed, mask_of, members, ordered
from .options import FormText, choice_option, number_option, numbers_option
from .scene import Join, Played, Row
from .sentences import Phrase, brief

# Bypassing the constructor makes random games 9 to 16 % faster (`benchmarks/playouts.py`).
_new = tuple.__new__


class NumberStackAttack(Rules):
    """The rules of Number Stack Attack.

    >>> NumberStackAttack(target=10, tokens="3,5,8").options
    {'target': 10, 'tokens': [3, 5, 8], 'tie': 'first'}
    """

    name = "number-stack-attack"
    title = "Number Stack Attack"
    summary = "Be the first whose tokens add up to the target."
    OPTIONS = (
        number_option("target", 21, "The total that wins.", form=FormText("Target")),
        numbers_option(
            "tokens",
            range(1, 10),
            "The tokens, as numbers and runs, such as 1-9 or 3,5,8.",
            form=FormText("Tokens", "Numbers and runs, such as 1-9 or 3,5,8."),
        ),
        choice_option(
            "tie",
            ("first", "last"),
            "Who wins a stand-off at equal totals: the player who got there first or last.",
            told="last to get there wins a tie",
            form=FormText(
                "Equal totals in a stand-off",
                choices={
                    "first": "the player who got there first wins",
                    "last": "the player who got there last wins",
                },
            ),
        ),
    )
    SIZE = "target"
    hard_sizes = (17, 18, 26, 27)
    theorem = "race"

    target: int
    tokens: int  # as a set of bits
    tie: str

    def prepare(self, *, target: int, tokens: tuple[int, ...], tie: str) -> None:
        if tokens[0] > target:
            remedy = Phrase("no token fits the target {target}; one must be {target} or less.", target=target)
            raise self.OPTIONS[1].bad(brief(tokens), remedy)
        self.target = target
        self.tokens = mask_of(tokens)
        self.tie = tie

    def briefing(self) -> str:
        return (
            "Each player has a total of their own, 0 at first. In turn, each adds a token to their own total."
            " There are tokens of these numbers, as many of each as anybody wants:"
            f" {listed(ordered(self.tokens))}. A total must never exceed {self.target}. Whoever reaches"
            f" exactly {self.target} wins at once. A player for whom every token would exceed {self.target}"
            " is passed over, and the opponent goes on. If that holds for both players, the game ends, and"
            f" the higher total wins; with equal totals, the player who got to that total {self.tie} wins."
        )

    def start(self) -> AttackPosition:
        return AttackPosition(self, Seat.ONE, self.fitting(0), 0, 0, Seat.TWO)

    def placed(
        self, pool: Iterable[int] | None, turn: Seat, *, totals: Sequence[int], target: int
    ) -> AttackPosition:
        # The theorems hold for all totals that the common factor of the tokens that fit divides.
        fitting = list(members(self.fitting(0)))
        step = gcd(*fitting)
        given = [*islice(pool, len(fitting) + 1)] if isinstance(pool, Iterable) else pool
        if given not in (None, fitting):
            raise bad_option("pool", given, "tokens are never used up: leave it out.")
        if target != self.target:
            raise bad_option("target", target, "choose {names:or}.", names=(str(self.target),))
        if not (
            isinstance(totals, list | tuple)
            and len(totals) == len(Seat)
            and all(type(each) is int and 0 <= each < self.target and not each % step for each in totals)
            and self.fitting(totals[turn - 1])
        ):
            raise bad_option(
                "totals",
                totals,
                "give two totals below {target} that tokens can make, and leave the player to move a token.",
                target=self.target,
            )
        one, two = totals
        return AttackPosition(self, turn, self.fitting(totals[turn - 1]), one, two, turn.other)

    def longest(self) -> int:
        smallest = (self.tokens & -self.tokens).bit_length() - 1
        return 2 * (self.target // smallest)

    def fitting(self, total: int) -> int:
        """The tokens that can be added to a total without exceeding the target, as a set of bits."""
        return self.tokens & (2 << self.target - total) - 1


class _State(NamedTuple):
    rules: NumberStackAttack
    turn: Seat
    legal: int
    one: int  # the total of Player 1
    two: int
    last: Seat  # the seat that added the last token: decides equal totals


class AttackPosition(Position, _State):
    """A position of Number Stack Attack; a player who cannot add any token passes.

    >>> position = NumberStackAttack().start().play(9).play(8)
    >>> position.one, position.two, position.turn
    (9, 8, <Seat.ONE: 1>)
    """

    __slots__ = ()

    def total(self, seat: Seat) -> int:
        return self.one if seat is Seat.ONE else self.two

    def outcome(self) -> Outcome | None:
        if self.legal:
            return None
        rules, one, two, last = self.rules, self.one, self.two, self.last
        if rules.target in (one, two):
            return Outcome(last, Reason.TARGET)
        if one != two:
            return Outcome(Seat.ONE if one > two else Seat.TWO, Reason.STAND_OFF)
        # The player who added the last token reached their total last.
        return Outcome(last if rules.tie == "last" else OTHER[last], Reason.STAND_OFF)

    def after(self, move: int) -> AttackPosition:
        rules, turn, one, two = self.rules, self.turn, self.one, self.two
        other = OTHER[turn]
        if turn == 1:  # faster than looking up Seat.ONE
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
        # The opponent passes. If the mover has no token to add either, it is a stand-off.
        legal = rules.fitting(own)
        return _new(AttackPosition, (rules, turn if legal else other, legal, one, two, turn))

    def objection(self, move: int) -> tuple[str, dict[str, Any]]:
        if move > 0 and self.rules.tokens >> move & 1:
            return "exceeds-target", {"total": self.total(self.turn), "target": self.rules.target}
        return "not-a-token", {}

    @property
    def numbers(self) -> int:
        tokens: int = self.rules.tokens
        return tokens

    @property
    def pool(self) -> int:
        fitting: int = self.rules.fitting(0)
        return fitting

    def rows(self, played: Sequence[Played]) -> tuple[Row, ...]:
        rows = []
        for seat, total in zip(Seat, self.standing(), strict=True):
            tokens = tuple(number for who, number in played if who is seat)
            joins = (Join("plus"),) * (len(tokens) - 1)
            rows.append(Row("Stack", seat, tokens, joins, total, self.rules.target))
        return tuple(rows)

    def demand(self) -> Phrase:
        return Phrase("a token to add to your total")

    def facts(self) -> dict[str, Any]:
        return {"totals": [self.one, self.two], "target": self.rules.target}

    def standing(self) -> tuple[int, int]:
        return self.one, self.two

    def solver_key(self) -> tuple[object, ...]:
        rules, turn = self.rules, self.turn
        lack = rules.target - self.total(turn), rules.target - self.total(turn.other)
        return *lack, rules.fitting(min(self.one, self.two)), rules.tie
