"""New games: from what somebody asks for, or from a game that is over."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any, NamedTuple

from outnumber.games.base import Rules
from outnumber.games.errors import shown
from outnumber.players.registry import unknown
from outnumber.session.match import HUMAN, LONGEST_CLOCK
from outnumber.theory.solve import effort
from outnumber.web.errors import Refused
from outnumber.web.limits import computer_players, rules_from
from outnumber.web.play.game import OPEN, PLAYING, Table
from outnumber.web.play.tokens import digest, new_id, new_token, well_formed
from outnumber.web.settings import Settings
from outnumber.web.storage.log import NewGame

LONGEST_NAME = 40
# Verdicts that take no more seconds than this need not be tried before a game is made.
SURE = 1.0
FIRST = ("me", "them", "toss")
FIELDS = {"game", "options", "opponent", "name", "first", "rounds", "clock", "help", "takebacks", "token"}


class Made(NamedTuple):
    """A new game with the secrets that only its maker gets."""

    game: NewGame
    token: str
    invite: str | None
    rules: Rules
    unsure: bool  # whether only a solver can tell that the computer can play


def made_from(asked: dict[str, Any], settings: Settings) -> Made:
    """A new game as somebody asked for it; raises what is wrong with the request."""
    extra = set(asked) - FIELDS
    if extra:
        raise Refused("bad-request", what=f"there is no field {shown(sorted(extra)[0])}")
    rules = rules_from(asked.get("game"), asked.get("options", {}), settings)
    opponent = asked.get("opponent", "invite")
    if not isinstance(opponent, str):
        raise Refused("bad-request", what="opponent must be open, invite or a computer player")
    human = opponent in ("open", "invite")
    if not human and opponent not in computer_players():
        raise unknown(opponent, computer_players())
    # What can never be worked out is refused here, for a player never plays worse than its name.
    unsure = not human and opponent != "random" and effort(rules.start()) > SURE
    first = asked.get("first", "me")
    if first not in FIRST:
        raise Refused("bad-request", what="first must be me, them or toss")
    rounds = asked.get("rounds", 1)
    if type(rounds) is not int or not 1 <= rounds <= settings.rounds:
        raise Refused("bad-request", what=f"rounds must be a whole number from 1 to {settings.rounds}")
    clock = asked.get("clock")
    if clock is not None and (type(clock) not in (int, float) or not 1 <= clock <= LONGEST_CLOCK):
        raise Refused("bad-request", what=f"clock must be null or seconds from 1 to {LONGEST_CLOCK}")
    for field in ("help", "takebacks"):
        if type(asked.get(field, True)) is not bool:
            raise Refused("bad-request", what=f"{field} must be true or false")
    token = chosen_token(asked)
    invite = new_token() if opponent == "invite" else None
    seed = secrets.randbits(32)
    now = time.time()
    setup = {
        "game": rules.name,
        "options": rules.options,
        "opponent": opponent,
        "names": [name_from(asked), ""],
        "plays": [HUMAN, HUMAN if human else opponent],
        "first": {"me": 1, "them": 2, "toss": 1 + seed % 2}[first],
        "rounds": rounds,
        "clock": clock,
        "help": asked.get("help", True),
        "takebacks": asked.get("takebacks", True),
        "seed": seed,
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        "hashes": [digest(token), None],
        "invite": digest(invite) if invite else None,
    }
    state = OPEN if human else PLAYING
    game = NewGame(new_id(), json.dumps(setup), now, state, int(opponent == "open"))
    return Made(game, token, invite, rules, unsure)


def name_from(asked: dict[str, Any]) -> str:
    """The name somebody wants to be called; may be empty."""
    name = asked.get("name", "")
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("bad-request", what=f"name must be up to {LONGEST_NAME} letters")
    return name.strip()


def chosen_token(asked: dict[str, Any]) -> str:
    """The seat token that a client chose itself, or a new one."""
    token = asked.get("token")
    if token is None:
        return new_token()
    if not well_formed(token):
        raise Refused("bad-request", what="token must be 32 hexadecimal digits")
    return str(token)


def rematch_of(table: Table) -> tuple[NewGame, str]:
    """The game after a game: the same tokens play, the other participant begins; and the event's data."""
    match = table.match
    now = time.time()
    setup = {
        "game": match.rules.name,
        "options": match.rules.options,
        "opponent": table.setup["opponent"],
        "names": [each.name for each in match.participants],
        "plays": [each.plays for each in match.participants],
        "first": 3 - match.first,
        "rounds": match.length,
        "clock": match.clock,
        "help": table.setup["help"],
        "takebacks": table.setup["takebacks"],
        "seed": secrets.randbits(32),
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        "hashes": table.hashes,
        "invite": None,
    }
    game = NewGame(new_id(), json.dumps(setup), now, PLAYING, int(table.listed))
    return game, json.dumps({"game": game.id})
