"""A question of a suite: a solved position with a task; its id contains everything needed to rebuild it.

choose     play a move that wins
judge      say who wins under perfect play
explain    play a winning move, and prove it with counts or pairs that the checker confirms
twins      the same as a question of `choose`, in disguise: a story with other labels, or mapped numbers
play       play a whole game against a fixed opponent
"""

from __future__ import annotations

import re
from math import log2
from typing import Any, NamedTuple

from outnumber.games import BUILT_IN, GameError, NotAMove, Phrase, Position, Rules, game, members, shown
from outnumber.games.options import numbers_option
from outnumber.match import Round
from outnumber.match.openings import DRAWN, bounded
from outnumber.match.record import game_text, read_game
from outnumber.players.models.briefing import question_told
from outnumber.players.registry import COMPUTERS
from outnumber.study.puzzles.dice import Dice
from outnumber.theory.bounded import solve
from outnumber.theory.verdict import Verdict

from . import words
from .draw import numbers_left

TRACKS = CHOOSE, JUDGE, EXPLAIN, TWINS, PLAY = "choose", "judge", "explain", "twins", "play"
# A string that appears in no other text: a model that completes it was trained on these questions.
CANARY = "outnumber-bench canary 6f0d7a52-93c1-4e0b-a4d8-5b1e7c2f9360"
# The difficulty in bits from which a question is medium, and hard: where the level `skilled` scores less than
# a third, and `expert` less than a half, after luck (`benchmarks/bands.py`).
MEDIUM, HARD = 3.5, 5.0
STORY, MAP = "story", "map"

_NO_DISGUISE = Phrase("there is no such disguise")
_BETWEEN = " | "
_POOL = numbers_option("pool", (), "")


class Question(NamedTuple):
    """A position and a task, with the proven answer."""

    id: str
    track: str
    # With the drawn moves on track `play`; otherwise without history.
    current: Round
    prompt: str
    legal: tuple[int, ...]
    winning: tuple[int, ...]
    numbers_left: int
    difficulty: str
    # The seat that wins, on track `judge`.
    answer: int | None = None
    # A move with its proof, on track `explain`: one of several correct answers.
    claim: dict[str, Any] | None = None
    # On track `twins`: the id of the question in disguise, and in a story the label of each number.
    twin_of: str | None = None
    labels: dict[int, int] | None = None
    # On track `play`.
    opponent: str | None = None

    @property
    def rules(self) -> Rules:
        rules: Rules = self.current.position.rules
        return rules

    @property
    def position(self) -> Position:
        return self.current.position

    @property
    def by_luck(self) -> float:
        """The chance that a random answer is right; no random answer contains a proof."""
        if self.track in (JUDGE, EXPLAIN):
            return 0.5 if self.track == JUDGE else 0.0
        return len(self.winning) / len(self.legal)

    def row(self) -> dict[str, Any]:
        """The question as one line of JSON."""
        if self.track == PLAY:
            where: dict[str, Any] = {"moves": list(self.current.moves)}
        else:
            position = {"to_move": int(self.position.turn), **self.position.facts()}
            where = {"pool": list(members(self.position.pool)), "position": position}
        extra = {
            "answer": self.answer,
            "claim": self.claim,
            "twin_of": self.twin_of,
            "labels": self.labels and [[number, label] for number, label in self.labels.items()],
            "seat": int(self.position.turn) if self.opponent else None,
            "opponent": self.opponent,
        }
        return {
            "id": self.id,
            "track": self.track,
            "game": self.rules.name,
            "options": self.rules.options,
            **where,
            "prompt": self.prompt,
            "legal": list(self.legal),
            "winning": list(self.winning),
            "by_luck": self.by_luck,
            "numbers_left": self.numbers_left,
            "difficulty": self.difficulty,
            **{name: value for name, value in extra.items() if value is not None},
            "canary": CANARY,
        }


def band(luck: float, left: int) -> str:
    """The difficulty by the rarity of wins and the numbers left.

    >>> band(2 / 3, 6), band(1 / 2, 16), band(1 / 4, 60)
    ('easy', 'medium', 'hard')
    """
    bits = hardness(luck, left)
    return "easy" if bits < MEDIUM else "medium" if bits < HARD else "hard"


