"""What may follow the question mark of an address of the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from outnumber.api import Model
from outnumber.api.fields import (
    MOST_PUZZLES,
    ChainRange,
    Difficulty,
    GameName,
    Level,
    Seed,
    Seq,
    StateName,
)
from outnumber.games.languages import LanguageName
from outnumber.games.sentences import mark
from outnumber.study.chains.chain import LARGEST
from outnumber.study.puzzles.kinds import Kind


class Query(Model):
    """What stands after the `?` of any address: in which language to answer."""

    lang: LanguageName = "en"


class InState(Query):
    """Which games."""

    state: StateName = "open"


class After(Query):
    """From which event on."""

    after: Seq = 0


class RoundQuery(Query):
    """Which round; the current one, or the last that is over."""

    round: Annotated[int, Meta(ge=1)] | None = None


class Ply(RoundQuery):
    """After how many moves of it; all by default."""

    ply: Annotated[int, Meta(ge=0)] | None = None


class Proof(Ply):
    """Whether with what proves it."""

    certificate: bool = False


class HintQuery(Query):
    """Which step of help."""

    level: Level = 1


class Drawing(Ply):
    """Which picture."""

    kind: Literal["position", "history"] = "position"


class Daily(Query):
    """Which day, and which game; by default today, and the one whose turn it is."""

    date: Annotated[str, Meta(description=mark("a day such as 2026-11-15"))] | None = None
    game: GameName | None = None
    kind: Kind | None = None


class ChainQuery(Query):
    """Which chain: the largest number, and the criteria with a comma between."""

    range: ChainRange = LARGEST
    link: Annotated[str, Meta(description=mark("one or more criteria, with a comma between"))] = "multiple"


class Some(Query):
    """How many puzzles, of which kind, how hard, and by which chance.

    Without a kind, those with one winning move, or else those that ask for all; `turns` has all kinds.
    """

    kind: Kind | Literal["turns"] | None = None
    difficulty: Difficulty | None = None
    seed: Seed | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)] = 5
