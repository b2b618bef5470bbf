"""Scenes show the game correctly: every claim is compared with the naive rules."""

import re

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Seat
from outnumber.games.links import CRITERIA
from outnumber.games.numbers import mask_of, members
from outnumber.games.scene import Join, Row, Scene
from outnumber.games.sentences import Phrase
from outnumber.match.round import Round
from tests import naive
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.strategies import positions, states

ROWS = {
    "number-duel": "Chain",
    "strategy-stacks": "Chain",
    "number-stack-duel": "Stack",
    "order-challenge": "Sequence",
    "number-stack-attack": "Stack",
}


def round_of(state: naive.State) -> Round:
    return Round.begin(outnumber.game(state.game, **state.options), state.moves)


@settings(deadline=None)
@given(states())
def test_scene_has_the_numbers_of_the_naive_rules(state: naive.State) -> None:
    played = round_of(state)
    scene = played.scene
    assert scene.legal == played.position.legal_moves() == tuple(naive.legal(state))
    assert scene.unused == tuple(naive.pool(state))
    everything = (
        state.options["tokens"] if "tokens" in state.options else range(1, state.options["range"] + 1)
    )
    assert scene.numbers == tuple(everything)
    assert (None if scene.turn is None else int(scene.turn)) == naive.to_move(state)
    assert (scene.turn is None) == (naive.winner(state) is not None)


@settings(deadline=None)
@given(states())
def test_rows_have_all_moves_by_seat_and_in_order(state: naive.State) -> None:
    rows = round_of(state).scene.rows
    assert [row.label for row in rows] == [ROWS[state.game]] * len(rows)
    if state.game in ("order-challenge", "number-stack-attack"):
        assert [row.seat for row in rows] == list(Seat)
    else:
        assert [row.seat for row in rows] == [None]
    for row in rows:
        own = [
            move
            for seat, move in zip(naive.seats(state), state.moves, strict=True)
            if row.seat is None or row.seat == seat
        ]
        assert list(row.numbers) == own


@settings(deadline=None)
@given(states())
def test_joins_are_true_of_their_numbers(state: naive.State) -> None:
    for row in round_of(state).scene.rows:
        assert len(row.joins) == max(0, len(row.numbers) - 1)
        for a, b, join in zip(row.numbers, row.numbers[1:], row.joins, strict=False):
            assert naive.JOINS[join.kind](a, b, join.number), (a, b, join)


@settings(deadline=None)
@given(states())
def test_totals_are_the_sums_of_the_tokens(state: naive.State) -> None:
    for row in round_of(state).scene.rows:
        if state.game == "number-stack-attack":
            assert (row.total, row.target) == (sum(row.numbers), state.options["target"])
            assert row.seat is not None
            assert row.total == naive.attack_totals(state)[int(row.seat)]
        else:
            assert (row.total, row.target) == (None, None)


def demanded(state: naive.State, demand: str) -> list[int]:
    """The numbers of the pool that match a demand."""
    pool = naive.pool(state)
    if demand == "any number":
        return pool
    if demand == "any even number":
        return [number for number in pool if number % 2 == 0]
    if than := re.fullmatch(r"a number (greater|less) than (\d+)", demand):
        limit = int(than[2])
        return [number for number in pool if (number > limit if than[1] == "greater" else number < limit)]
    if demand == "a token to add to your total":
        mover = naive.to_move(state)
        assert mover is not None
        return naive.attack_tokens_that_fit(state, naive.attack_totals(state)[mover])
    top, said = state.moves[-1], demand.removeprefix("a number that ")
    for criterion in CRITERIA:
        for number in (str(top), "it"):
            said = said.replace(CRITERIA[criterion].phrase.replace("{number}", number), criterion)
    criteria = re.split(", | or ", said)
    return [number for number in pool if any(naive.linked(each, top, number) for each in criteria)]


@settings(deadline=None)
@given(states())
def test_demand_matches_exactly_the_legal_numbers(state: naive.State) -> None:
    if naive.to_move(state) is not None:
        assert demanded(state, str(round_of(state).scene.demand)) == naive.legal(state)


class OddSteps(Steps):
    """Steps in which the first number must be odd."""

    def prepare(self, *, range: int, link: int) -> None:
        super().prepare(range=range, link=link)
        self.openings = mask_of(number for number in members(self.openings) if number % 2)


def test_added_walk_does_not_mention_even_numbers() -> None:
    start = OddSteps(range=6).start()
    assert str(start.scene().demand) == "a number that fits"
    with pytest.raises(outnumber.IllegalMove) as refused:
        start.play(4)
    assert str(refused.value) == "4 is not allowed here. You can play 1, 3 or 5."


@settings(deadline=None)
@given(states())
def test_facts_match_the_moves(state: naive.State) -> None:
    facts = round_of(state).scene.facts
    top = state.moves[-1] if state.moves else None
    if state.game == "number-stack-attack":
        totals = naive.attack_totals(state)
        assert facts == {"totals": [totals[1], totals[2]], "target": state.options["target"]}
    elif state.game == "order-challenge":
        assert facts == {"last": [([0, *state.moves[first::2]])[-1] for first in (0, 1)]}
    elif state.game == "number-stack-duel":
        first = state.options["first_pattern"]
        second = "less" if first == "greater" else "greater"
        pattern = (first if len(state.moves) % 2 else second) if state.moves else None
        assert facts == {"top": top, "pattern": pattern}
    else:
        assert facts == {"top": top}


