"""Messages of servers."""

from typing import Any

from msgspec import structs

from outnumber.api.answers import Event, PlayerInGame, RoundModel, State, Who
from outnumber.api.frames import EventFrame, Welcome
from outnumber.api.scenes import SceneModel
from outnumber.games.registry import game
from outnumber.games.sentences import ENGLISH
from outnumber.match.match import HUMAN, Match, Participant
from outnumber.match.round import Round


def welcome(you: int | None, moves: list[int], **more: Any) -> Welcome:
    """A server's welcome to a game between Ada and Ben."""
    rules = game("strategy-stacks")
    people = Participant(HUMAN, "Ada"), Participant(HUMAN, "Ben")
    match = Match(rules, people, rounds=(Round.begin(rules, moves),))
    scene = SceneModel.of(match.current.scene, voice=ENGLISH)
    who = [PlayerInGame(number, each.name, each.plays, number, True) for number, each in enumerate(people, 1)]
    me = Who(you, you) if you else None
    state = State(
        id="1", seq=len(moves), game=rules.name, title=rules.title, options={}, about="", state="playing",
        created="", rounds=1, clock=None, help=True, takebacks=True, opponent="open", participants=who,
        you=me, round=1, turn=None, legal=[], board={}, scene=scene, score=(0, 0), champion=None, left=None,
        history=[RoundModel(1, 1, tuple(moves), [], None)],
        offer=None, next=None, watching=0,
    )  # fmt: skip
    return Welcome(len(moves), me, structs.replace(state, **more), [])


def event(kind: Any, participant: int, **more: Any) -> EventFrame:
    return EventFrame(Event(5, kind, participant, 0.0, **more))
