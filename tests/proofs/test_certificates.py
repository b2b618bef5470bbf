"""True and changed certificates through both checkers: the one in Python and the verified one."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import outnumber
from outnumber.api import plain
from outnumber.api.verdicts import VerdictModel
from outnumber.check import NotConfirmed, check
from outnumber.games.base import Position
from outnumber.games.sentences import ENGLISH
from outnumber.theory.solve import solve
from tests.proofs.specification import answer, ask, named, numbers, same
from tests.theory.cases import CRITERIA, Spec, attacks, name, pool_games, rules_of

pytestmark = pytest.mark.slow

SIZES = (5, 9, 14, 22)
WALKS: list[Spec] = [
    ("strategy-stacks", {"range": size, "opening": way}) for size in SIZES for way in ("any", "even")
]
WALKS += [("number-duel", {"range": size, "link": link}) for size in SIZES for link in CRITERIA]
COUNTS: list[Spec] = [
    spec
    for size in (6, 9)
    for spec in pool_games(size)
    if spec[0] in ("number-stack-duel", "order-challenge")
]
COUNTS += [spec for target in (9, 13) for spec in attacks(target)]
# The number of positions per game, and of changed certificates per position.
POSITIONS, CHANGES = 8, 40
Document = dict[str, Any]
Change = Callable[[random.Random, Document, int], None]


def document_of(position: Position, moves: list[int]) -> Document:
    found = plain(VerdictModel.of(position, moves, solve(position), ENGLISH))
    assert isinstance(found, dict)
    return found


def drawn(spec: Spec, count: int) -> list[tuple[Position, Document]]:
    """Some unfinished positions of a game, each with its verdict as a document."""
    rng, rules = random.Random(name(spec)), rules_of(spec)
    found: list[tuple[Position, Document]] = []
    while len(found) < count:
        position = rules.start()
        moves: list[int] = []
        for _ in range(rng.randrange(rules.size)):
            after = position.play(move := rng.choice(position.legal_moves()))
            if after.outcome():
                break
            position, moves = after, [*moves, move]
        found.append((position, document_of(position, moves)))
    return found


def confirmed(document: Document) -> bool:
    """The answer of the checker in Python."""
    try:
        check(copy.deepcopy(document))
    except NotConfirmed:
        return False
    return True


# The ways to change a certificate, given with the largest number of the game. Some leave it valid.


def _any(rng: random.Random, found: list[Any]) -> int:
    return rng.randrange(len(found)) if found else 0


def drop_a_pair(rng: random.Random, c: Document, size: int) -> None:
    place = _any(rng, c["pairs"])
    c["pairs"] = c["pairs"][:place] + c["pairs"][place + 1 :]


def repeat_a_pair(rng: random.Random, c: Document, size: int) -> None:
    c["pairs"] += c["pairs"][:1]


def turn_a_pair(rng: random.Random, c: Document, size: int) -> None:
    for pair in c["pairs"][_any(rng, c["pairs"]) :][:1]:
        pair.reverse()


def mix_two_pairs(rng: random.Random, c: Document, size: int) -> None:
    if len(c["pairs"]) > 1:
        one, two = rng.sample(c["pairs"], 2)
        one[1], two[1] = two[1], one[1]


def change_a_pair(rng: random.Random, c: Document, size: int) -> None:
    for pair in c["pairs"][_any(rng, c["pairs"]) :][:1]:
        pair[rng.randrange(2)] = rng.randint(-1, size + 1)


def pair_a_number_with_itself(rng: random.Random, c: Document, size: int) -> None:
    number = rng.randint(1, size)
    c["pairs"].append([number, number])


def add_a_pair(rng: random.Random, c: Document, size: int) -> None:
    c["pairs"].append([rng.randint(1, size), rng.randint(1, size)])


def drop_from_the_barrier(rng: random.Random, c: Document, size: int) -> None:
    c["barrier"] = [each for each in c["barrier"] if rng.random() < 0.6]


def add_to_the_barrier(rng: random.Random, c: Document, size: int) -> None:
    c["barrier"].append(rng.randint(0, size + 1))


def shuffle_the_barrier(rng: random.Random, c: Document, size: int) -> None:
    rng.shuffle(c["barrier"])


def drop_a_path(rng: random.Random, c: Document, size: int) -> None:
    place = _any(rng, c["paths"])
    c["paths"] = c["paths"][:place] + c["paths"][place + 1 :]


def repeat_a_path(rng: random.Random, c: Document, size: int) -> None:
    place = _any(rng, c["paths"])
    c["paths"][place:place] = copy.deepcopy(c["paths"][place : place + 1])


def shuffle_the_paths(rng: random.Random, c: Document, size: int) -> None:
    rng.shuffle(c["paths"])


def cut_a_path(rng: random.Random, c: Document, size: int) -> None:
    for path in c["paths"][_any(rng, c["paths"]) :][:1]:
        del path[rng.randrange(len(path) + 1) :]


def lengthen_a_path(rng: random.Random, c: Document, size: int) -> None:
    for path in c["paths"][_any(rng, c["paths"]) :][:1]:
        path += [rng.randint(1, size) for _ in range(rng.choice((1, 2)))]


def change_a_path(rng: random.Random, c: Document, size: int) -> None:
    for path in c["paths"][_any(rng, c["paths"]) :][:1]:
        if path:
            path[rng.randrange(len(path))] = rng.randint(0, size + 1)


def turn_a_path(rng: random.Random, c: Document, size: int) -> None:
    for path in c["paths"][_any(rng, c["paths"]) :][:1]:
        path.reverse()


def begin_a_path_elsewhere(rng: random.Random, c: Document, size: int) -> None:
    c["paths"] = sorted([*c["paths"], [rng.randint(1, size)]])


def link_a_path_through(rng: random.Random, c: Document, size: int) -> None:
    """A new path over a random pair to a number without a partner: sometimes a valid one."""
    covered = {number for pair in c["pairs"] for number in pair}
    free = [number for number in range(1, size + 1) if number not in covered]
    if free and c["pairs"]:
        pair = rng.sample(rng.choice(c["pairs"]), 2)
        c["paths"] = sorted(
            [path for path in c["paths"] if path[:1] != pair[:1]] + [[*pair, rng.choice(free)]]
        )


def drop_a_step(rng: random.Random, c: Document, size: int) -> None:
    place = _any(rng, c["steps"])
    c["steps"] = c["steps"][:place] + c["steps"][place + 1 :]


def repeat_a_step(rng: random.Random, c: Document, size: int) -> None:
    c["steps"] += copy.deepcopy(c["steps"][: rng.randint(1, 3)])


def turn_a_step(rng: random.Random, c: Document, size: int) -> None:
    for step in c["steps"][_any(rng, c["steps"]) :][:1]:
        step.reverse()


def change_a_step(rng: random.Random, c: Document, size: int) -> None:
    for step in c["steps"][_any(rng, c["steps"]) :][:1]:
        step[rng.randrange(2)] = rng.randint(0, size + 1)


def add_a_step(rng: random.Random, c: Document, size: int) -> None:
    c["steps"].insert(rng.randint(0, len(c["steps"])), [rng.randint(1, size), rng.randint(1, size)])


def shuffle_the_steps(rng: random.Random, c: Document, size: int) -> None:
    rng.shuffle(c["steps"])


def grow_by_other_steps(rng: random.Random, c: Document, size: int) -> None:
    """Further links between the numbers of the steps: some are allowed."""
    named = sorted({number for step in c["steps"] for number in step})
    c["steps"] += [rng.sample(named, 2) for _ in range(2) if len(named) > 1]


COMMON: list[Change] = [
    drop_a_pair,
    repeat_a_pair,
    turn_a_pair,
    mix_two_pairs,
    change_a_pair,
    pair_a_number_with_itself,
    add_a_pair,
    drop_from_the_barrier,
    add_to_the_barrier,
    shuffle_the_barrier,
]
CHANGES_OF: dict[str, list[Change]] = {
    "paths": [
        *COMMON,
        drop_a_path,
        repeat_a_path,
        shuffle_the_paths,
        cut_a_path,
        lengthen_a_path,
        change_a_path,
        turn_a_path,
        begin_a_path_elsewhere,
        link_a_path_through,
    ],
    "steps": [
        *COMMON,
        drop_a_step,
        repeat_a_step,
        turn_a_step,
        change_a_step,
        add_a_step,
        shuffle_the_steps,
        grow_by_other_steps,
    ],
}


def question(position: Position, document: Document) -> str:
    given = document["certificate"]
    pairs = numbers(number for pair in given["pairs"] for number in pair)
    if "steps" in given:
        proof = f"steps{numbers(number for step in given['steps'] for number in step)}"
    else:
        # One empty path is written as two: with nothing after `paths` there would be none.
        paths = [[], []] if given["paths"] == [[]] else given["paths"]
        proof = f"paths{' /'.join(map(numbers, paths))}"
    moves = numbers(document["moves"])
    found = f"pairs{pairs} ; barrier{numbers(given['barrier'])} ; {proof}"
    return f"certificate {named(position.rules)} :{moves} ; {found}"


def changed(rng: random.Random, document: Document, others: list[Document], size: int) -> Document:
    """The document with a certificate that was changed once or twice, or that of another position."""
    found = copy.deepcopy(document)
    if rng.random() < 0.05:
        found["certificate"] = copy.deepcopy(rng.choice(others)["certificate"])
    else:
        proof = "steps" if "steps" in found["certificate"] else "paths"
        for change in rng.sample(CHANGES_OF[proof], rng.choice((1, 1, 2))):
            change(rng, found["certificate"], size)
    return found


def compared(documents: list[tuple[Position, Document]]) -> list[bool]:
    """Whether each is confirmed, by both checkers alike."""
    answers = ask([question(position, document) for position, document in documents])
    verdicts = []
    for (position, document), theirs in zip(documents, answers, strict=True):
        ours = confirmed(document)
        assert theirs in ("refuted", f"confirmed{numbers(document['winning'])}") or theirs.startswith(
            "error "
        )
        assert ours == theirs.startswith("confirmed"), (question(position, document), theirs)
        verdicts.append(ours)
    return verdicts


@pytest.fixture(params=["paths", "steps"])
def proof(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Certificates have paths; those of more than 100,000 numbers, or here of any, have steps."""
    found: str = request.param
    if found == "steps":
        monkeypatch.setattr("outnumber.theory.pairing.PATHS_LIMIT", 0)
    return found


