"""Creates games: from a request, for a class, or as a rematch."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import crc32

from msgspec import Raw, structs

from outnumber.api.bodies import Create
from outnumber.api.errors import Refused, bad_request, must_be
from outnumber.api.fields import FIT_NAME, PEOPLE, StateName
from outnumber.api.frames import encode
from outnumber.games import GameError, Phrase, Rules, find
from outnumber.language.animals import ANIMALS, animal
from outnumber.match import DRAWN, HUMAN, GameClock, fit_name
from outnumber.match.match import toss
from outnumber.players.registry import COMPUTERS, unknown
from outnumber.server.settings import ServerSettings
from outnumber.server.storage.log import NewGame
from outnumber.study.paths.path import path
from outnumber.theory.solve import effort

from .live_game import HERE, OPEN, PLAYING, GameSetup, LiveGame
from .tokens import digest, new_id, new_token
from .views import date

# Games whose verdicts take at most this many seconds need no trial run of the solver.
SURE = 1.0
# With longer turns than this, in seconds, players are not expected to stay connected.
LEISURE = 3600


class CreatedGame(NamedTuple):
    """A new game with the secrets for its maker."""

    game: NewGame
    token: str
    invite: str | None
    rules: Rules
    unsure: bool  # whether a solver must check that the computer can play it


def rules_of(game: str, options: dict[str, Any], most: int) -> Rules:
    """The rules that a visitor requests; no number may exceed `most`."""
    try:
        return find(game).within(most, **options)
    except GameError:
        raise
    except (TypeError, ValueError):  # raised by games from plug-ins
        raise bad_request("an option has a value of the wrong kind") from None


def of_stage(asked: Create) -> Create:
    """The request for a game, completed with everything that its stage determines."""
    if asked.stage is None:
        return asked
    stage = path(asked.game).stage(asked.stage)
    return Create(
        game=stage.game, options=dict(stage.options), opponent=stage.opponent, rounds=stage.rounds,
        start="drawn", stage=stage.number, seed=asked.seed, name=asked.name, token=asked.token,
    )  # fmt: skip


def wanted(asked: Create, settings: ServerSettings) -> Rules:
    """The rules of a requested game; raises `GameError` if the request exceeds a limit."""
    rules = rules_of(asked.game, asked.options, settings.range)
    if asked.rounds > settings.rounds:
        raise must_be("rounds", "a whole number from {low} to {high:,}", low=1, high=settings.rounds)
    return rules


def made_from(
    asked: Create,
    settings: ServerSettings,
    maker: str | None = None,
    seed: int | None = None,
    openings: Sequence[tuple[int, ...]] = (),
) -> CreatedGame:
    """Create the requested game; raises `GameError` for an invalid request.

    `openings` are the starts that `seed` drew.
    """
    rules = wanted(asked, settings)
    seed = secrets.randbits(32) if seed is None else seed
    opponent = asked.opponent
    here = opponent == HERE
    human = opponent in PEOPLE
    if not human and opponent not in COMPUTERS:
        raise unknown(opponent, COMPUTERS)
    if asked.start == DRAWN and (human or asked.rounds > 1 or asked.first != "me"):
        raise must_be("start", "book or fair, except in one round against the computer")
    if asked.other and not here:
        raise must_be("other", "empty unless both players are at this device")
    # A game that the computer cannot solve is refused: a level never plays below its strength.
    unsure = not human and opponent != "random" and effort(rules.start()) > SURE
    token = asked.token or new_token()
    invite = new_token() if opponent == "invite" else None
    clock, game_clock = asked.clock, asked.game_clock
    if clock is not None and game_clock is not None:
        raise bad_request("a game has a clock for each turn or one for all of it")
    now = time.time()
    setup = GameSetup.filled(
        asked,
        game=rules.name,
        options=Raw(encode(rules.options)),
        names=[name_from(asked.name, settings), name_from(asked.other, settings)],
        plays=[HUMAN, HUMAN if human else opponent],
        first={"me": 1, "them": 2, "toss": toss(seed)}[asked.first],
        clock=int(clock) if clock is not None and clock.is_integer() else clock,
        seed=seed,
        date=date(now),
        hashes=[digest(token), digest(token) if here else None],
        invite=digest(invite) if invite else None,
        claims=_claims(asked),
        game_clock=GameClock(game_clock.seconds, game_clock.increment) if game_clock else None,
        openings=list(openings),
        animals=bool(settings.school),
    )
    game = _kept(setup, now, OPEN if human and not here else PLAYING, int(opponent == "open"), maker)
    return CreatedGame(game, token, invite, rules, unsure)


def made_for(
    rules: Rules, id: str, now: float, names: list[str], hashes: list[str | None], first: int, help: bool,
    computer: str, group: str, translated: bool = True,
) -> NewGame:  # fmt: skip
    """Create a game of a class, for two children or a child and a computer; deterministic for an id."""
    setup = GameSetup(
        game=rules.name,
        options=Raw(encode(rules.options)),
        opponent=computer or "invite",
        names=names,
        plays=[HUMAN, computer or HUMAN],
        first=first,
        help=help,
        seed=crc32(id.encode()),
        date=date(now),
        hashes=hashes,
        claims=not computer,
        animals=translated,
    )
    return NewGame(id, encode(setup).decode(), now, PLAYING, 0, None, group)


def _claims(asked: Create) -> bool:
    """Whether players may claim a win: by default in open games, unless turns may take very long."""
    seconds = asked.game_clock.seconds if asked.game_clock else asked.clock
    leisurely = (seconds or 0) > LEISURE
    if asked.claims and leisurely:
        raise must_be("claims", "false if a turn may take longer than an hour")
    if asked.claims and asked.opponent == HERE:
        raise must_be("claims", "false if both players are at this device")
    return asked.opponent == "open" and not leisurely if asked.claims is None else asked.claims


def _kept(setup: GameSetup, now: float, state: StateName, listed: int, maker: str | None) -> NewGame:
    return NewGame(new_id(), encode(setup).decode(), now, state, listed, maker)


def name_from(name: str, settings: ServerSettings) -> str:
    """The name that a player typed. Schools allow only animals, because strangers would see names."""
    if name.strip() and settings.school:
        if name not in ANIMALS:
            what = Phrase("On a server for a school, names are animals, such as {name}.", name="fox")
            raise Refused("switched-off", what=what)
        return animal(name)
    if not fit_name(name):
        raise must_be("name", FIT_NAME)
    return name.strip()


def rematch_of(game: LiveGame, seed: int, openings: Sequence[tuple[int, ...]]) -> NewGame:
    """Create a rematch: the same tokens, and the other participant begins."""
    now = time.time()
    setup = structs.replace(
        game.setup,
        names=[each.name for each in game.match.participants],
        # The start of a drawn game is won for participant 1.
        first=1 if game.match.start == DRAWN else 3 - game.match.first,
        seed=seed,
        date=date(now),
        invite=None,
        openings=list(openings),
    )
    # The pseudonym of an address is not carried over to another day.
    row = game.row
    maker = row.maker if date(row.created)[:10] == date(now)[:10] else None
    return _kept(setup, now, PLAYING, row.listed, maker)._replace(group=row.group or "")
