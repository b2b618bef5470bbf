"""Games, their options and players."""

from __future__ import annotations

from typing import Any

from outnumber.games import ENGLISH, Option, Rules, Voice, all_games, chosen

from . import Model


class OptionModel(Model):
    """An option of a game."""

    name: str
    default: Any
    choices: list[str] | None
    help: str

    @classmethod
    def of(cls, option: Option[Any], voice: Voice) -> OptionModel:
        choices = None if option.several else list(option.choices) or None
        return cls(option.name, option.plain(option.default), choices, voice.word(option.help))


class GameModel(Model):
    """A game and its options."""

    game: str
    title: str
    summary: str
    options: list[OptionModel]

    @classmethod
    def of(cls, kind: type[Rules], voice: Voice) -> GameModel:
        options = [OptionModel.of(option, voice) for option in kind.OPTIONS]
        return cls(kind.name, voice.word(kind.title), voice.word(kind.summary), options)


def rules_fields(rules: Rules, voice: Voice) -> dict[str, Any]:
    """The fields that identify the rules; `about` is a short description of the options."""
    return {
        "game": rules.name,
        "title": voice.word(rules.title),
        "options": rules.options,
        "about": chosen(rules, voice),
    }


class Games(Model):
    """All games, as `outnumber games --json` prints them."""

    games: list[GameModel]

    @classmethod
    def all(cls, voice: Voice = ENGLISH) -> Games:
        return cls([GameModel.of(kind, voice) for kind in all_games()])


class PlayerModel(Model):
    """A computer player."""

    name: str
    help: str
