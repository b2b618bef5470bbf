"""The building blocks for games in other packages. These names are public and stable.

`docs/tutorials/adding-a-game.md` shows how to use them, and `outnumber.conformance.check` checks the result.
"""

from outnumber.games import (
    Join,
    Option,
    Outcome,
    Phrase,
    Played,
    Position,
    Reason,
    Row,
    Rules,
    Seat,
    choice_option,
    full,
    mask_of,
    number_option,
)
from outnumber.games.options import numbers_option
from outnumber.games.pool import PoolPosition, PoolRules, range_option
from outnumber.games.walk import WalkRules
from outnumber.language.games import Words
from outnumber.theory.verdict import Verdict

__all__ = [
    "Join",
    "Option",
    "Outcome",
    "Phrase",
    "Played",
    "PoolPosition",
    "PoolRules",
    "Position",
    "Reason",
    "Row",
    "Rules",
    "Seat",
    "Verdict",
    "WalkRules",
    "Words",
    "choice_option",
    "full",
    "mask_of",
    "number_option",
    "numbers_option",
    "range_option",
]
