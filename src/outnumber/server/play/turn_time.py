"""How the time of a turn passes: when it began, what is left of it, and which move was too late."""

from __future__ import annotations

from outnumber.api.events import ClaimOffered, MovePlayed
from outnumber.server.play.live_game import LiveGame, Timing
from outnumber.server.play.requests import Request
from outnumber.server.storage.log import Log

# A turn begins when people are told of it: where nobody looks on, so long after it was asked for at most.
LATEST = 5.0
# So long a move may be on its way when nothing was heard of it, if so much is forgiven.
GRACE = 2.0


class TurnClock:
    """The turns of all games, in the time that counts: that in which the server could answer."""

    def __init__(self, log: Log) -> None:
        self._log = log  # which knows the time from when it is open

    def left(self, game: LiveGame) -> float | None:
        """Seconds left in the current turn; None without a clock or when nobody is to move."""
        allowed = game.allowed
        return None if allowed is None else allowed - self._elapsed(game, self._log.uptime.now())

    def _elapsed(self, game: LiveGame, now: float) -> float:
        """The seconds of the current turn that have passed, in the time that counts."""
        return 0.0 if game.began is None else self._log.uptime.run_time(game.began, now)

    def told(self, game: LiveGame) -> None:
        """Start the turn when the player is told of it, not when the event before was asked for."""
        now = self._log.uptime.now()
        if game.began is None:
            game.began = now
        elif game.began > self._log.uptime.began:
            # Who looks on here hears of it just now. Otherwise somebody may have heard long ago, elsewhere.
            latest = now if game.sockets else min(now, game.began + LATEST)
            game.began = max(game.began, latest)

    def timing(self, request: Request) -> Timing:
        """What a request means for the clock of a game; of a move's way here some is forgiven."""
        game = request.game
        if request.at is None:
            request.at = self._log.uptime.now()
        timing = Timing(request.at)
        allowed = game.allowed
        if allowed is None:
            return timing
        timing.spent = elapsed = self._elapsed(game, request.at)
        if _is_move(request):
            # Who does not say how long they thought is forgiven only what would be too late.
            thought = request.spent if request.spent is not None else allowed
            timing.lag = round(game.lags[request.event.participant - 1].forgives(elapsed - thought), 3)
        timing.spent = round(elapsed - timing.lag, 3)
        return timing

    def late(self, request: Request, timing: Timing) -> bool:
        """Whether the time of the player to move was up when a request came."""
        game = request.game
        allowed = game.allowed
        if allowed is None:
            return False
        if _is_move(request):
            return timing.spent > allowed
        return self.overdue(game)

    def overdue(self, game: LiveGame) -> bool:
        """Whether no move of the player to move can still be in time."""
        left = self.left(game)
        if left is None or (over := left + self.grace(game)) >= 0:
            return False
        return self._log.uptime.heard_since(self._log.uptime.now() + over)

    def grace(self, game: LiveGame) -> float:
        return game.lags[game.to_move - 1].forgives(GRACE)

    def heard_since_claim(self, game: LiveGame) -> bool:
        claim = game.offer
        return not isinstance(claim, ClaimOffered) or self._log.uptime.heard_since(
            claim.since + claim.seconds
        )

    def wait(self, game: LiveGame) -> float | None:
        """The seconds until a win that was claimed can be had; None where none was."""
        offer = game.offer
        if not isinstance(offer, ClaimOffered):
            return None
        return max(0.0, offer.seconds - self._log.uptime.run_time(offer.since, self._log.uptime.now()))


def _is_move(request: Request) -> bool:
    """Whether it is a move of the player to move."""
    return isinstance(request.event, MovePlayed) and request.event.participant == request.game.to_move
