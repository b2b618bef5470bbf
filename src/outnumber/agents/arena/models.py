"""Games with language models, many at a time in this process.

A model thinks elsewhere: its games only wait. So each is played in a thread, which is little more than its
stack, and all requests go out from the one loop of their endpoint (`players/models/endpoint.py`), which keeps
to the pace that was asked for. What comes of a game does not depend on the others.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic

from outnumber.agents.arena.game import PlayedGame, Used, cost_line, open_players, play_game, used_in
from outnumber.agents.arena.plan import ArenaTask
from outnumber.agents.arena.results import Results
from outnumber.match.loop import Player
from outnumber.players.models.endpoint import ModelEndpoint
from outnumber.players.models.model import LanguageModel
from outnumber.players.models.pace import RateLimits

MODEL = "llm:"
# Seconds after which the caller gets an empty list if no game has ended.
FLUSH_SECONDS = 1.0
# Seconds for games to come to their end when an arena is stopped.
SHUTDOWN_SECONDS = 5.0


def asks_models(players: Iterable[str]) -> bool:
    return any(player.startswith(MODEL) for player in players)


@contextmanager
def connected(players: Iterable[str], limits: RateLimits) -> Iterator[None]:
    """Stay connected to the models among the players, and keep to the rate limits."""
    with open_players(player for player in players if player.startswith(MODEL)):
        ModelEndpoint.all_within(limits)
        yield


def play_recorded(task: ArenaTask, players: Mapping[str, Player], results: Results) -> PlayedGame:
    """Play a game; if it is interrupted, save what it has cost so far."""
    for name in task.players:
        if isinstance(player := players[name], LanguageModel):
            player.go_on(results.earlier(task.id, name), partial(_answered, results, task, name))
    try:
        return play_game(task, players)
    except BaseException:
        cost = cost_line(task, used_in(task, players))
        if any(cost["used"]):
            results.add_unfinished(cost)
        raise


def _answered(results: Results, task: ArenaTask, player: str, used: Used) -> None:
    results.log_answer(cost_line(task, {player: used}))


def play_concurrently(
    todo: Iterator[ArenaTask],
    names: Iterable[str],
    results: Results,
    count: int,
    heard: Callable[[list[PlayedGame]], None],
) -> Generator[list[PlayedGame], None, None]:
    """Play `count` games at a time; yield each when it ends, and an empty list while none does.

    `heard` is told of each game before the next is taken.
    """
    arrived: SimpleQueue[PlayedGame | BaseException | None] = SimpleQueue()
    taking, stopped = Lock(), Event()

    def take() -> ArenaTask | None:
        with taking:
            return None if stopped.is_set() else next(todo, None)

    def work() -> None:
        try:
            with open_players(names) as players:
                while task := take():
                    played = play_recorded(task, players, results)
                    with taking:
                        heard([played])
                    arrived.put(played)
            arrived.put(None)
        except BaseException as error:
            arrived.put(error)

    # Daemons, because a program that plays against a model may not come to its end.
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
                yield [came]
    finally:
        stopped.set()
        if playing:
            ModelEndpoint.stop_all()
            until = monotonic() + SHUTDOWN_SECONDS
            for thread in threads:
                thread.join(max(0.0, until - monotonic()))
            # Who was listening has left, but these games are played and paid for.
            while not arrived.empty():
                if isinstance(came := arrived.get(), PlayedGame):
                    results.add([came])
