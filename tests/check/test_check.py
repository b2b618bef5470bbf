"""The checker confirms every true verdict and refuses every false one, for any input."""

from __future__ import annotations

import ast
import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import outnumber
from outnumber.api import plain
from outnumber.api.verdicts import VerdictModel
from outnumber.check import NotChecked, NotConfirmed, Refuted, check
from outnumber.games.base import Rules
from outnumber.games.registry import BUILT_IN, registered_temporarily
from outnumber.games.sentences import ENGLISH
from outnumber.theory.solve import solve
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.strategies import named_options, picks
from tests.theory.cases import Solved, Spec, attacks, name, pool_games

SOURCE = Path(outnumber.__file__).parent
CLAIMS = ("game", "options", "moves", "to_move", "over", "winner", "legal", "winning", "length")
SMALL: list[Spec] = [spec for size in (1, 2, 4, 6, 7) for spec in pool_games(size)]
SMALL += [spec for target in (4, 9, 12) for spec in attacks(target)]

# Openings, won and lost positions and finished games, with every kind of certificate.
SAMPLES: list[tuple[str, dict[str, Any], list[int]]] = [
    ("number-stack-duel", {}, []),
    ("number-stack-duel", {"first_pattern": "less"}, [4]),
    ("number-stack-duel", {}, [5, 7]),
    ("number-stack-duel", {}, [9]),
    ("order-challenge", {}, []),
    ("order-challenge", {}, [4]),
    ("order-challenge", {"range": 10}, [5, 2]),
    ("order-challenge", {"range": 1}, [1]),
    ("number-stack-attack", {}, []),
    ("number-stack-attack", {}, [9, 8, 1]),
    ("number-stack-attack", {"target": 30, "tokens": "5,10"}, [5]),
    ("number-stack-attack", {"tokens": "4-9"}, [9, 9]),
    ("number-stack-attack", {"tokens": "4-9", "tie": "last"}, [9, 9, 9, 9]),
    ("number-stack-attack", {"target": 17, "tokens": "3,5,8"}, [8, 3, 8]),
    ("strategy-stacks", {}, []),
    ("strategy-stacks", {"opening": "even"}, []),
    ("strategy-stacks", {}, [6]),
    ("strategy-stacks", {"range": 30}, [12, 3]),
    ("strategy-stacks", {}, [7, 1, 5]),
    ("number-duel", {"range": 20}, []),
    ("number-duel", {"range": 40}, [28, 14]),
    ("number-duel", {"range": 25, "link": "coprime"}, [6]),
    ("number-duel", {"range": 12, "link": "neighbour,digit-sum"}, [3]),
]


def document_of(game: str, options: dict[str, Any], moves: list[int]) -> Any:
    """The output of `solve --json` as a dictionary."""
    rules = outnumber.game(game, **options)
    position = rules.start()
    for move in moves:
        position = position.play(move)
    return json.loads(json.dumps(plain(VerdictModel.of(position, moves, solve(position), voice=ENGLISH))))


def still_true(document: Any) -> bool:
    """Whether a changed document still makes true claims about its position."""
    try:
        truth = document_of(document["game"], document["options"], document["moves"])
        return all(json.dumps(document[field]) == json.dumps(truth[field]) for field in CLAIMS)
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


def assert_refused_unless_true(document: Any) -> None:
    if still_true(document):
        return
    with pytest.raises(NotConfirmed) as caught:
        check(document)
    assert str(caught.value)


