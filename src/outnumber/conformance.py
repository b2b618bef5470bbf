"""Checks that a game keeps the contract that everything else relies on, like Gymnasium's `check_env`.

>>> from outnumber.games.strategy_stacks import StrategyStacks
>>> check(StrategyStacks)

Returns nothing; a violation raises `Broken` with the broken rule and the position.
"""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import attrgetter, methodcaller
from random import Random
from typing import Any

from outnumber.games import (
    BUILT_IN,
    GameError,
    IllegalMove,
    Join,
    Numbers,
    OptionError,
    Outcome,
    Phrase,
    Position,
    Reason,
    Row,
    Rules,
    Seat,
    find,
)
from outnumber.games.errors import MESSAGES
from outnumber.games.registry import registered_temporarily
from outnumber.match import Match, Round
from outnumber.match.record import read, write
from outnumber.theory import exhaustive
from outnumber.theory.solve import solve, theorems

__all__ = ["Broken", "check"]

# Illegal inputs to try.
NO_NUMBERS: tuple[Any, ...] = (-1, 0, None, "5", 2.5, 10**9, [1])
# Larger games are tried at this size; verdicts are compared in positions where a search is small.
LARGEST = 12
MOST_POSITIONS = 20_000


class Broken(AssertionError):
    """A game violates the contract."""


def check(game: type[Rules], *, games: int = 20, seed: int = 0, **options: object) -> None:
    """Play some random games and check every position; raises `Broken` with the violation.

    Options choose the rules to check; by default, the default options, and a small size if the game has one.
    """
    with promised(repr(game)):
        _class(game)
        _options(game)
        game()
    with promised(repr(game), OptionError):  # other options may be the caller's mistake
        game(**options)
    with promised(repr(game)), registered_temporarily(game):
        for rules in _samples(game, options):
            _rules(rules)
            dice = Random(seed)
            for _ in range(games):
                _game(rules, dice)
            with promised("theorem"):
                _verdicts(rules, dice)


def need(fact: object, promise: str) -> None:
    if not fact:
        raise Broken(promise)


@contextmanager
def promised(what: str, allowed: type[Exception] = Broken) -> Iterator[None]:
    """Turn any exception in this block into `Broken`, unless it is allowed."""
    try:
        yield
    except (Broken, allowed):
        raise
    except Exception as error:
        raise Broken(f"{what} must not raise {error!r}") from error


# The class


def _class(game: type[Rules]) -> None:
    need(
        isinstance(game, type) and issubclass(game, Rules), f"{game!r} must be a subclass of outnumber.Rules"
    )
    for attribute in ("name", "title", "summary"):
        text = getattr(game, attribute, None)
        need(isinstance(text, str) and text, f"{game.__name__}.{attribute} must be a text")
    name = game.name
    need(re.fullmatch(r"[a-z][a-z0-9-]*", name), f"the name {name!r} must have small letters and hyphens")
    need(name not in BUILT_IN or find(name) is game, f"the name {name!r} is taken by a game of Outnumber")
    for language, texts in game.catalogues.items():
        for text, said in texts.items():
            for form in [said] if isinstance(said, str) else said:
                need(
                    _placeholders(form) <= _placeholders(text),
                    f"catalogues[{language!r}]: {form!r} has other values than {text!r}",
                )
    need(game.__doc__, f"{game.__name__} needs a docstring: it is what players read as the rules")
    words, theorem = game.words, game.theorem
    need(words is None or isinstance(words, type), f"words must be None or a class, not {words!r}")
    if theorem is not None and not callable(theorem):
        names = ", ".join(theorems())
        need(theorem in theorems(), f"theorem must be None, a function or one of {names}, not {theorem!r}")


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)", text))