@pytest.mark.parametrize("spec", WALKS, ids=name)
def test_both_checkers_confirm_true_certificates_and_agree_on_changed_ones(spec: Spec, proof: str) -> None:
    found, rng = drawn(spec, POSITIONS), random.Random(name(spec))
    assert all(proof in document["certificate"] for _, document in found)
    assert all(compared(found))
    others = [document for _, document in found]
    compared(
        [
            (position, changed(rng, document, others, position.rules.size))
            for position, document in found
            for _ in range(CHANGES)
        ]
    )


def test_most_changes_are_refuted_and_some_leave_the_certificate_valid(proof: str) -> None:
    spec: Spec = ("strategy-stacks", {"range": 20})
    found = drawn(spec, 20)
    rng = random.Random(1)
    for change in CHANGES_OF[proof]:
        documents = []
        for position, document in found:
            documents.append((position, copy.deepcopy(document)))
            change(rng, documents[-1][1]["certificate"], 20)
        verdicts = compared(documents)
        valid = change in (turn_a_pair, shuffle_the_barrier)
        assert all(verdicts) if valid else not all(verdicts), change


@pytest.mark.parametrize("game", ["strategy-stacks", "number-duel"])
@pytest.mark.parametrize("size", [200, 999, 1000])
def test_large_certificates_are_confirmed_by_both(game: str, size: int, proof: str) -> None:
    start = outnumber.game(game, range=size).start()
    move = start.legal_moves()[size // 3]
    position = start.play(move)
    documents = [(start, document_of(start, [])), (position, document_of(position, [move]))]
    assert all(compared(documents))
    rng = random.Random(size)
    compared(
        [(at, changed(rng, document, [document], size)) for at, document in documents for _ in range(10)]
    )


@pytest.mark.parametrize("spec", COUNTS, ids=name)
def test_claims_about_the_counting_games_are_confirmed_exactly_if_the_theorem_agrees(spec: Spec) -> None:
    rng = random.Random(name(spec))
    found = drawn(spec, POSITIONS)
    truths = ask([f"theorem {named(at.rules)} :{numbers(document['moves'])}" for at, document in found])
    for (position, document), theirs in zip(found, truths, strict=True):
        assert same(answer(position), theirs)
        assert confirmed(document)
        winning = document["winning"]
        for _ in range(CHANGES):
            claim = document | {
                "winner": rng.choice((1, 2)),
                "length": document["length"] + rng.choice((-2, -1, 0, 0, 1)),
                "winning": [move for move in document["legal"] if (move in winning) ^ (rng.random() < 0.2)],
            }
            words = (
                f"winner {claim['winner']} ; winning{numbers(claim['winning'])} ; length {claim['length']}"
            )
            assert confirmed(claim) == (f"legal{numbers(claim['legal'])} ; {words}" == theirs), claim