@pytest.mark.parametrize("size", [7, 12, 30, 60])
@pytest.mark.parametrize(
    "link", ["multiple", "multiple,digit", "coprime", "digit-sum,neighbour", "square-sum"]
)
def test_walk_certificates_with_steps_are_confirmed_and_false_claims_refused(
    link: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Certificates of large graphs have steps instead of paths."""
    monkeypatch.setattr("outnumber.theory.pairing.PATHS_LIMIT", 0)
    luck = random.Random(f"{link} {size}")
    for _ in range(15):
        position, moves = outnumber.game("number-duel", range=size, link=link).start(), []
        for _ in range(luck.randrange(5)):
            if not position.outcome():
                moves.append(luck.choice(position.legal_moves()))
                position = position.play(moves[-1])
        document = document_of("number-duel", {"range": size, "link": link.split(",")}, moves)
        check(document)
        if document["over"]:
            continue
        false = copy.deepcopy(document)
        steps = false["certificate"]["steps"]
        for _ in range(luck.randrange(4)):
            steps.insert(luck.randint(0, len(steps)), [luck.randint(1, size), luck.randint(1, size)])
        if steps and luck.random() < 0.5:
            steps.pop(luck.randrange(len(steps)))
        false["winning"] = [move for move in false["legal"] if luck.random() < 0.5]
        false["winner"] = false["to_move"] if false["winning"] else 3 - false["to_move"]
        assert_refused_unless_true(false)


@pytest.mark.parametrize("spec", SMALL, ids=name)
def test_every_certificate_of_a_small_game_is_confirmed(spec: Spec) -> None:
    game = Solved(spec)
    positions = list(game.moves.items())
    # A sample of a few hundred positions is enough, because they are similar.
    for position, moves in random.Random(name(spec)).sample(positions, min(150, len(positions))):
        found = VerdictModel.of(position, moves, solve(position), ENGLISH)
        document = json.loads(json.dumps(plain(found)))
        winner = document["winner"]
        said = (
            f"Player {winner} has won." if document["over"] else f"Player {winner} wins under perfect play."
        )
        assert str(check(document)) == said, document


@settings(deadline=None, max_examples=60)
@given(named_options(largest=60), picks(40))
def test_random_positions_are_confirmed(named: tuple[str, dict[str, Any]], chosen: bytes) -> None:
    position, moves = outnumber.game(named[0], **named[1]).start(), []
    for pick in chosen:
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(legal[pick % len(legal)])
        position = position.play(moves[-1])
    assert check(document_of(*named, moves))


def other_values(value: Any) -> Iterator[Any]:
    """Values that differ slightly or completely from a given one."""
    yield from (None, True, False, 0, 1, 2, -1, 1.5, "", "1", [], {}, [1], {"theorem": "over"}, 10**30)
    if isinstance(value, int):
        yield from (value + 1, value - 1, value + 2, float(value), str(value), 3 - value, -value)
    if isinstance(value, list):
        yield from (
            value[1:],
            value[:-1],
            value[::-1],
            [*value, 1],
            [*value, *value],
            [*value, "x"],
            [None, *value],
        )
    if isinstance(value, str):
        yield from (
            "greater",
            "less",
            "any",
            "even",
            "first",
            "last",
            value + " ",
            *BUILT_IN,
        )
    if isinstance(value, dict):
        yield {**value, "more": 1}
        yield from ({k: v for k, v in value.items() if k != key} for key in value)


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values in a document."""
    inside: Any = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    for key, value in inside:
        yield (*path, key)
        yield from places(value, (*path, key))


def value_at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    twin = copy.deepcopy(document)
    value_at(twin, path[:-1])[path[-1]] = value
    return twin


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_changing_any_value_is_refused_unless_the_claim_stays_true(
    sample: tuple[str, dict[str, Any], list[int]],
) -> None:
    document = document_of(*sample)
    assert check(document)
    tried = 0
    for path in places(document):
        if path == ("reason",):
            continue
        for value in other_values(value_at(document, path)):
            if json.dumps(value) != json.dumps(value_at(document, path)):
                assert_refused_unless_true(changed(document, path, value))
                tried += 1
    assert tried > 200


@pytest.mark.parametrize("field", ["to_move", "over", "winner", "legal", "winning", "length", "certificate"])
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_field_of_another_verdict_is_refused(
    sample: tuple[str, dict[str, Any], list[int]], field: str
) -> None:
    document = document_of(*sample)
    for other in SAMPLES:
        stolen = changed(document, (field,), document_of(*other)[field])
        assert_refused_unless_true(stolen)


@pytest.mark.parametrize("field", sorted(document_of("order-challenge", {}, [])))
def test_missing_field_is_refused(field: str) -> None:
    document = document_of("order-challenge", {}, [])
    del document[field]
    with pytest.raises(Refuted, match="the fields must be game, options"):
        check(document)


def test_extra_field_is_refused() -> None:
    with pytest.raises(Refuted):
        check({**document_of("order-challenge", {}, []), "note": "trust me"})


def test_only_the_text_of_the_reason_is_not_checked() -> None:
    document = document_of("strategy-stacks", {}, [])
    assert check({**document, "reason": "Because I say so."})
    for wrong in (None, 1, ["Because"]):
        with pytest.raises(Refuted):
            check({**document, "reason": wrong})


def test_shorter_matching_proves_nothing() -> None:
    document = document_of("number-duel", {"range": 20}, [])
    document["certificate"]["pairs"].pop()
    with pytest.raises(Refuted, match="no more pairs"):
        check(document)


def test_pairs_alone_do_not_prove_that_a_move_loses() -> None:
    document = document_of("strategy-stacks", {}, [])
    document["certificate"]["paths"] = [[5]]
    document["winning"] = [5]
    with pytest.raises(Refuted, match="nothing proves that 7 loses"):
        check(document)


def test_path_that_does_not_alternate_is_refused() -> None:
    document = document_of("strategy-stacks", {}, [])
    certificate = document["certificate"]
    free = next(path[0] for path in certificate["paths"] if len(path) == 1)
    certificate["paths"] = [[5], [6, 2, free], [7]]
    with pytest.raises(Refuted, match="a path proves nothing"):
        check(document)


def test_path_that_repeats_a_number_is_refused() -> None:
    # Every step around the triangle 1, 10, 11 alternates, but 12 still loses.
    document = document_of("number-duel", {"range": 12, "link": "digit"}, [])
    assert document["certificate"]["pairs"] == [[1, 10], [11, 12]]
    assert 12 not in document["winning"]
    document["winning"].append(12)
    document["certificate"]["paths"].append([12, 11, 1, 10, 11, 12, 2])
    with pytest.raises(Refuted, match="a path proves nothing"):
        check(document)


def test_length_is_required_where_it_can_be_computed_and_refused_elsewhere() -> None:
    near, far = document_of("strategy-stacks", {}, []), document_of("number-duel", {"range": 40}, [])
    assert (near["length"], far["length"]) == (3, None)
    for document, length in ((near, None), (near, 5), (far, 40)):
        with pytest.raises(Refuted, match="length should be"):
            check({**document, "length": length})


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("field", CLAIMS)
def test_deep_nesting_is_refused(field: str) -> None:
    with pytest.raises(Refuted):
        check({**document_of("order-challenge", {}, []), field: deep(50_000)})


@pytest.mark.parametrize("value", [None, 1, "x", [], [1], {}, True, 1.5, {"game": "order-challenge"}])
def test_document_that_is_not_a_verdict_is_refused(value: Any) -> None:
    with pytest.raises(Refuted):
        check(value)


@pytest.mark.parametrize(
    "huge", [10**6 + 1, 10**30, 10**5000, -(10**30)], ids=["1e6", "1e30", "1e5000", "-1e30"]
)
@pytest.mark.parametrize("sample", [SAMPLES[2], SAMPLES[8], SAMPLES[16], SAMPLES[11]], ids=str)
def test_huge_numbers_are_refused_at_once(sample: tuple[str, dict[str, Any], list[int]], huge: int) -> None:
    document = document_of(*sample)
    for path in places(document):
        if path != ("reason",) and isinstance(value_at(document, path), int):
            with pytest.raises(Refuted):
                check(changed(document, path, huge))


def claimed(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """A document whose cheap claims are true, without a proof."""
    rules = outnumber.game(game, **options)
    empty = {"theorem": "pairing", "pairs": [], "barrier": [], "paths": []}
    claims = {"game": game, "options": rules.options, "moves": [], "to_move": 1, "over": False, "winner": 1}
    legal = list(rules.start().legal_moves())
    return {**claims, "legal": legal, "winning": [], "length": 1, "reason": "", "certificate": empty}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("number-stack-attack", {"target": 1_000_000, "tokens": [2, 3]}),
        ("number-stack-attack", {"target": 1_000_000, "tokens": [1, *range(3, 10_000)]}),
        ("strategy-stacks", {"range": 150_000}),
        ("number-duel", {"range": 150_000}),
    ],
)
def test_claim_that_takes_too_long_is_unchecked_and_not_refuted(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(NotChecked, match="be checked"):
        check(claimed(game, options))


def test_game_that_is_not_installed_is_named_and_unchecked() -> None:
    with registered_temporarily(Steps):
        document = document_of("steps", {}, [4])
    with pytest.raises(NotChecked, match="There is no game called 'steps'"):
        check(document)


def test_added_game_too_large_for_a_search_is_unchecked() -> None:
    with registered_temporarily(Steps):
        document = document_of("steps", {"range": 40}, [])
        with pytest.raises(NotChecked, match="too large to be checked by a search"):
            check(document)
        with pytest.raises(Refuted, match="legal should be"):
            check(document | {"legal": [1]})  # cheap claims are still refuted


def test_small_file_about_a_large_game_is_refuted_before_any_work() -> None:
    for game in ("strategy-stacks", "number-duel", "number-stack-duel", "order-challenge"):
        document = {**claimed(game, {"range": 9}), "options": {"range": 100_000}}
        with pytest.raises(Refuted):
            check(document)


@pytest.mark.parametrize("link", ["multiple,digit", "coprime", "neighbour", "prime-sum"])
def test_empty_certificate_of_a_large_graph_is_refuted_after_one_component(link: str) -> None:
    with pytest.raises(Refuted, match="barrier"):
        check(claimed("number-duel", {"range": 20_000, "link": link}))


@pytest.mark.parametrize("game", ["number-stack-duel", "order-challenge"])
def test_counting_games_are_confirmed_for_a_large_range(game: str) -> None:
    for moves in ([], [70_000]):
        document = document_of(game, {"range": 100_000}, moves)
        assert str(check(document)) == f"Player {document['winner']} wins under perfect play."


def test_race_with_a_large_target_is_confirmed() -> None:
    assert check(document_of("number-stack-attack", {"target": 1_000_000, "tokens": [1, 1000]}, []))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 100) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(SAMPLES), st.data())
