"""The query parameters of the server's URLs."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from outnumber.games import mark
from outnumber.languages import LanguageName
from outnumber.study.chains.chain import LARGEST
from outnumber.study.puzzles.kinds import Kind

from . import Model
from .fields import (
    MOST_PUZZLES,
    ChainRange,
    Difficulty,
    GameName,
    Level,
    Seed,
    Seq,
    StateName,
)


class Query(Model):
    """Parameters of every URL: the language of the answer."""

    lang: LanguageName = "en"


class InState(Query):
    """Which games."""

    state: StateName = "open"


class After(Query):
    """Return events after this number."""

    after: Seq = 0


class RoundQuery(Query):
    """The number of a round; by default the current one, or the last that is over."""

    round: Annotated[int, Meta(ge=1)] | None = None


class Ply(RoundQuery):
    """The number of moves in that round; all by default."""

    ply: Annotated[int, Meta(ge=0)] | None = None


class Proof(Ply):
    """Whether to include the proof."""

    certificate: bool = False


class HintQuery(Query):
    """The number of a help step."""

    level: Level = 1


class Drawing(Ply):
    """Which picture."""

    kind: Literal["position", "history"] = "position"


class Daily(Query):
    """The day and the game; by default today, and the game of that day."""

    date: Annotated[date, Meta(description=mark("a day such as 2026-11-15"))] | UnsetType = UNSET
    game: GameName | None = None
    kind: Kind | None = None


class ChainQuery(Query):
    """The parameters of a chain: the largest number, and the criteria separated by commas."""

    range: ChainRange = LARGEST
    link: Annotated[str, Meta(description=mark("one or more criteria, separated by commas"))] = "multiple"


class Some(Query):
    """How many puzzles, of which kind, how difficult, and with which seed.

    Without a kind, puzzles with one winning move, or else those that ask for all; `turns` alternates between
    all kinds.
    """

    kind: Kind | Literal["turns"] | None = None
    difficulty: Difficulty | None = None
    seed: Seed | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)] = 5