def _options(game: type[Rules]) -> None:
    names = [option.name for option in game.OPTIONS]
    need(len(set(names)) == len(names), f"two options have the same name: {names}")
    need(not game.SIZE or game.SIZE in names, f"SIZE must name an option, not {game.SIZE!r}")
    for option in game.OPTIONS:
        need(option.name.isidentifier(), f"the option {option.name!r} must be usable as a keyword")
        need(
            option.name != "start",
            "an option cannot be called 'start': start() returns the first position, and --start chooses how "
            "a match begins; use another name, such as 'opening'",
        )
        text = option.text(option.default)
        need(" " not in text and "=" not in text, f"{option.name}: {text!r} must not have spaces or =")
        plain = option.plain(option.default)
        need(_is_json(plain), f"{option.name}: {plain!r} must be the same in JSON")
        for told in (text, plain):
            need(option.read(told) == option.default, f"{option.name}: {told!r} must be read as the default")
        need(option.help, f"{option.name} needs a help text")
        _refused(partial(option.read, object()), OptionError, f"{option.name}: no value at all")


def _samples(game: type[Rules], options: dict[str, object]) -> Iterator[Rules]:
    chosen = game(**options)
    if not game.SIZE or chosen.size <= LARGEST or game.SIZE in options:
        yield chosen
        return
    yield game(**{**options, game.SIZE: LARGEST})
    yield game(**{**options, game.SIZE: LARGEST // 2})


# Rules


def _rules(rules: Rules) -> None:
    for name in vars(rules):
        need(
            name.startswith("_") or name not in {*vars(Rules), *Rules.__annotations__},
            f"self.{name} hides {name!r}, which every game has: keep the value under another name",
        )
    _fields(rules)
    again = type(rules)(**rules.options)
    need(again == rules and hash(again) == hash(rules), f"{rules!r} must equal what its own options make")
    need(_pickled(rules) == rules, f"{rules!r} must survive a pickle")
    need(rules.start() == rules.start(), "two starts of the same rules must be equal")
    need(rules.start().turn is Seat.ONE, "Player 1 has the first move")
    with promised("briefing()"):
        need(isinstance(rules.briefing(), str), f"briefing() must be a text, not {rules.briefing()!r}")
    _refused(lambda: type(rules)(no_such_option=1), OptionError, "an option that does not exist")


def _fields(rules: Rules) -> None:
    """Check the fields of the first position: the names and types that every position has."""
    start: Any = rules.start()
    name, fields = type(start).__name__, getattr(start, "_fields", ())
    need(isinstance(start, Position), f"start() must return a Position, not a value of {name}")
    need(
        fields,
        f"{name} has no fields: put them into a class State(NamedTuple), then class {name}(Position, State)",
    )
    missing = [each for each in ("rules", "turn", "legal") if each not in fields]
    need(
        not missing,
        f"{name} has the fields {', '.join(fields)}, but not {' and '.join(missing)}: the first three fields "
        "of every position are rules, turn and legal, by these names",
    )
    need(start.rules is rules, f"{name}.rules must be the rules that start the game, not {start.rules!r}")
    need(isinstance(start.turn, Seat), f"{name}.turn must be a Seat, such as Seat.ONE, not {start.turn!r}")
    need(
        type(start.legal) is int,
        f"{name}.legal must be the set of legal moves as one integer, such as mask_of([1, 2]), "
        f"not {start.legal!r}",
    )


def _pickled(value: Any) -> Any:
    try:
        return pickle.loads(pickle.dumps(value))  # noqa: S301  # it was written a moment ago
    except (pickle.PickleError, AttributeError, TypeError) as error:
        raise Broken(
            f"it must survive a pickle, so its classes stand at the top of a module: {error}"
        ) from error


def _refused(act: Callable[[], object], kind: type[GameError], what: str) -> GameError:
    """The exception of a call; it must be of the expected type and have a sentence."""
    try:
        act()
    except kind as error:
        need(error.code in MESSAGES, f"{what}: the code {error.code!r} is not one of `games.errors.MESSAGES`")
        need(str(error), f"{what}: the error needs a sentence")
        return error
    except Exception as error:
        raise Broken(f"{what}: {kind.__name__} must be raised, not {error!r}") from error
    raise Broken(f"{what}: {kind.__name__} must be raised")


def _is_json(value: Any) -> bool:
    try:
        return bool(json.loads(json.dumps(value)) == value)
    except (TypeError, ValueError):
        return False


# Positions


def _game(rules: Rules, dice: Random) -> None:
    """Play a random game and check every position."""
    played = Round.begin(rules)
    longest = rules.longest()
    while True:
        _position(played, dice)
        if played.outcome is not None:
            break
        with promised(f"{_at(played)}: play()"):
            played = played.play(dice.choice(played.position.legal_moves()))
        need(len(played.moves) <= longest, f"{_at(played)}: more moves than longest() = {longest}")
    match = Match(rules, rounds=(played,))
    need(read(write(match)) == match, f"{_at(played)}: the record must tell the same game again")


def _at(played: Round) -> str:
    return f"after {list(played.moves)}" if played.moves else "at the start"


def _is(kind: type) -> Callable[[object], bool]:
    return lambda answer: isinstance(answer, kind)


def _is_outcome(answer: Any) -> bool:
    return answer is None or (
        isinstance(answer, Outcome) and isinstance(answer.winner, Seat) and isinstance(answer.reason, Reason)
    )


def _is_phrase(answer: Any) -> bool:
    return isinstance(answer, Phrase) and str(answer) != ""


def _is_standing(answer: Any) -> bool:
    return answer is None or (isinstance(answer, tuple) and [type(each) for each in answer] == [int, int])


# The checks of every position: the call, and the expected result.
ANSWERS: tuple[tuple[str, Callable[[Position], Any], str, Callable[[Any], bool]], ...] = (
    ("turn", attrgetter("turn"), "a Seat", _is(Seat)),
    ("hash()", hash, "a number", _is(int)),
    ("solver_key()", lambda position: hash(position.solver_key()), "hashable", _is(int)),
    ("legal_moves()", methodcaller("legal_moves"), "Numbers", _is(Numbers)),
    ("outcome()", methodcaller("outcome"), "None or an Outcome of a Seat and a Reason", _is_outcome),
    ("rows()", methodcaller("rows", ()), "made of Row", lambda rows: all(map(_is(Row), rows))),
    ("demand()", methodcaller("demand"), "a Phrase: what the next number must be", _is_phrase),
    ("facts()", methodcaller("facts"), "ready for JSON", _is_json),
    ("standing()", methodcaller("standing"), "None or a whole number for each seat", _is_standing),
    ("unused_count", attrgetter("unused_count"), "a whole number", _is(int)),
    ("repr()", repr, "short", lambda text: len(text) <= 200),
)


def _position(played: Round, dice: Random) -> None:
    position, where = played.position, _at(played)
    for name, ask, answer, fits in ANSWERS:
        with promised(f"{where}: {name}"):
            need(fits(ask(position)), f"{where}: {name} must be {answer}")
    with promised(f"{where}: play()"):
        _legality(position, where, dice)
    with promised(f"{where}: the position"):
        _value(played, where)
    with promised(f"{where}: the scene"):
        _scene(played, where)
    with promised(f"{where}: words"):
        _words(played, where)


def _legality(position: Position, where: str, dice: Random) -> None:
    legal, outcome = position.legal_moves(), position.outcome()
    need(legal.mask == position.legal, f"{where}: legal_moves() and `legal` must be the same set")
    need(0 not in legal and position.legal & 1 == 0, f"{where}: 0 is no number")
    if outcome is not None:
        need(not legal, f"{where}: the game is over, so there must be no legal move")
    need(outcome is not None or legal, f"{where}: nobody can move, so outcome() must say who won")
    before = hash(position)
    for move in legal[:3]:
        position.play(move)
    need(hash(position) == before, f"{where}: playing must leave the position as it was")
    largest = legal[-1] if legal else 9
    tried = [*NO_NUMBERS, *(dice.randint(1, 2 * largest) for _ in range(8)), largest + 1]
    for number in tried:
        if type(number) is int and number in legal:
            position.play(number)
        else:
            error = _refused(partial(position.play, number), IllegalMove, f"{where}: playing {number!r}")
            need(not isinstance(error.numbers.get("remedy"), str), f"{where}: a remedy must be a Phrase")


def _value(played: Round, where: str) -> None:
    position = played.position
    for attribute in ("turn", "legal", "rules"):
        try:
            setattr(position, attribute, getattr(position, attribute))
        except AttributeError:
            continue
        raise Broken(f"{where}: a position must not be changed, but its {attribute} can be set")
    twin = Round.begin(position.rules, played.moves).position
    need(
        twin == position and hash(twin) == hash(position),
        f"{where}: the same moves must lead to equals",
    )
    need(copy.deepcopy(position) == position, f"{where}: a copy must be equal")
    need(_pickled(position) == position, f"{where}: a position must survive a pickle")


def _scene(played: Round, where: str) -> None:
    scene = played.scene
    over = played.outcome is not None
    need(scene.turn is (None if over else played.turn), f"{where}: the scene must say whose turn it is")
    need(scene.legal == played.position.legal_moves(), f"{where}: the scene must show the legal moves")
    for number in scene.legal:
        need(number in scene.unused, f"{where}: {number} can be played, so it must be among those left")
    for number in scene.unused:
        need(
            number in scene.numbers,
            f"{where}: {number} must be one of the numbers of the game",
        )
    for row in scene.rows:
        need(row.label and isinstance(row.label, str), f"{where}: a row needs a label")
        need(all(type(number) is int for number in row.numbers), f"{where}: a row has whole numbers only")
        need(
            not row.joins or len(row.joins) == len(row.numbers) - 1,
            f"{where}: a row joins each number to the next, or none",
        )
        need(all(map(_is(Join), row.joins)), f"{where}: what joins the numbers of a row must be a Join")
        need(row.seat is None or isinstance(row.seat, Seat), f"{where}: a row is of a Seat, or of None")
        sums = {type(row.total), type(row.target)}
        need(sums <= {int, type(None)}, f"{where}: total and target of a row must be whole numbers, or None")
    need(str(played.position), f"{where}: a position must print")


def _words(played: Round, where: str) -> None:
    """The prompt's text, if the game has its own words."""
    rules, outcome = played.position.rules, played.outcome
    if rules.words is None:
        return
    words = rules.words(Match(rules, rounds=(played,)))
    said = [words.board(), words.ended(outcome)] if outcome else [words.turn(), [words.prompt()]]
    if played.moves:
        said.append(words.statement(played.seats[-1], played.moves[-1], played.passed, typed=False))
    for lines in said:
        texts = isinstance(lines, list) and all(isinstance(line, str) for line in lines)
        need(texts, f"{where}: words must be lists of lines, not {lines!r}")


# Verdicts


def _verdicts(rules: Rules, dice: Random) -> None:
    """Compare verdicts with a search, from a point of a random game where few positions are left."""
    played = Round.begin(rules)
    while played.outcome is None:
        try:
            known = exhaustive.values(played.position, MOST_POSITIONS)
        except OptionError:
            played = played.play(dice.choice(played.position.legal_moves()))
            continue
        for position in dice.sample(list(known), min(200, len(known))):
            found = solve(position)
            need(found.winner is known[position].winner, f"the theorem is wrong about {position!r}")
            after = {move: known[position.play(move)].winner for move in position.legal_moves()}
            winning = tuple(move for move, winner in after.items() if winner is position.turn)
            need(
                found.winning == winning,
                f"the theorem must find {winning} in {position!r}",
            )
            need(
                found.length in (None, known[position].length),
                f"the length is wrong in {position!r}",
            )
            need(_is_phrase(found.reason), f"the reason must be a Phrase in {position!r}")
            need(_is_json(found.certificate), f"the certificate must be ready for JSON in {position!r}")
        return
