"""Matches: rounds, undo, clocks and records, without input or output.

Other packages import the common names from here, and the rest from the modules.
"""

from .clock import LONGEST_CLOCK, UNTIMED, Clock, GameClock, read_clock, stamp
from .events import Kind, MatchEvent
from .match import (
    BOOK,
    DRAWN,
    FAIR,
    HELPED,
    HUMAN,
    LONGEST_MATCH,
    LONGEST_NAME,
    STAGE,
    Begun,
    Ended,
    Match,
    Participant,
    fit_name,
)
from .round import Round

__all__ = [
    "BOOK",
    "DRAWN",
    "FAIR",
    "HELPED",
    "HUMAN",
    "LONGEST_CLOCK",
    "LONGEST_MATCH",
    "LONGEST_NAME",
    "STAGE",
    "UNTIMED",
    "Begun",
    "Clock",
    "Ended",
    "GameClock",
    "Kind",
    "Match",
    "MatchEvent",
    "Participant",
    "Round",
    "fit_name",
    "read_clock",
    "stamp",
]
