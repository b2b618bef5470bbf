"""Games and events as JSON, as `docs/api.md` describes them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from outnumber.games.base import OTHER, Outcome, Position, Reason, Seat
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.walk import WalkPosition
from outnumber.session.match import HUMAN, Match
from outnumber.web.play.game import OVER, Table, shared_rules
from outnumber.web.storage.log import NewGame, Row


def date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def board(position: Position) -> dict[str, Any]:
    """What the position looks like, as far as the moves do not say it themselves."""
    if isinstance(position, StackDuelPosition):
        pattern = ("greater" if position.rising else "less") if position.top else None
        return {"top": position.top or None, "pattern": pattern}
    if isinstance(position, WalkPosition):
        return {"top": position.top or None}
    if isinstance(position, OrderPosition):
        last = [position.own, position.theirs]
        return {"last": last if position.turn is Seat.ONE else last[::-1]}
    if isinstance(position, AttackPosition):
        return {"totals": [position.one, position.two], "target": position.rules.target}
    return {}


def outcome_of(match: Match, outcome: Outcome | None, number: int) -> dict[str, Any] | None:
    """How round `number` ended."""
    if outcome is None:
        return None
    winner = outcome.winner
    return {
        "winner": int(winner),
        "participant": match.seated(winner, number),
        "reason": outcome.reason.value,
    }


def state(table: Table, you: int, left: float | None) -> str:
    """Everything about a game as JSON; `you` is a participant, or 0 for a watcher."""
    match = table.match
    turn = match.current.turn if table.to_move else None
    here = {socket.participant for socket in table.sockets}
    told = {
        "id": table.id,
        "seq": table.seq,
        "game": match.rules.name,
        "title": match.rules.title,
        "options": match.rules.options,
        "state": table.state,
        "created": date(table.created),
        "rounds": match.length,
        "clock": match.clock,
        "help": table.setup["help"],
        "takebacks": table.setup["takebacks"],
        "opponent": table.setup["opponent"],
        "participants": [
            {
                "participant": number,
                "name": each.name,
                "plays": each.plays,
                "seat": int(table.seat_of(number)),
                "here": number in here or each.plays != HUMAN,
            }
            for number, each in enumerate(match.participants, start=1)
        ],
        "you": who(table, you),
        "round": len(match.rounds),
        "turn": {"seat": int(turn), "participant": match.seated(turn)} if turn else None,
        "legal": list(match.current.position.legal_moves()) if turn else [],
        "board": board(match.current.position),
        "score": list(match.score()),
        "champion": match.champion(),
        "left": None if left is None else round(left, 2),
        "offer": table.offer._asdict() if table.offer else None,
        "next": table.next,
        "watching": len(table.sockets),
    }
    return f'{json.dumps(told)[:-1]}, "history": [{_history(table)}]}}'


def _history(table: Table) -> str:
    """All rounds; those that are over stay as they are, and are written once for everybody."""
    rounds = table.match.rounds
    over = len(rounds) - (rounds[-1].outcome is None)
    table.written += tuple(_round(table, number) for number in range(len(table.written) + 1, over + 1))
    going_on = [_round(table, len(rounds))] if over < len(rounds) else []
    return ", ".join([*table.written, *going_on])


def _round(table: Table, number: int) -> str:
    match = table.match
    played = match.rounds[number - 1]
    return json.dumps(
        {
            "round": number,
            "first": match.seated(Seat.ONE, number),
            "moves": played.moves,
            "seats": list(table.seats_in(number)),
            "outcome": outcome_of(match, played.outcome, number),
        },
        separators=(",", ":"),
    )


def who(table: Table, you: int) -> dict[str, int] | None:
    return {"participant": you, "seat": int(table.seat_of(you))} if you else None


def listed(game: NewGame) -> dict[str, Any]:
    """A game in a list."""
    setup = json.loads(game.setup)
    rules = shared_rules(setup["game"], json.dumps(setup["options"]))
    return {
        "id": game.id,
        "game": rules.name,
        "title": rules.title,
        "options": rules.options,
        "name": setup["names"][0],
        "rounds": setup["rounds"],
        "clock": setup["clock"],
        "help": setup["help"],
        "state": game.state,
        "created": date(game.created),
    }


def move_text(row: Row, number: int, mover: Seat, turn: Seat) -> str:
    """The JSON of a move that does not end its round: written by hand, for there are many of them."""
    passed = f', "passed": [{OTHER[mover]:d}]' if turn is mover else ""
    return (
        f'{{"seq": {row.seq}, "kind": "move", "participant": {row.participant}, "at": {row.at:.3f}, '
        f'"round": {number}, "seat": {mover:d}, "number": {row.number}, "turn": {turn:d}{passed}}}'
    )


def event_text(table: Table, row: Row) -> str:
    """An event of a game as JSON: any that has been folded in, however much has happened since."""
    number = table.round_of(row.seq)
    turn = table.turn_after(row.seq)
    if row.kind == "move" and turn:
        return move_text(row, number, table.seat_of(row.participant, number), Seat(turn))
    told: dict[str, Any] = {
        "seq": row.seq,
        "kind": row.kind,
        "participant": row.participant,
        "at": round(row.at, 3),
    }
    if row.kind in ("move", "resign", "time"):
        match = table.match
        mover = table.seat_of(row.participant, number)
        outcome = outcome_of(match, match.rounds[number - 1].outcome, number)
        told |= {"round": number, "seat": int(mover)}
        if row.kind == "move":
            told |= {"number": row.number, "turn": None}
            if outcome and outcome["reason"] == Reason.STAND_OFF.value:
                told["passed"] = [int(mover.other), int(mover)]
        told["outcome"] = outcome
        if number == match.length:
            told["match"] = OVER
    elif row.kind == "seat":
        told["name"] = json.loads(row.data or "{}")["name"]
    elif row.kind == "takeback-offer":
        told["plies"] = row.number
    elif row.kind == "takeback-accept":
        told |= {"plies": row.number, "round": number, "turn": turn}
    elif row.kind == "rematch-accept":
        told["game"] = json.loads(row.data or "{}")["game"]
    return json.dumps(told)


def position_part(table: Table, left: float | None) -> str:
    """What a client that asked for positions gets besides an event: the inside of a JSON object."""
    position = table.match.current.position
    legal = list(position.legal_moves()) if table.to_move else []
    return (
        f'"legal": {json.dumps(legal)}, "board": {json.dumps(board(position))}, '
        f'"left": {"null" if left is None else round(left, 2)}'
    )
