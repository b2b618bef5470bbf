"""New matches, as people begin them: now, and with a seed of their own."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from outnumber.games.base import Rules
from outnumber.session.clock import GameClock
from outnumber.session.match import BOOK, Match, Participant, toss


def begin(
    rules: Rules,
    participants: tuple[Participant, Participant],
    *,
    first: str = "1",
    rounds: int = 1,
    clock: float | None = None,
    game_clock: GameClock | None = None,
    start: str = BOOK,
    seed: int | None = None,
) -> Match:
    """A match that begins now; `first` is 1, 2 or toss, and chance decides the seed if nobody does."""
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    return Match(
        rules=rules,
        participants=participants,
        first=toss(seed) if first == "toss" else int(first),
        length=rounds,
        clock=clock,
        game_clock=game_clock,
        start=start,
        seed=seed,
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def again(match: Match) -> Match:
    """The same match once more; this time the other participant goes first."""
    return begin(
        match.rules, match.participants, first=str(3 - match.first), rounds=match.length, clock=match.clock,
        game_clock=match.game_clock, start=match.start,
    )  # fmt: skip
