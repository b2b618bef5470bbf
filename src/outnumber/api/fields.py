"""The fields that bodies, queries, frames and answers share, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from outnumber.games import mark
from outnumber.match import LONGEST_NAME
from outnumber.players.registry import COMPUTERS
from outnumber.study.chains.chain import LARGEST, SMALLEST

# The id of a game or a class.
GAME_ID = "[0-9a-z]{1,32}"
# Python's `$` also matches before a final line break.
Id = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z", description=mark("1 to 64 letters, digits, - or _"))
]
Token = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", description=mark("32 hexadecimal digits"))]
# The largest number of a chain.
ChainRange = Annotated[int, Meta(ge=SMALLEST, le=LARGEST)]
# A test compares this number with `LONGEST_NAME`.
FIT_NAME = mark("up to 40 letters, digits, signs and spaces")
Name = Annotated[str, Meta(max_length=LONGEST_NAME, description=FIT_NAME)]
# Names are documented, not validated: other spellings are accepted, and the answer to a wrong name suggests
# the nearest one. `wire.schemas` fills in the games.
GameName = Annotated[
    str, Meta(max_length=100, description=mark("the name of a game"), extra_json_schema={"enum": []})
]
ComputerName = Annotated[
    str, Meta(description=mark("a computer player"), extra_json_schema={"enum": list(COMPUTERS)})
]
# Human opponents: anyone, the person with the link, or a person at the same device.
PEOPLE = ("open", "invite", "here")
OpponentName = Annotated[
    str,
    Meta(
        description=mark("open, invite, here or a computer player"),
        extra_json_schema={"enum": [*PEOPLE, *COMPUTERS]},
    ),
]
# The largest integer that browsers represent exactly.
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
# The number of the last event that the client knows.
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Level = Annotated[int, Meta(ge=1, le=3)]
Difficulty = Annotated[int, Meta(ge=1, le=5)]
Action = Literal["offer", "accept", "decline"]
OfferName = Literal["takeback", "rematch", "claim"]
StateName = Literal["open", "playing", "over"]
ReactionName = Literal["hello", "good-luck", "well-played", "thanks", "oops", "wow"]
StartName = Literal["book", "fair", "drawn"]

# For a message about puzzles: puzzles that the server creates are never longer, because the largest has a
# hundred numbers.
Moves = Annotated[list[Number], Meta(max_length=120)]
MOST_PUZZLES = 20
# For one position: the size that fits into a message.
LONGEST_LINE = 500
LARGEST_SEED = 999_999_999
Seed = Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
