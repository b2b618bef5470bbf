"""The invariants after a history: log, clients, clocks and rules agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from outnumber.server.storage.log import SILENCE
from tests.server.simulation.clients import Client
from tests.server.simulation.model import Disagreement

if TYPE_CHECKING:
    from tests.server.simulation.world import Game, World

# The tolerance of a clock: pauses of the loop that do not count as such, and the way to the disk.
TOLERANCE = 1.5


def check(world: World) -> None:
    """Raise `Disagreement` unless log, clients and rules agree."""
    for game in world.games:
        rows = world.rows(game)
        world.report.events += len(rows)
        if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
            raise Disagreement(f"{game.id}: the log has a hole: {[row[0] for row in rows]}")
        requests = [row[4] for row in rows if row[4] is not None]
        if len(set(requests)) != len(requests):
            raise Disagreement(f"{game.id}: a request is in the log twice: {requests}")
        view = world.told(game)
        world.report.outcomes.update(view.reasons)
        for client in world.clients:
            if client.game is game:
                _agree(client, rows)
        _check_clocks(world, game, rows)


def _check_clocks(world: World, game: Game, rows: list[Any]) -> None:
    """Check that no player was charged for time in which requests could not be answered."""
    clocks = game.body["clocks"]
    if not clocks:
        return
    view = game.view()
    began = None
    for seq, kind, participant, number, _, data in rows:
        before = view.to_move
        view.apply(kind, participant, number)
        now = world.disk.committed[game.id, seq]
        if began is not None and before:
            most = now - began - _away(world, game, before, began, now) + TOLERANCE
            spent = (msgspec.json.decode(data) if data else {}).get("spent", 0.0)
            if (
                world.processes == 1
                and "game_clock" in clocks
                and kind == "move"
                and spent > max(most, TOLERANCE)
            ):
                raise Disagreement(f"{game.id}: event {seq} cost {spent} s, and there were {most}")
            if kind == "time" and "clock" in clocks and most < clocks["clock"]:
                raise Disagreement(f"{game.id}: event {seq} came after {most} s of {clocks['clock']}")
        if kind in ("move", "seat", "resign", "time", "takeback-accept"):
            began = now


def _away(world: World, game: Game, participant: int, began: float, ended: float) -> float:
    """How long between two times a client could not get answers."""
    total, last = 0.0, began
    for away in sorted(world.away, key=lambda each: each.began):
        start, end = max(away.began, last), min(away.ended, ended)
        # While a disk hangs briefly, moves are accepted in time and written later.
        short = away.why is world.disk and away.ended - away.began < 2 * SILENCE
        if short or (game.id, participant) not in away.whom:
            continue
        if end > start:
            total, last = total + end - start, end
    return total


def _agree(client: Client, rows: list[Any]) -> None:
    told = [(row[1], row[2], row[3]) for row in rows]
    # Known only to the log: the number of moves in a takeback.
    known = (
        [
            (kind, who, number if kind == "move" else told[at][2])
            for at, (kind, who, number) in enumerate(client.known)
        ]
        if len(client.known) <= len(told)
        else client.known
    )
    if known != told[: len(known)]:
        raise Disagreement(f"{client.name} was told {client.known}, and the log has {told}")
    for id, (seq, kind, number) in client.acked.items():
        if seq > len(rows):
            raise Disagreement(f"{client.name}: {id} was acknowledged as event {seq}, and is lost")
        row = rows[seq - 1]
        if (row[4], row[1]) != (id, kind) or (kind == "move" and row[3] != number):
            raise Disagreement(
                f"{client.name}: {id} was acknowledged as event {seq}, where the log has {row}"
            )