def test_any_value_in_any_place_is_refused_unless_the_claim_stays_true(
    sample: tuple[str, dict[str, Any], list[int]], data: st.DataObject
) -> None:
    document = document_of(*sample)
    path = data.draw(st.sampled_from([path for path in places(document) if path != ("reason",)]))
    value = data.draw(JSON)
    assume(json.dumps(value) != json.dumps(value_at(document, path)))
    assert_refused_unless_true(changed(document, path, value))


@pytest.mark.parametrize("module", sorted((SOURCE / "check").glob("*.py")), ids=lambda path: path.name)
def test_checker_imports_only_the_rules(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    imported = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    for used in imported:
        if used and used.startswith("outnumber"):
            assert used.startswith(("outnumber.check", "outnumber.games")), used


@pytest.mark.parametrize("kind", [Heaps, Steps], ids=lambda kind: kind.name)
def test_added_games_are_searched_regardless_of_their_certificate(kind: type[Rules]) -> None:
    with registered_temporarily(kind):
        luck, game = random.Random(1), kind()
        for _ in range(10):
            position, moves = game.start(), []
            while position.outcome() is None and luck.random() < 0.8:
                moves.append(luck.choice(position.legal_moves()))
                position = position.play(moves[-1])
            document = document_of(kind.name, {}, moves)
            check(document)
            with pytest.raises(Refuted, match="winner should be"):
                check(document | {"winner": 3 - document["winner"]})
