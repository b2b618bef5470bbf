"""New matches: they begin now, with a random seed unless one is given."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from outnumber.games import Rules, Seat
from outnumber.match import BOOK, DRAWN, STAGE, Begun, GameClock, Match, Participant, stamp
from outnumber.match.match import SET_UP, toss


def begin(
    rules: Rules,
    participants: tuple[Participant, Participant],
    *,
    first: str = "1",
    rounds: int = 1,
    clock: float | GameClock | None = None,
    start: str = BOOK,
    seed: int | None = None,
) -> Match:
    """A match that begins now; `first` is 1, 2 or toss, and the seed is random by default."""
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    return Match(
        rules=rules,
        participants=participants,
        first=toss(seed) if first == "toss" else int(first),
        length=rounds,
        clock=None if isinstance(clock, GameClock) else clock,
        game_clock=clock if isinstance(clock, GameClock) else None,
        start=start,
        seed=seed,
        date=stamp(datetime.now(UTC)),
    )


def winnable(match: Match) -> Match:
    """The match in a round from a drawn position that participant 1 can win."""
    from outnumber.study.paths.path import first_game
    from outnumber.study.paths.start import beginning, draw

    stage = first_game(match.rules, match.participants[1].plays)
    return match.after(beginning(match.rules, draw(stage, match.seed)))


def branch(match: Match, plies: int) -> Match:
    """A new match of one round that continues after `plies` moves of the last round, with the same seats."""
    current = match.current
    moves = current.moves[:plies]
    opening = moves[: current.drawn]
    begun = begin(
        match.rules, match.participants, first=str(match.seated(Seat.ONE)),
        clock=match.game_clock or match.clock, start=match.start if opening else BOOK,
    )  # fmt: skip
    return set_up(begun, Begun(opening, moves[len(opening) :], current.seat1))


def set_up(match: Match, begun: Begun) -> Match:
    """The match in its first round, with moves that were set up, not played."""
    after = match.after(begun)
    # The tag tells these moves from those that were played.
    return after._replace(tags=(*match.tags, (SET_UP, str(len(after.current.moves)))))


def again(match: Match) -> Match:
    """The same match again; this time the other participant goes first. A drawn start is drawn anew."""
    if STAGE in dict(match.tags):
        from outnumber.study.paths.stars import stage_of

        from .paths import attempt

        if stage := stage_of(match):
            return attempt(stage, name=match.participants[0].name)
        match = match._replace(start=BOOK)
    drawn = match.start == DRAWN
    new = begin(
        match.rules, match.participants, first="1" if drawn else str(3 - match.first), rounds=match.length,
        clock=match.game_clock or match.clock, start=match.start,
    )  # fmt: skip
    return winnable(new) if drawn else new