@settings(deadline=None)
@given(positions())
def test_position_without_history_shows_what_counts(position: outnumber.Position) -> None:
    shown = {number for row in position.scene().rows for number in row.numbers}
    if position.rules.name == "number-stack-attack":
        assert [row.total for row in position.scene().rows] == list(position.standing() or ())
    else:
        assert shown == {number for number in position.standing() or () if number}
    text = str(position)
    for row in position.scene().rows:
        whose = "" if row.seat is None else f" of Player {int(row.seat)}"
        assert f"\n{row.label}{whose}: " in text


def after(game: str, *moves: int, **options: object) -> Round:
    return Round.begin(outnumber.game(game, **options), moves)


PRINTED = [
    (
        after("strategy-stacks", 6, 3, range=9),
        "Chain: 6 ÷2 3\nUnused: 1, 2, 4, 5, 7, 8, 9\n"
        "Player 1 can play 1, 9: a number that is a multiple or factor of 3",
    ),
    (
        after("number-stack-duel", 5, 7),
        "Stack: 5 < 7\nUnused: 1, 2, 3, 4, 6, 8, 9\nPlayer 1 can play 1, 2, 3, 4, 6: a number less than 7",
    ),
    (after("number-stack-duel", 9), "Stack: 9\nUnused: 1, 2, 3, 4, 5, 6, 7, 8"),
    (
        after("order-challenge", 5),
        "Sequence of Player 1: 5\nSequence of Player 2: empty\nUnused: 1, 2, 3, 4, 6, 7, 8, 9\n"
        "Player 2 can play 1, 2, 3, 4, 6, 7, 8, 9: any number",
    ),
    (
        after("number-stack-attack", 9, 8, 7),
        "Stack of Player 1: 9 + 7 = 16 of 21\nStack of Player 2: 8 of 21\n"
        "Player 2 can play 1, 2, 3, 4, 5, 6, 7, 8, 9: a token to add to your total",
    ),
    (
        after("number-stack-attack", target=3, tokens="2-4"),
        "Stack of Player 1: 0 of 3\nStack of Player 2: 0 of 3\nUnused: 2, 3\n"
        "Player 1 can play 2, 3: a token to add to your total",
    ),
    (
        after("number-duel", 27, 72, 9, range=130, link="digit,multiple"),
        "Chain: 27 (shared 2) 72 ÷8 9\nUnused: 1-8, 10-26, 28-71, 73-130\n"
        "Player 2 can play 1, 3, 18, 19, 29, 36, 39, 45, 49, 54, 59, 63, 69, 79, 81, 89, 90, 91, 92, 93, 94, "
        "95, 96, 97, 98, 99, 108, 109, 117, 119, 126, 129: a number that shares a digit with 9 or is a "
        "multiple or factor of it",
    ),
    (after("strategy-stacks"), "Chain: empty\nPlayer 1 can play 1, 2, 3, 4, 5, 6, 7, 8, 9: any number"),
]


@pytest.mark.parametrize(
    ("played", "text"), PRINTED, ids=[played.position.rules.name for played, _ in PRINTED]
)
def test_scene_is_printed_readably(played: Round, text: str) -> None:
    assert str(played.scene) == text


def test_position_is_printed_with_the_name_of_the_game_and_without_unknown_history() -> None:
    position = outnumber.game("order-challenge", range=3).start().play(2)
    assert str(position) == (
        "Order Challenge\nLast number of Player 1: 2\nSequence of Player 2: empty\nUnused: 1, 3\n"
        "Player 2 can play 1, 3: any number"
    )
    for game, label in (("strategy-stacks", "Chain"), ("number-stack-duel", "Stack")):
        begun = outnumber.game(game, range=6).start()
        assert f"\n{label}: empty\n" in str(begun)
        assert "\nLast number: 6\nUnused: 1, 2, 4, 5\n" in str(begun.play(3).play(6))


@pytest.mark.parametrize(
    ("played", "winner"),
    [
        (after("strategy-stacks", 7, 1, 5), 1),
        (after("number-stack-duel", 9), 1),
        (after("order-challenge", 1, 3, 2, range=3), 1),
        (after("number-stack-attack", 9, 9, 8, 9, 1, 3), 2),
        (Round.begin(Heaps(tokens="1"), [11]), 2),
    ],
    ids=lambda each: each.position.rules.name if isinstance(each, Round) else "",
)
def test_finished_game_is_printed_with_its_winner(played: Round, winner: int) -> None:
    assert str(played.position).endswith(f"\nThe game is over: Player {winner} has won")
    assert "The game is over" not in str(played.at(len(played.moves) - 1).position)


@pytest.mark.parametrize("game", naive.GAMES)
def test_million_numbers_are_printed_in_a_few_lines(game: str) -> None:
    name = "target" if game == "number-stack-attack" else "range"
    start = outnumber.game(game, **{name: 1_000_000}).start()
    for position in (start, start.play(2), start.play(2).play(4)):
        assert len(str(position)) < 2_000


def test_every_join_has_a_sign_and_an_unknown_join_a_dash() -> None:
    signs = {kind: Join(kind, 7).sign for kind in naive.JOINS}
    assert len(set(signs.values())) == len(signs)
    assert Join("nothing", 7).sign == "–"


def test_game_without_custom_texts_is_described_plainly() -> None:
    row = Row("Heap", Seat.TWO, (3, 1))
    scene = Scene(
        Seat.ONE,
        outnumber.game("order-challenge", range=3).start().legal_moves(),
        outnumber.game("order-challenge", range=3).start().play(2).legal_moves(),
        outnumber.game("order-challenge", range=3).start().play(2).play(1).legal_moves(),
        (row,),
        Phrase("a number that fits"),
        {},
    )
    assert str(scene) == "Heap of Player 2: 3 1\nUnused: 1, 3\nPlayer 1 can play 3: a number that fits"
