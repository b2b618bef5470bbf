"""One game of an arena: play it, grade its moves exactly, and describe it as a line of JSON."""

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
from outnumber.games import Position, Reason
from outnumber.match import UNTIMED, Begun, Clock, Kind, Match, Participant, stamp
from outnumber.match.loop import Choice, Player, play_match
from outnumber.match.review import grade
from outnumber.players.registry import computer, outside
from outnumber.theory.bounded import solve

from .plan import ArenaTask, rules_of
from .read import Fault, GameResult, MoveGrade

# A line of costs.jsonl or of the journal, and the usage that `Player.used` returns.
Line = dict[str, Any]
Used = dict[str, Any]


class PlayedGame(NamedTuple):
    """A played game: its result, which does not depend on the machine, and its cost."""

    result: GameResult
    cost: Line
    # Whether a model that could not be reached may answer later.
    passing: bool = True

    @property
    def unreached(self) -> str:
        """The error of the unreachable model that ended the game; otherwise empty."""
        fault = self.result.fault
        return fault.text if fault and fault.code == "player-unreached" else ""


class TimedPlayer(Player):
    """A player whose thinking time is measured."""

    seconds = 0.0

    def __init__(self, name: str, player: Player) -> None:
        self._player = player
        # Count only this thread: cluster workers may run several.
        self._now = perf_counter if outside(name) else thread_time

    @property
    def waited(self) -> float:
        """Seconds spent waiting to reach a model, which do not count as thinking time."""
        return getattr(self._player, "waited", 0.0)

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:
        begin, waited = self._now(), self.waited
        try:
            return self._player.choose(match, clock)
        finally:
            self.seconds += self._now() - begin - (self.waited - waited)


def play_game(task: ArenaTask, players: Mapping[str, Player]) -> PlayedGame:
    """Play one game with open players, given by name, and grade each move."""
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
        raise AssertionError(f"{task.id} has no outcome: a computer player quit")
    result = GameResult(
        id=task.id,
        game=rules.name,
        options=rules.options,
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
    """The usage of each player since the previous call."""
    return {name: players[name].used() for name in task.players}


def cost_line(
    task: ArenaTask,
    used: Mapping[str, Used],
    seconds: tuple[float, float] = (0.0, 0.0),
    *,
    finished: bool = False,
) -> Line:
    """The cost of a game, as a line of JSON."""
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
    """Open players, by name; close their programs and connections at the end."""
    with ExitStack() as ready:
        players: dict[str, Player] = {}
        for name in names:
            players[name] = player = computer(name)
            ready.callback(player.close)  # now, because the next name may be unknown
        yield players


@cache
def end_with(parent: int) -> None:
    """Exit this process soon after its parent dies, even if it is blocked."""
    # Workers survive a killed parent. They can block on a pipe that no process reads, because other workers
    # hold the read end open.

    def watch() -> None:
        while os.getppid() == parent:
            sleep(POLL_SECONDS)
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


# Seconds between a worker's checks that its parent is alive.
POLL_SECONDS = 0.5
# Marks a safe path that `run.py` set; programs that play must not inherit it.
SAFE_PATH = "outnumber"


def play_batch(todo: list[ArenaTask], parent: int = 0) -> list[PlayedGame]:
    """Play some games one after another in a worker process; exit if the parent dies."""
    if parent:
        end_with(parent)
    if os.environ.get("PYTHONSAFEPATH") == SAFE_PATH:
        del os.environ["PYTHONSAFEPATH"]
    with open_players({name for task in todo for name in task.players}) as players:
        return [play_game(task, players) for task in todo]
