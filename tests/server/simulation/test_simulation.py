"""Thousands of histories agree, the same seed gives the same history, and deliberate bugs are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from outnumber.api.events import MovePlayed
from outnumber.server.classes.persistence import LiveClass
from outnumber.server.storage.writers import LogEntry
from outnumber.server.transport.sockets import Socket
from tests.server.simulation.classes import Lesson
from tests.server.simulation.model import Disagreement, View
from tests.server.simulation.server import Server
from tests.server.simulation.world import Report, World, run

FAULTS = {
    "kill", "restart", "freeze_process", "hang_disk", "fail_disk", "slow_disk", "step_clock", "partition",
    "freeze_link", "cut_link", "dropped", "doubled", "reordered",
}  # fmt: skip


def test_clients_log_and_rules_agree_despite_failures() -> None:
    whole = Report()
    # And one that found a bug: a turn announced by a process that had been frozen for long.
    for seed in (*range(1, 61), 50_182):
        whole.add(run(seed))
    assert whole.wrong == []
    assert whole.stalls == []
    # Otherwise the test would prove nothing.
    assert set(whole.faults) == FAULTS
    assert set(whole.outcomes) == {"rules", "time", "resign"}
    assert whole.acknowledged > 500


@pytest.mark.slow
def test_an_ended_class_is_refused_by_every_process_and_leaves_no_data() -> None:
    whole = Report()
    for seed in range(1, 31):
        whole.add(run(seed, kind=Lesson))
    assert whole.wrong == []
    assert whole.stalls == []
    assert set(whole.faults) == FAULTS | {"miss_the_end"}


@pytest.mark.parametrize("kind", [World, Lesson])
def test_the_same_seed_gives_the_same_history(kind: type[World]) -> None:
    for seed in range(101, 104):
        assert run(seed, kind=kind).trace == run(seed, kind=kind).trace
    assert run(101, kind=kind).trace != run(102, kind=kind).trace


def acknowledges_before_it_writes(server: Server) -> None:
    append = server.log.append

    def hasty(entry: LogEntry) -> None:
        done, entry.done = entry.done, lambda _: None
        append(entry)
        done(True)

    server.log.append = hasty


def loses_every_tenth(server: Server) -> None:
    append, count = server.log.append, iter(range(1, 1_000_000))

    def forgetful(entry: LogEntry) -> None:
        if next(count) % 10 or entry.game is not None:
            append(entry)
        else:
            entry.done(True)

    server.log.append = forgetful


def believes_every_repetition(server: Server) -> None:
    """A repeated request creates a second event, because it is not recognised."""
    submit = server.service.submit

    def gullible(request: Any) -> None:
        if isinstance(request.event, MovePlayed) and request.id and not request.attempts:
            request.after = None
            game = request.game
            if game.seq_of(request.id):
                mover = game.to_move or request.event.participant
                request.event = MovePlayed(mover, request.event.number)
            table_seq_of = type(game).seq_of
            type(game).seq_of = lambda *_: 0
            try:
                submit(request)
            finally:
                type(game).seq_of = table_seq_of
        else:
            submit(request)

    server.service.submit = gullible  # type: ignore[method-assign]


def tells_out_of_order(server: Server) -> None:
    happened = server.service.happened
    held: list[Socket] = []

    def shuffled(*given: Any) -> None:
        game = given[0]
        told = [socket for socket in game.sockets if isinstance(socket, Socket)]
        if told and not held:
            held.append(told[0])
            game.sockets = tuple(socket for socket in game.sockets if socket is not told[0])
            happened(*given)
            game.sockets = (*game.sockets, told[0])
        else:
            happened(*given)

    server.service.happened = shuffled  # type: ignore[method-assign, assignment]


def charges_for_pauses(server: Server) -> None:
    loop = server.world.loop
    start = server.start

    async def strict() -> None:
        await start()
        if server.ready:
            uptime = server.log.uptime
            base = uptime.now() - loop.time()
            uptime.now = lambda: base + loop.time()  # type: ignore[method-assign]

    server.start = strict  # type: ignore[method-assign]


def forgets_that_games_were_played_again(server: Server) -> None:
    async def first_ones(key: str, older: Iterable[str]) -> list[str]:
        return list(older)

    server.log.deletion.of_class = first_ones  # type: ignore[method-assign]


def takes_events_of_deleted_games(server: Server) -> None:
    server.world.disk.database.execute("DROP TRIGGER IF EXISTS guard")


def believes_its_memory(server: Server) -> None:
    async def blind(kept: LiveClass) -> None:
        """Ignore the changes of other processes."""

    server.classes.refresh = blind  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("bug", "kind"),
    [
        (acknowledges_before_it_writes, World), (loses_every_tenth, World),
        (believes_every_repetition, World), (tells_out_of_order, World), (charges_for_pauses, World),
        (forgets_that_games_were_played_again, Lesson), (believes_its_memory, Lesson),
        pytest.param(takes_events_of_deleted_games, Lesson, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_a_deliberate_bug_is_found(bug: Callable[[Server], None], kind: type[World]) -> None:
    for seed in range(1, 200):
        if run(seed, bug, kind).wrong:
            return
    pytest.fail("nobody has noticed")


@pytest.mark.parametrize(
    "events",
    [
        [("seat", 2, None), ("move", 2, 6)],  # out of turn
        [("seat", 2, None), ("move", 1, 6), ("move", 2, 6)],  # doubled
        [("seat", 2, None), ("move", 1, 6), ("move", 2, 5)],  # against the rules
        [("move", 1, 6)],  # before the second player has joined
        [("seat", 2, None), ("move", 1, 7), ("move", 2, 1), ("move", 1, 5), ("move", 2, 3)],  # after the end
        [("seat", 2, None), ("takeback-accept", 2, 1)],  # of nothing
        [("seat", 2, None), ("time", 2, None)],  # of the opponent
    ],
)
def test_the_model_refuses_impossible_events(events: list[tuple[str, int, int | None]]) -> None:
    view = View("strategy-stacks", {"range": 9}, 1, False)
    *before, last = events
    for event in before:
        view.apply(*event)
    with pytest.raises(Disagreement):
        view.apply(*last)
