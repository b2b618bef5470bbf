"""Turn clocks: when a turn began, the time left, and whether a move came too late."""

from __future__ import annotations

from outnumber.api.events import ClaimOffered, MovePlayed
from outnumber.server.storage.log import Log

from .live_game import LiveGame, Timing
from .requests import Request

# A turn begins when clients hear of it. Without connected clients, it begins at most this many seconds
# after the request for the previous event.
LATEST = 5.0
# Seconds of network delay granted to a move that has not arrived yet, within the player's lag allowance.
GRACE = 2.0


class TurnClock:
    """The turn clocks of all games, in server uptime: downtime does not count."""

    def __init__(self, log: Log) -> None:
        self._log = log  # its uptime exists only after `open`

    def left(self, game: LiveGame) -> float | None:
        """Seconds left in the current turn; None without a clock or without a player to move."""
        allowed = game.allowed
        return None if allowed is None else allowed - self._elapsed(game, self._log.uptime.now())

    def _elapsed(self, game: LiveGame, now: float) -> float:
        """The uptime since the current turn began, in seconds."""
        return 0.0 if game.began is None else self._log.uptime.run_time(game.began, now)

    def told(self, game: LiveGame) -> None:
        """Start the turn when clients hear of it, not when the previous event was requested."""
        now = self._log.uptime.now()
        if game.began is None:
            game.began = now
        elif game.began > self._log.uptime.began:
            # Clients of this process hear of it now; clients of another process may have heard of it long
            # ago.
            latest = now if game.sockets else min(now, game.began + LATEST)
            game.began = max(game.began, latest)

    def timing(self, request: Request) -> Timing:
        """The timing details of a request; part of a move's network delay is not counted."""
        game = request.game
        if request.at is None:
            request.at = self._log.uptime.now()
        timing = Timing(request.at)
        allowed = game.allowed
        if allowed is None:
            return timing
        elapsed = self._elapsed(game, request.at)
        if _is_move(request):
            # A client that reports no thinking time is only compensated for the time past its limit.
            thought = request.spent if request.spent is not None else allowed
            timing.lag = round(game.lags[request.event.participant - 1].forgives(elapsed - thought), 3)
        timing.spent = round(elapsed - timing.lag, 3)
        return timing

    def late(self, request: Request, timing: Timing) -> bool:
        """Whether the player to move had run out of time when a request arrived."""
        allowed = request.game.allowed
        if allowed is not None and _is_move(request):
            return timing.spent > allowed
        return self.overdue(request.game)

    def overdue(self, game: LiveGame) -> bool:
        """Whether no move that is still on its way can be in time."""
        left = self.left(game)
        if left is None or (over := left + self.grace(game)) >= 0:
            return False
        return self._log.uptime.heard_since(self._log.uptime.now() + over)

    def grace(self, game: LiveGame) -> float:
        return game.lags[game.to_move - 1].forgives(GRACE)

    def wait(self, game: LiveGame) -> float | None:
        """Seconds until a claimed win can be taken; None without a claim."""
        offer = game.offer
        if not isinstance(offer, ClaimOffered):
            return None
        return max(0.0, offer.seconds - self._log.uptime.run_time(offer.since, self._log.uptime.now()))


def _is_move(request: Request) -> bool:
    """Whether a request is a move by the player to move."""
    return isinstance(request.event, MovePlayed) and request.event.participant == request.game.to_move
