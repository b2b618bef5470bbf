"""Converts games and events to the models that clients receive."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import msgspec
from msgspec import UNSET, structs

from outnumber.api.answers import Event, Listed, OfferModel, PlayerInGame, RoundModel, State, Who
from outnumber.api.events import (
    GameEvent,
    MovePlayed,
    Offered,
    RoundLost,
    SeatPicked,
    TakebackAccepted,
    TakebackOffered,
    TurnEvent,
)
from outnumber.api.games import rules_fields
from outnumber.api.records import GameClockModel, OutcomeModel
from outnumber.api.scenes import SceneModel
from outnumber.games import Position, Seat, Voice, ordered
from outnumber.language.ends import how, result
from outnumber.language.match import computer, to_each
from outnumber.match import HUMAN, Match, stamp
from outnumber.match.round import passed_over
from outnumber.server.storage.log import LogRow, NewGame

from .live_game import OPEN, OVER, LiveGame, read_setup, shared_rules

# Maximum number of moves in the rows of a scene: of a whole state, and of an event.
SHOWN, SHOWN_WITH_EVENTS = 100, 40
# Number of recent rounds whose ends are described: a computer may win the next round before the client shows
# the end of the last one.
NEWEST = 3
# Seats by number.
_SEATS = (None, Seat.ONE, Seat.TWO)


def date(at: float) -> str:
    return stamp(datetime.fromtimestamp(at, UTC))


def state(
    game: LiveGame,
    you: int,
    left: float | None,
    voice: Voice,
    wait: float | None = None,
    expires: float | None = None,
) -> State:
    """The complete state of a game for participant `you`, or for a spectator if `you` is 0.

    `wait` is the time until a claimed win can be taken; an open game can be joined until it `expires`.
    """
    match, current = named(game, voice), game.match.current
    position = current.position
    scene = SceneModel.of_round(current, SHOWN, voice)
    scene.numbers, scene.unused = list(ordered(position.numbers)), list(ordered(position.pool))
    if not game.to_move:
        scene.turn = None
    return State.filled(
        game.setup,
        id=game.id,
        seq=game.seq,
        **rules_fields(match.rules, voice),
        state=game.state,
        created=date(game.row.created),
        first=match.first,
        participants=[
            PlayerInGame(
                number,
                each.name,
                each.plays,
                int(match.seat_of(number)),
                game.here[number - 1],
                "" if each.plays == HUMAN else computer(each.plays, voice),
            )
            for number, each in enumerate(match.participants, start=1)
        ],
        you=who(game, you and game.acting(you)),
        round=len(match.rounds),
        turn=who(game, game.to_move),
        legal=_legal(game),
        board=position.facts(),
        scene=scene,
        history=_history(match, voice),
        score=match.score(),
        champion=match.champion(),
        left=_rounded(left),
        offer=_offer(game.offer, wait),
        next=game.next,
        watching=len(game.sockets),
        game_clock=GameClockModel.of(match.game_clock),
        times=match.times,
        pick=who(game, game.picker),
        expires=date(expires) if expires and game.state == OPEN else None,
        result=to_each(match, partial(result, voice=voice), voice) if game.state == OVER else None,
        helped=sorted(game.helped),
    )


def named(game: LiveGame, voice: Voice) -> Match:
    """The match, with animal names of a class translated for the reader."""
    if not game.setup.animals:
        return game.match
    one, two = (each._replace(name=each.name and voice.word(each.name)) for each in game.match.participants)
    return game.match._replace(participants=(one, two))


def _legal(game: LiveGame) -> list[int]:
    return list(game.match.current.position.legal_moves()) if game.to_move else []


def _offer(offer: Offered | None, wait: float | None) -> OfferModel | None:
    if offer is None:
        return None
    plies = offer.plies if isinstance(offer, TakebackOffered) else 0
    return OfferModel(offer.what, offer.participant, plies, _rounded(wait))


def _rounded(left: float | None) -> float | None:
    return None if left is None else round(left, 2)


def _history(match: Match, voice: Voice) -> list[RoundModel]:
    """All rounds; only the most recent ones describe how they ended."""
    rounds = [_round(match, number) for number in range(1, len(match.rounds) + 1)]
    for each in rounds[-NEWEST:]:
        if each.outcome:
            shown = match._replace(rounds=match.rounds[: each.round])
            each.told = to_each(shown, partial(how, voice=voice), voice)
    return rounds


def _round(match: Match, number: int) -> RoundModel:
    played = match.rounds[number - 1]
    outcome = OutcomeModel.of(match, played.outcome, number)
    return RoundModel(
        number, match.seated(Seat.ONE, number), played.moves, list(played.movers), outcome, played.drawn
    )


def who(game: LiveGame, participant: int) -> Who | None:
    """A participant with their current seat; None for 0."""
    return Who(participant, int(game.match.seat_of(participant))) if participant else None


def listed(game: NewGame, voice: Voice) -> Listed:
    """A game as an entry of a list."""
    setup = read_setup(game.setup)
    rules = shared_rules(setup.game, bytes(setup.options))
    return Listed.filled(
        setup,
        id=game.id,
        **rules_fields(rules, voice),
        name=setup.names[0],
        state=game.state,
        created=date(game.created),
        game_clock=GameClockModel.of(setup.game_clock),
    )


def event(game: LiveGame, row: LogRow, happened: GameEvent) -> Event:
    """The model of an applied event; later events do not change it."""
    _, seq, kind, participant, _, _, data, at, _ = row
    # To the millisecond; `round` is five times slower.
    told = Event(seq, kind, participant, int(at * 1000 + 0.5) / 1000)  # type: ignore[arg-type]
    match = game.match
    if data and match.game_clock and isinstance(happened, TurnEvent):
        told.spent = msgspec.json.decode(data).get("spent", 0.0)
    if isinstance(happened, (MovePlayed, RoundLost)):
        number = told.round = game.round_of(seq)
        whose = happened.loser if isinstance(happened, RoundLost) else participant
        mover = told.seat = match.seat_of(whose, number)
        turn = _SEATS[game.turn_after(seq)]
        outcome = None if turn else match.rounds[number - 1].outcome
        if isinstance(happened, MovePlayed):
            told.number, told.turn = happened.number, turn
            if passed := passed_over(mover, turn or mover, outcome):
                told.passed = list(passed)
        if outcome:
            told.outcome = OutcomeModel.of(match, outcome, number) or UNSET
            if match.over and number == len(match.rounds):
                told.match = OVER
            elif game.setup.openings:
                told.opening = list(game.setup.openings[number])
        return told
    if isinstance(happened, SeatPicked | TakebackAccepted):
        told.round, told.turn = game.round_of(seq), _SEATS[game.turn_after(seq)]
    # Whatever else the event has.
    for name in ("seat", "plies", "seconds", "name", "game"):
        if (value := getattr(happened, name, None)) is not None:
            setattr(told, name, value)
    return told


def with_position(game: LiveGame, event: Event, before: Position, left: float | None, voice: Voice) -> Event:
    """The newest event with the position after it; unused numbers are included only if necessary."""
    current = game.match.current
    position = current.position
    scene = SceneModel.of_round(current, SHOWN_WITH_EVENTS, voice)
    if not game.to_move:
        scene.turn = None
    # Usually a move uses up its own number only, and clients can work that out.
    if event.number is UNSET or position.pool != before.pool & ~(1 << event.number):
        scene.unused = list(ordered(position.pool))
    return structs.replace(
        event,
        legal=_legal(game),
        board=position.facts(),
        scene=scene,
        left=_rounded(left),
        times=game.match.times or UNSET,
    )
