"""Strategy Stacks on arrays: Number Duel with other links."""

from .number_duel import NumberDuelArrays


class StrategyStacksArrays(NumberDuelArrays):
    """The next number must be unused and linked to the last."""
