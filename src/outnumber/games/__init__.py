"""The rules of the games: pure, immutable, standard library only.

Other packages import the common names from here, and the rest from the modules.
"""

from .base import Outcome, Position, Reason, Rules, Seat
from .errors import (
    GameError,
    IllegalMove,
    NotAMove,
    OptionError,
    PlayerFault,
    bad_option,
    closest,
    not_within,
    shown,
    strip_control_characters,
    too_large,
)
from .numbers import Numbers, full, mask_of, members, nth, ordered, run_texts
from .options import Option, choice_option, chosen, number_option, whole, whole_from
from .registry import BUILT_IN, all_games, find, game, names, part, title
from .scene import Join, Played, Row, Scene
from .sentences import ENGLISH, Phrase, Text, Told, Voice, mark, read_sentences

__all__ = [
    "BUILT_IN",
    "ENGLISH",
    "GameError",
    "IllegalMove",
    "Join",
    "NotAMove",
    "Numbers",
    "Option",
    "OptionError",
    "Outcome",
    "Phrase",
    "Played",
    "PlayerFault",
    "Position",
    "Reason",
    "Row",
    "Rules",
    "Scene",
    "Seat",
    "Text",
    "Told",
    "Voice",
    "all_games",
    "bad_option",
    "choice_option",
    "chosen",
    "closest",
    "find",
    "full",
    "game",
    "mark",
    "mask_of",
    "members",
    "names",
    "not_within",
    "nth",
    "number_option",
    "ordered",
    "part",
    "read_sentences",
    "run_texts",
    "shown",
    "strip_control_characters",
    "title",
    "too_large",
    "whole",
    "whole_from",
]
