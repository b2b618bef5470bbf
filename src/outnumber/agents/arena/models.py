"""Games with language models, many at a time in this process.

These games spend their time waiting for the network, so each runs in a thread. The event loop of each
endpoint (`players/models/endpoint.py`) sends all its requests and enforces the rate limits. The result of a
game does not depend on the games that run beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import TypeVar

from outnumber.match.loop import Player
from outnumber.players.models.endpoint import ModelEndpoint
from outnumber.players.models.model import LanguageModel
from outnumber.players.models.pace import RateLimits
from outnumber.players.registry import named

from .game import PlayedGame, Used, cost_line, open_players, play_game, used_in
from .plan import ArenaTask
from .results import Results

Task = TypeVar("Task")
Played = TypeVar("Played")

MODEL = "llm:"
# Seconds without a finished game after which the caller gets an empty list.
FLUSH_SECONDS = 1.0
# Seconds that running games get to finish when an arena is stopped.
SHUTDOWN_SECONDS = 5.0


def asks_models(players: Iterable[str]) -> bool:
    """Whether some of the players are language models."""
    return any(named(player)[1].startswith(MODEL) for player in players)


@contextmanager
def connected(players: Iterable[str], limits: RateLimits) -> Iterator[None]:
    """Keep the connections to the models among the players open, and enforce the rate limits."""
    with open_players(player for player in players if asks_models([player])):
        ModelEndpoint.all_within(limits)
        yield


def play_recorded(task: ArenaTask, players: Mapping[str, Player], results: Results) -> PlayedGame:
    """Play a game; if it is interrupted, save its cost so far."""
    for name in task.players:
        if isinstance(player := players[name], LanguageModel):
            player.go_on(results.earlier[task.id, name], partial(_answered, results, task, name))
    try:
        return play_game(task, players)
    except BaseException:
        cost = cost_line(task, used_in(task, players))
        if any(cost["used"]):
            results.add_unfinished(cost)
        raise


def _answered(results: Results, task: ArenaTask, player: str, used: Used) -> None:
    results.log(cost_line(task, {player: used}))


def play_concurrently(
    todo: Iterator[Task],
    names: Iterable[str],
    play: Callable[[Task, Mapping[str, Player]], Played],
    count: int,
    heard: Callable[[Played], None],
    late: Callable[[Played], None],
) -> Generator[list[Played], None, None]:
    """Play `count` tasks at a time; yield each result, and an empty list while none arrives.

    `heard` is called with each result before its thread takes the next task, and `late` with the results that
    arrive after the caller has stopped.
    """
    arrived: SimpleQueue[tuple[Played] | BaseException | None] = SimpleQueue()
    taking, stopped = Lock(), Event()

    def take() -> Task | None:
        with taking:
            return None if stopped.is_set() else next(todo, None)

    def work() -> None:
        try:
            with open_players(names) as players:
                while task := take():
                    played = play(task, players)
                    with taking:
                        heard(played)
                    arrived.put((played,))
            arrived.put(None)
        except BaseException as error:
            arrived.put(error)

    # Daemons, because a program that plays against a model may hang.
    threads = [Thread(target=work, name=f"game {number}", daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    playing = count
    try:
        while playing:
            try:
                came = arrived.get(timeout=FLUSH_SECONDS)
            except Empty:
                yield []
                continue
            if isinstance(came, BaseException):
                raise came
            if came is None:
                playing -= 1
            else:
                yield [*came]
    finally:
        stopped.set()
        if playing:
            ModelEndpoint.stop_all()
            until = monotonic() + SHUTDOWN_SECONDS
            for thread in threads:
                thread.join(max(0.0, until - monotonic()))
            # The caller has stopped reading, but these are finished and paid for.
            while not arrived.empty():
                if isinstance(came := arrived.get(), tuple):
                    late(*came)
