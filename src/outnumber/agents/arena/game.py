"""One game of an arena: played, graded by the theorems, and told as a line of JSON."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import cache
from threading import Thread
from time import monotonic, perf_counter, sleep, thread_time
from typing import Any, NamedTuple

from outnumber import __version__
from outnumber.agents.arena.plan import ArenaTask, rules_of
from outnumber.agents.arena.read import Fault, GameResult, MoveGrade
from outnumber.games.base import Position, Reason
from outnumber.match.clock import UNTIMED, Clock, stamp
from outnumber.match.events import Kind
from outnumber.match.loop import Choice, Player, play_match
from outnumber.match.match import Begun, Match, Participant
from outnumber.match.review import grade
from outnumber.players.registry import computer, outside
from outnumber.theory.bounded import solve

# A line of costs.jsonl or of a journal, and what a player used, as `Player.used` tells it.
Line = dict[str, Any]
Used = dict[str, Any]


class PlayedGame(NamedTuple):
    """A game that was played: what happened, which is the same wherever it is played, and what it took."""

    result: GameResult
    cost: Line
    # Whether a model that could not be asked may answer a little later.
    passing: bool = True

    @property
    def unreached(self) -> str:
        """The error of a model that could not be reached, if that ended the game; else empty."""
        fault = self.result.fault
        return fault.text if fault and fault.code == "player-unreached" else ""


class TimedPlayer(Player):
    """A player with a stop-watch."""

    def __init__(self, name: str, player: Player) -> None:
        self._player = player
        # A worker of a cluster may have several threads: only this thread counts.
        self._now = perf_counter if outside(name) else thread_time
        self.seconds = 0.0

    @property
    def waited(self) -> float:
        """The seconds in which a model could not be asked, which are not its own."""
        return getattr(self._player, "waited", 0.0)

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:
        begin, waited = self._now(), self.waited
        try:
            return self._player.choose(match, clock)
        finally:
            self.seconds += self._now() - begin - (self.waited - waited)


def play_game(task: ArenaTask, players: Mapping[str, Player]) -> PlayedGame:
    """Play one game with players that are ready, by name, and grade each move."""
    rules = rules_of(task.game)
    both = (Participant(task.players[0]), Participant(task.players[1]))
    match = Match(rules, both, clock=task.time, seed=task.seed).after(Begun(moves=task.opening))
    opening = match.current
    one, two = (TimedPlayer(name, players[name]) for name in task.players)
    fault, passing = None, True
    clock = Clock(task.time, now=lambda: monotonic() - one.waited - two.waited)
    for event in play_match(match, {1: one, 2: two}, clock):
        match = event.match
        if event.kind is Kind.ROUND_ENDED:
            fault = _fault(match, event.fault.code if event.fault else "")
            passing = event.fault is None or event.fault.numbers.get("passing", True)
    moves = match.current.moves[len(task.opening) :]
    outcome = match.current.outcome
    if outcome is None:
        raise AssertionError(f"{task.id} has no outcome: a computer player left")
    result = GameResult(
        id=task.id,
        game=rules.name,
        options=task.game.partition(" ")[2],
        opening=task.opening,
        favourite=int(solve(opening.position).winner),  # type: ignore[arg-type]  # it is 1 or 2
        players=task.players,
        moves=moves,
        winner=int(outcome.winner),  # type: ignore[arg-type]
        reason=outcome.reason.value,
        fault=fault,
        grades=tuple(_grades(opening.position, moves)),
    )
    reached = fault is None or fault.code != "player-unreached"
    cost = cost_line(task, used_in(task, players), (one.seconds, two.seconds), finished=reached)
    return PlayedGame(result, cost, passing)


def used_in(task: ArenaTask, players: Mapping[str, Player]) -> dict[str, Used]:
    """What each player used since it was last asked."""
    return {name: players[name].used() for name in task.players}


def cost_line(
    task: ArenaTask,
    used: Mapping[str, Used],
    seconds: tuple[float, float] = (0.0, 0.0),
    *,
    finished: bool = False,
) -> Line:
    """What a game took, as a line of JSON."""
    return {
        "id": task.id,
        "at": stamp(datetime.now(UTC)),
        "outnumber": __version__,
        "seconds": [*seconds],
        "used": [used.get(name, {}) for name in task.players],
        **({} if finished else {"finished": False}),
    }


def _fault(match: Match, code: str) -> Fault | None:
    outcome = match.current.outcome
    if outcome is None or outcome.reason not in (Reason.FAULT, Reason.TIME):
        return None
    remarks = match.current.comments
    text = remarks[-1][1] if code and remarks else "The move came too late."
    position = match.current.position
    return Fault(
        seat=int(outcome.winner.other),  # type: ignore[arg-type]
        code=code or "player-silent",
        text=text,
        legal=position.legal.bit_count(),
        winning=len(solve(position).winning),
    )


def _grades(position: Position, moves: tuple[int, ...]) -> Iterator[MoveGrade]:
    for move in moves:
        graded = grade(position, move)
        legal, winning = position.legal.bit_count(), len(graded.winning)
        yield MoveGrade(int(graded.seat), legal, winning, graded.regret)
        position = position.play(move)


@contextmanager
def open_players(names: Iterable[str]) -> Iterator[Mapping[str, Player]]:
    """Players by name, ready to play; programs and connections are let go of in the end."""
    with ExitStack() as ready:
        players: dict[str, Player] = {}
        for name in names:
            players[name] = player = computer(name)
            ready.callback(player.close)  # at once: the next name may be unknown
        yield players


@cache
def end_with(parent: int) -> None:
    """End this process soon after its parent has gone, whatever it is doing, once and for all."""
    # A killed parent does not stop its workers. A worker may hang in a pipe that is never emptied: other
    # workers hold the reading end open.

    def watch() -> None:
        while os.getppid() == parent:
            sleep(POLL_SECONDS)
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


# How often a worker looks for its parent, in seconds.
POLL_SECONDS = 0.5
# The value by which a worker knows that `run.py` set the safe path; programs that play must not inherit it.
SAFE_PATH = "outnumber"


def play_batch(todo: list[ArenaTask], parent: int = 0) -> list[PlayedGame]:
    """Play some games one after the other; what a worker of an arena does, as long as its parent lives."""
    if parent:
        end_with(parent)
    if os.environ.get("PYTHONSAFEPATH") == SAFE_PATH:
        del os.environ["PYTHONSAFEPATH"]
    with open_players({name for task in todo for name in task.players}) as players:
        return [play_game(task, players) for task in todo]
