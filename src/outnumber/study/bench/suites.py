"""The suites: which questions they ask, and the hashes that freeze them.

Each question has its own dice, so that adding one changes no other. A secret seed draws other questions of
the same kinds: a private split.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from outnumber.games import OptionError, Position, Rules, closest, game, shown
from outnumber.match import Round
from outnumber.study.data import load
from outnumber.study.puzzles.dice import Dice
from outnumber.theory.bounded import solve
from outnumber.theory.verdict import Verdict

from .draw import decisive, draw, draw_decisive
from .questions import (
    CANARY,
    CHOOSE,
    EXPLAIN,
    JUDGE,
    MAP,
    PLAY,
    STORY,
    TRACKS,
    TWINS,
    Question,
    build,
    mappable,
)

# The version of the generator, which draws other questions than any other, and its first day.
VERSION, PUBLISHED = 1, "2026-11-19"
# Proofs are asked for up to this many numbers left, so that an answer stays short.
MOST_TO_EXPLAIN = 24
OPPONENTS = ("random", "casual", "perfect")
_DATA = load(__name__.rpartition(".")[0], "suites.json")
# Options and numbers left, by game. In Number Stack Attack, the distance to the target grows with the numbers
# left. Tokens with 1 never leave a player without a move, which short proofs need; with the others, the
# largest token is often a mistake.
BOARDS: dict[str, list[tuple[dict[str, Any], list[int]]]] = _DATA["boards"]
# Whole games: small enough to finish, large enough to matter.
GAMES: dict[str, dict[str, Any]] = _DATA["games"]


class Suite(NamedTuple):
    """A named suite; `total` is the number of its questions."""

    suite: str
    version: int
    # The number of questions of each game, by track.
    sizes: dict[str, int]
    # Freezes the questions.
    sha256: str
    canary: str = CANARY
    published: str = PUBLISHED

    @property
    def tracks(self) -> tuple[str, ...]:
        return tuple(self.sizes)

    @property
    def total(self) -> int:
        return len(BOARDS) * sum(self.sizes.values())

    def plain(self) -> dict[str, Any]:
        """The suite as JSON."""
        return {
            "suite": self.suite,
            "version": self.version,
            "tracks": list(self.tracks),
            "questions": self.total,
            "sha256": self.sha256,
            "canary": self.canary,
        }

    def questions(self, secret: str | None = None) -> Sequence[Question]:
        """All questions, always the same; a secret seed draws others of the same kinds."""
        return _questions(self.suite, secret)


def digest(questions: Iterable[Question]) -> str:
    """The hash of some questions, as in `Suite.sha256`: of their rows as JSON lines with sorted keys.

    Without `claim`, which is one of several proofs: another solver may find another.
    """
    found = sha256()
    for each in questions:
        row = {name: value for name, value in each.row().items() if name != "claim"}
        found.update(json.dumps(row, sort_keys=True, ensure_ascii=False).encode() + b"\n")
    return found.hexdigest()


_SUITES = {each["suite"]: Suite(version=VERSION, **each) for each in _DATA["suites"]}


def suites() -> tuple[Suite, ...]:
    """All suites.

    >>> [(each.suite, each.total) for each in suites()]
    [('outnumber-bench', 1500), ('mini', 100)]
    """
    return tuple(_SUITES.values())


def suite(name: str) -> Suite:
    """The suite with a name; raises `OptionError` with the remedy."""
    if name not in _SUITES:
        raise OptionError("bad-option", option="suite", text=shown(name), remedy=closest(name, [*_SUITES]))
    return _SUITES[name]


@lru_cache(4)
def _questions(name: str, secret: str | None) -> tuple[Question, ...]:
    sizes, found = _SUITES[name].sizes, list[Question]()
    for kind in BOARDS:
        drawn = _Drawn(kind, f"{name} {VERSION} {secret or ''} {kind}")
        for track in TRACKS:
            found += drawn.questions(track, sizes[track])
    return tuple(found)


class _Drawn:
    """The questions of one game."""

    def __init__(self, kind: str, seed: str) -> None:
        self.kind, self.seed = kind, seed
        self.cells = [(game(kind, **board), left) for board, lefts in BOARDS[kind] for left in lefts]
        self.chosen: list[Question] = []

    def questions(self, track: str, count: int) -> Iterator[Question]:
        seen: set[str] = set()
        for number in range(count):
            attempt = 0
            while (one := self.one(track, number, attempt)).id in seen:
                attempt += 1
            seen.add(one.id)
            if track == CHOOSE:
                self.chosen.append(one)
            yield one

    def one(self, track: str, number: int, attempt: int) -> Question:
        dice = Dice(f"{self.seed} {track} {number} {attempt}")
        if track == PLAY:
            return self.play(number, dice)
        if track == TWINS:
            # Spread over all questions to choose; another attempt takes the next one.
            plain = self.chosen[(number * 7 + attempt) % len(self.chosen)]
            return build(track, plain.current, self.disguise(plain.rules, number, dice))
        cells = self.cells
        if track == EXPLAIN:
            cells = [cell for cell in cells if cell[1] <= MOST_TO_EXPLAIN and _has_short_proofs(cell[0])]
        rules, left = cells[number % len(cells)]
        if track != JUDGE:
            return build(track, Round((), b"", draw_decisive(rules, left, dice)))
        is_won = bool(dice.below(2))

        def wanted(position: Position, verdict: Verdict) -> bool:
            return position.legal.bit_count() > 1 and (verdict.winner is position.turn) == is_won

        return build(track, Round((), b"", draw(rules, left, dice, wanted)[0]))

    def disguise(self, rules: Rules, number: int, dice: Dice) -> str:
        if number % 2 or not mappable(rules):
            return STORY
        if rules.theorem == "pairing":
            return f"{MAP} -1 {rules.size + 1}"
        return f"{MAP} {dice.between(2, 3)} {0 if rules.theorem == 'race' else dice.between(0, 9)}"

    def play(self, number: int, dice: Dice) -> Question:
        rules = game(self.kind, **GAMES[self.kind])
        while True:
            current = Round.begin(rules)
            for _ in range(dice.below(6)):
                if legal := current.position.legal_moves():
                    current = current.play(legal[dice.below(len(legal))])
            if current.outcome is None and decisive(current.position, solve(current.position)):
                return build(PLAY, current, OPPONENTS[number % len(OPPONENTS)])


def _has_short_proofs(rules: Any) -> bool:
    """Whether the checker confirms short reasons: in a race, only if no player ever passes."""
    return rules.theorem != "race" or 1 in rules.options["tokens"]