def hardness(luck: float, left: int) -> float:
    """The difficulty in bits: finding the move among the others, and looking ahead to the end."""
    return log2(1 / luck) + log2(1 + left / 2)


def question(id: str) -> Question:
    """The question of an id, proven again; raises `GameError`.

    >>> question("choose | strategy-stacks range=9 opening=any | to_move=2 top=6 pool=1-3,7,9").winning
    (2,)
    """
    track, size, where, told = (part.strip() for part in f"{id}{_BETWEEN * 3}".split(_BETWEEN.rstrip(), 3))
    told = told.rstrip(" |")
    if track not in TRACKS or bool(told) != (track in (TWINS, PLAY)):
        raise _unreadable(id, Phrase("its track is unknown"))
    rules = read_game(size)
    if rules.name not in BUILT_IN:
        raise _unreadable(id, Phrase("the suites have the five games only"))
    bounded(rules, DRAWN)
    current = _drawn(rules, where) if track == PLAY else _set_up(_position(rules, where))
    found = build(track, current, told)
    if found.id != id:
        raise _unreadable(id, Phrase("it should be {text}", text=shown(found.id, 200)))
    return found


def _unreadable(text: str, remedy: Phrase) -> GameError:
    return GameError("bad-line", text=shown(text, 80), remedy=remedy)


def _set_up(position: Position) -> Round:
    return Round((), b"", position)


def _drawn(rules: Rules, where: str) -> Round:
    try:
        return Round.begin(rules, map(int, where.split()))
    except ValueError as error:
        if isinstance(error, GameError):
            raise
        remedy = Phrase("moves are numbers, such as 6 3 9.")
        raise NotAMove("not-a-number", text=shown(where), remedy=remedy) from None


def _where(position: Position) -> str:
    """A position in one line; `_position` parses it."""
    told: dict[str, Any] = {"to_move": int(position.turn), **position.facts()}
    if position.unused_count:
        told["pool"] = list(members(position.pool))
    texts = {"pool": _POOL.text, "last": _listed, "totals": _listed}
    return " ".join(
        f"{name}={texts.get(name, str)(value)}" for name, value in told.items() if value is not None
    )


def _listed(numbers: Any) -> str:
    return ",".join(map(str, numbers))


def _position(rules: Rules, where: str) -> Position:
    found: dict[str, Any] = {}
    for word in where.split():
        name, _, text = word.partition("=")
        if name == "pool":
            found[name] = _POOL.read(text, rules.size)
        elif name in ("last", "totals"):
            found[name] = [int(each) if each.isdecimal() else each for each in text[:100].split(",")]
        else:
            found[name] = int(text) if text.isdecimal() and len(text) < 10 else text
    return rules.position(**found)


def build(track: str, current: Round, variant: str = "") -> Question:
    """The question about a position; raises `GameError` if the position does not fit the track."""
    position = current.position
    rules, verdict = position.rules, solve(position)
    where = " ".join(map(str, current.moves)) if track == PLAY else _where(position)
    told = f"{game_text(rules)}{_BETWEEN}{where}"
    id = _BETWEEN.join(filter(None, (track, told, variant)))
    legal, winning = tuple(position.legal_moves()), tuple(verdict.winning)
    if not legal or (track != JUDGE and not 0 < len(winning) < len(legal)):
        raise _unreadable(id, Phrase("there is nothing to lose in this position"))
    left = numbers_left(position, verdict)
    luck = 0.5 if track == JUDGE else len(winning) / len(legal)
    usual = Question(id, track, current, "", legal, winning, left, band(luck, left))
    if track == JUDGE:
        return usual._replace(prompt=words.task(current, words.JUDGE), answer=int(verdict.winner))
    if track == EXPLAIN:
        prompt = words.task(current, words.EXPLAIN[rules.name])
        return usual._replace(prompt=prompt, claim=_claim(verdict, id))
    if track == TWINS:
        return _twin(usual._replace(twin_of=f"{CHOOSE}{_BETWEEN}{told}"), variant)
    if track == PLAY and variant not in COMPUTERS:
        raise _unreadable(id, Phrase("the opponent must be a built-in player"))
    return usual._replace(prompt=question_told(current), opponent=variant or None)


