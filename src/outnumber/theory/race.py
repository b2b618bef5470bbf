"""Number Stack Attack: `fewest_turns.py` where no player ever passes, else `stand_off.py`.

Machine-checked: `race` in proofs/FewestTurns.v and `stand_off` in proofs/StandOff.v.
"""

from __future__ import annotations

from outnumber.games.number_stack_attack import AttackPosition

from . import fewest_turns, stand_off
from .fewest_turns import applies
from .verdict import Verdict


def solve(position: AttackPosition) -> Verdict:
    """The winner, the winning moves, and the reason."""
    return fewest_turns.solve(position) if applies(position.rules) else stand_off.solve(position)


def winning(position: AttackPosition) -> int:
    """The winning moves, as a set."""
    return fewest_turns.winning(position) if applies(position.rules) else stand_off.winning(position)


def effort(position: AttackPosition) -> float:
    """The approximate seconds for a verdict; raises `OptionError` if the table would be too large."""
    rules = position.rules
    if applies(rules):
        return float(rules.target * rules.tokens.bit_count() / 10_000_000)
    stand_off.check(position)
    return float(rules.target**2 / 1_000_000)
