"""The stages of each game: data for the built-in games, and a generated path for any other."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from outnumber.games import OptionError, Rules, Text, all_games, find, not_within
from outnumber.study.data import load

# What each opponent says about itself.
LINES: dict[str, Text] = {
    "random": "I take any number that fits, and I never look ahead.",
    "beginner": "I see a win when it is near, and I miss many.",
    "casual": "I see easy wins. Leave me a hard one.",
    "skilled": "I see most wins that are near. Look further than I do.",
    "expert": "I seldom miss a win. Count before you choose.",
    "master": "I hardly ever miss a win. Leave me none.",
    "perfect": "I never miss a win. You must not miss yours.",
}
# The stages of a generated path: the level each is made for, and its opponent.
LADDER = (
    ("beginner", "random"), ("beginner", "random"), ("beginner", "beginner"), ("casual", "beginner"),
    ("casual", "casual"), ("casual", "casual"), ("skilled", "casual"), ("skilled", "skilled"),
    ("skilled", "skilled"), ("expert", "skilled"), ("expert", "expert"), ("expert", "expert"),
    ("master", "master"), ("master", "master"), ("master", "perfect"),
)  # fmt: skip
# In a generated path: the smallest size, and the bits of the first and last stage.
SMALLEST, EASY, HARD = 5, 1.0, 4.0
# A first game is smaller than a large one, and its win is this many bits hard.
LARGE, FIRST_SIZE, FIRST_BITS = 50, 20, (1.0, 3.0)


class Stage(NamedTuple):
    """A stage, which lists its starts or bounds their hardness in bits (`theory/human_model.py`)."""

    game: str
    number: int
    options: Mapping[str, Any]
    # The level of player for which the stage is made, and the computer player that it is played against.
    learner: str
    opponent: str
    hardness: tuple[float, ...] = ()
    # The moves to each start.
    starts: tuple[tuple[int, ...], ...] = ()
    rounds: int = 1

    @property
    def rules(self) -> Rules:
        return find(self.game)(**self.options)

    @property
    def line(self) -> Text:
        """What the opponent says about itself."""
        return LINES[self.opponent]


class Path(NamedTuple):
    """All stages of a game, in order."""

    game: str
    stages: tuple[Stage, ...]

    def stage(self, number: int) -> Stage:
        """A stage by its number; raises `OptionError` if there is none."""
        if not 1 <= number <= len(self.stages):
            raise not_within("stage", number, 1, len(self.stages))
        return self.stages[number - 1]


def path(game: str) -> Path:
    """The path of a game; raises `OptionError` for an unknown game.

    >>> [stage.opponent for stage in path("strategy-stacks").stages][::7]
    ['random', 'expert', 'perfect']
    """
    return _path(find(game).name)


@lru_cache(maxsize=64)
def _path(game: str) -> Path:
    kind = find(game)
    rows = load(__package__, "stages.json").get(kind.name)
    if rows is None:
        return Path(kind.name, tuple(_generated(kind, place) for place in range(len(LADDER))))
    stages = (
        Stage(
            kind.name, number, row["options"], row["learner"], row["opponent"],
            starts=tuple(map(tuple, row["starts"])),
        )
        for number, row in enumerate(rows, start=1)
    )  # fmt: skip
    return Path(kind.name, tuple(stages))


def first_game(rules: Rules, opponent: str) -> Stage:
    """A game outside the path that starts from a drawn position, which is winnable and not hard."""
    return Stage(rules.name, 0, rules.options, "beginner", opponent, FIRST_BITS)


def first_rules(kind: type[Rules]) -> Rules:
    """The rules at a size for a newcomer.

    >>> first_rules(find("number-duel")).size, first_rules(find("order-challenge")).size
    (20, 9)
    """
    if kind.SIZE and kind().size > LARGE:
        with suppress(OptionError):  # not every size is a game
            return kind(**{kind.SIZE: FIRST_SIZE})
    return kind()


def paths() -> list[Path]:
    """The paths of all games."""
    return [_path(kind.name) for kind in all_games()]


def _generated(kind: type[Rules], place: int) -> Stage:
    """A stage of a game without data: its size grows up to the game's own, and so does the hardness."""
    share = place / (len(LADDER) - 1)
    bits = EASY + share * (HARD - EASY)
    options: dict[str, Any] = {}
    if kind.SIZE:
        full = kind().size
        size = round(min(SMALLEST, full) + share * (full - min(SMALLEST, full)))
        try:
            kind(**{kind.SIZE: size})
            options = {kind.SIZE: size}
        except OptionError:  # not every size is a game
            options = {}
    learner, opponent = LADDER[place]
    return Stage(kind.name, place + 1, options, learner, opponent, (bits - 1, bits + 1))