def _claim(verdict: Verdict, id: str) -> dict[str, Any]:
    """A proof of one winning move, from the certificate."""
    move, certificate = verdict.move, verdict.certificate
    if certificate["theorem"] == "pairing":
        partner = verdict.partners(move)
        pairs = sorted([a, b] for a, b in partner.items() if a < b)
        return {"move": move, "pairs": pairs, "barrier": certificate["barrier"]}
    if certificate["theorem"] not in ("two-sides", "private-numbers", "race"):
        raise _unreadable(id, Phrase("no short reason proves its moves"))
    fields = ("mover_side", "other_side", "private", "shared", "turns")
    return {"move": move, **{name: certificate[name] for name in fields if name in certificate}}


# The links that stay the same, as expressions, when the numbers are mapped to `{m}` - number.
MIRRORED = {
    "multiple": "expr:({m}-a)%({m}-b)==0 or ({m}-b)%({m}-a)==0",
    "coprime": "expr:gcd({m}-a,{m}-b)==1",
    "neighbour": "expr:abs(a-b)==1",
}


def mappable(rules: Rules) -> bool:
    """Whether the numbers of a position can be mapped: in a walk, the link must have an expression."""
    return rules.theorem != "pairing" or rules.option_texts().get("link", "multiple") in MIRRORED


def _twin(plain: Question, variant: str) -> Question:
    """The disguised question: a story, or the numbers mapped by `map S C` to S * number + C."""
    kind, *numbers = variant.split()
    position = plain.position
    if kind == STORY and not numbers:
        labels = _labels(position, plain.id)
        return plain._replace(
            prompt=words.story(position, labels),
            legal=tuple(sorted(labels[move] for move in plain.legal)),
            winning=tuple(sorted(labels[move] for move in plain.winning)),
            labels=labels,
        )
    fits = len(numbers) == 2 and all(re.fullmatch("-?[0-9]{1,4}", each) for each in numbers)
    if kind != MAP or not fits or not mappable(plain.rules):
        raise _unreadable(plain.id, _NO_DISGUISE)
    current = _set_up(_mapped(position, *map(int, numbers)))
    verdict = solve(current.position)
    return plain._replace(
        current=current,
        prompt=question_told(current),
        legal=tuple(current.position.legal_moves()),
        winning=tuple(verdict.winning),
    )


def _labels(position: Any, seed: str) -> dict[int, int]:
    """The labels in a story: shuffled in a walk, where the size of a number does not matter."""
    numbers = list(members(position.numbers))
    if position.rules.theorem != "pairing":
        return {number: number for number in numbers}
    numbers = [*members(position.unused | 1 << position.top)]
    return dict(zip(numbers, Dice(seed).shuffled(numbers), strict=True))


def _mapped(position: Any, scale: int, shift: int) -> Position:
    rules, theorem = position.rules, position.rules.theorem

    def new(value: Any) -> Any:
        """A number or a list of numbers, mapped; 0 and texts stay."""
        if isinstance(value, list):
            return [*map(new, value)]
        return scale * value + shift if value and isinstance(value, int) else value

    facts = {name: new(value) for name, value in position.facts().items()}
    pool = None if theorem == "race" else new([*members(position.pool)])
    options = {name: new(value) for name, value in rules.options.items()}
    name, fits = rules.name, scale > 0 and shift >= 0 and (theorem != "race" or not shift)
    if theorem == "pairing":
        link = MIRRORED[rules.option_texts().get("link", "multiple")].format(m=shift)
        name, options = "number-duel", {"range": rules.range, "link": link}
        fits = (scale, shift) == (-1, rules.range + 1)
    if not fits:
        raise _unreadable(f"{MAP} {scale} {shift}", _NO_DISGUISE)
    return game(name, **options).position(pool, position.turn, **facts)
