"""Rulings on contradictions in the rule books, as `docs/reference/rulings.md` documents them."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outnumber
from outnumber import IllegalMove, Position, Reason, Seat
from tests import naive
from tests.program import at_terminal, lines, run
from tests.strategies import positions

POOL_GAMES = tuple(game for game in naive.GAMES if game != "number-stack-attack")


def after(game: str, *moves: int, **options: object) -> Any:
    position = outnumber.game(game, **options).start()
    for move in moves:
        position = position.play(move)
    return position


def session(*arguments: str, typed: str) -> str:
    """The output of a game played with this input."""
    done = run("play", *arguments, typed=lines(*typed.split(" ")))
    assert done.returncode == 0, done.stderr
    return done.stdout


# 1. Strategy Stacks: 1 is a factor like any other.


def test_strategy_stacks_offers_1_after_6_and_after_3() -> None:
    assert tuple(after("strategy-stacks", 6).legal_moves()) == (1, 2, 3)
    assert tuple(after("strategy-stacks", 6, 3).legal_moves()) == (1, 9)


def test_strategy_stacks_prints_1_among_the_answers() -> None:
    printed = session("strategy-stacks", typed="6 3")
    assert "(factors or multiples of 6): [1, 2, 3]\n" in printed
    assert "(factors or multiples of 3): [1, 9]\n" in printed


# 2. Number Duel: the full list in every turn.


def listed(text: str) -> set[int]:
    """The numbers in a list with runs.

    >>> sorted(listed("1-3,7"))
    [1, 2, 3, 7]
    """
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def test_number_duel_prints_every_free_and_every_used_number_each_turn() -> None:
    moves = [28, 14, 41, 82, 2, 4, 24, 12, 1, 100]
    printed = session("number-duel", typed=" ".join(map(str, moves)))
    turns = re.findall(r"^Available numbers: (\S+) \(excluding (\S+)\)$", printed, re.M)
    assert len(turns) == len(moves)
    for played, (free, used) in enumerate(turns, start=1):
        assert used == ",".join(map(str, sorted(moves[:played])))
        assert listed(free) == set(range(1, 101)) - set(moves[:played])


def test_number_duel_offers_56_after_14_and_no_used_number() -> None:
    assert 56 in after("number-duel", 28, 14).legal_moves()
    samples = {41: ((28, 14, 41), {14}), 82: ((28, 14, 41, 82), {28, 41})}
    for last, (moves, used) in samples.items():
        position = after("number-duel", *moves)
        assert position.top == last
        assert not used & {*position.legal_moves()}


# 3. Number Stack Attack: equal totals in a stand-off.

EQUAL = {"target": 10, "tokens": "4-9"}


@pytest.mark.parametrize(("moves", "first"), [((4, 4, 5, 5), 1), ((5, 9, 4), 2), ((9, 5, 4), 1)])
def test_first_to_reach_equal_totals_wins(moves: tuple[int, ...], first: int) -> None:
    position = after("number-stack-attack", *moves, **EQUAL)
    assert position.outcome() == (Seat(first), Reason.STAND_OFF)


@pytest.mark.parametrize(("moves", "last"), [((4, 4, 5, 5), 2), ((5, 9, 4), 1), ((9, 5, 4), 2)])
def test_tie_last_gives_equal_totals_to_the_last_to_reach_them(moves: tuple[int, ...], last: int) -> None:
    position = after("number-stack-attack", *moves, tie="last", **EQUAL)
    assert position.outcome() == (Seat(last), Reason.STAND_OFF)


# 4. Number Stack Attack: passing.


def test_19_and_18_can_still_add_tokens() -> None:
    position = after("number-stack-attack", 9, 9, 9, 9, 1)
    assert (position.total(Seat.ONE), position.total(Seat.TWO), position.turn) == (19, 18, Seat.TWO)
    assert tuple(position.legal_moves()) == (1, 2, 3)
    position = position.play(1)
    assert position.turn is Seat.ONE
    assert tuple(position.legal_moves()) == (1, 2)


@given(
    st.integers(1, 40), st.sets(st.integers(2, 12)), st.lists(st.integers(0, 11), min_size=90, max_size=90)
)
def test_no_player_passes_while_a_1_fits(target: int, others: set[int], picks: list[int]) -> None:
    position = outnumber.game("number-stack-attack", target=target, tokens=[1, *others]).start()
    for pick in picks:
        moves = position.legal_moves()
        if not moves:
            break
        mover = position.turn
        position = position.play(moves[pick % len(moves)])
        assert position.outcome() or position.turn is mover.other
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason is Reason.TARGET


@given(st.data())
def test_player_passes_exactly_when_no_token_fits(data: st.DataObject) -> None:
    position: Any = data.draw(positions(games=("number-stack-attack",)))
    if position.outcome():
        return
    before, mover = position, position.turn
    position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    rules, tokens = position.rules, position.rules.options["tokens"]

    def stuck(seat: Seat) -> bool:
        return all(position.total(seat) + token > rules.target for token in tokens)

    assert position.total(mover.other) == before.total(mover.other)
    if position.total(mover) == rules.target:
        assert position.outcome() == (mover, Reason.TARGET)
    elif not stuck(mover.other):
        assert position.turn is mover.other
    elif not stuck(mover):
        assert position.turn is mover
    else:
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.reason is Reason.STAND_OFF


def test_token_beyond_the_target_repeats_the_prompt() -> None:
    with pytest.raises(IllegalMove) as refused:
        after("number-stack-attack", 9, 9, 9, 9, 4)
    assert refused.value.code == "exceeds-target"
    printed = session("number-stack-attack", typed="9 9 9 9 4 3")
    prompt = "Enter a number between 1 and 3 to add to your stack: "
    assert f"{prompt}4\n4 on top of 18 would exceed 21. You can play 1, 2 or 3.\n{prompt}3\n" in printed
    assert printed.endswith("Congratulations, you have reached 21 and won the game!\n")


def test_pass_is_announced_but_never_typed_or_recorded(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    arguments = ("--target", "10", "--tokens", "3,5,8", "--record", str(record))
    printed = session("number-stack-attack", *arguments, typed="8 3 3 3")
    # Player 1 has 8 and must pass three times; in the end nothing fits on Player 2's 9 either.
    assert printed.count("Player 1 Turn:\nYour current stack total is 8.\nNo token fits") == 3
    assert printed.count("You pass.") == 4
    assert printed.endswith("Player 2 wins the game!\n")
    text = record.read_text(encoding="utf-8")
    assert text.endswith('[Result "2 stand-off"]\n\n1. 8 3\n2. 3 3\n')


# 5. All games: an invalid entry never costs anything.


@given(positions(), st.integers(-3, 80))
def test_refused_move_leaves_the_position_unchanged(position: Position, number: int) -> None:
    before = (position.turn, tuple(position.legal_moves()), position.outcome(), hash(position))
    if number in position.legal_moves():
        return
    with pytest.raises(IllegalMove):
        position.play(number)
    assert (position.turn, tuple(position.legal_moves()), position.outcome(), hash(position)) == before


@pytest.mark.parametrize("game", naive.GAMES)
def test_invalid_entries_cost_neither_the_game_nor_the_turn(game: str) -> None:
    fair = session(game, typed="3 9")
    bad = session(game, typed="0 -1 six 1000 3 999999999999999 nonsense 3.5 9")
    refused = re.compile(r"^.*: (?:0|-1|six|1000|999999999999999|nonsense|3\.5)\n.*\n", re.M)
    # Without the refused entries and their error lines, the session is the same.
    assert len(refused.findall(bad)) == 7
    assert refused.sub("", bad).replace("resume 2", "resume 1").replace("game 2", "game 1") == fair


@given(positions(games=POOL_GAMES))
def test_only_a_player_without_a_move_loses_a_pool_game(position: Position) -> None:
    outcome = position.outcome()
    if position.legal_moves():
        assert outcome is None
    else:
        assert outcome == (position.turn.other, Reason.NO_MOVE)


# 6. Order Challenge: a player who cannot move loses, regardless of the lengths of the sequences.


@pytest.mark.parametrize("moves", [(5, 4, 6, 7, 8, 9), (3, 2, 5, 4, 6, 7, 9, 8)])
def test_order_challenge_is_won_with_sequences_of_equal_length(moves: tuple[int, ...]) -> None:
    position = after("order-challenge", *moves)
    one, two = (
        row.numbers for row in outnumber.Match(position.rules).begin().current.follow(moves).scene.rows
    )
    assert len(one) == len(two)
    assert position.outcome() == (Seat.TWO, Reason.NO_MOVE)


# 7. Number Stack Attack: both totals are shown, except in the sample session.


def test_number_stack_attack_shows_both_totals_except_in_the_sample() -> None:
    both = "Your current stack total is 9.\nPlayer 2 has a stack total of 8.\n"
    assert both not in session("number-stack-attack", typed="9 8")
    assert both in session("number-stack-attack", "--rounds", "2", typed="9 8")
    with at_terminal("play", "number-stack-attack") as terminal:
        terminal.type(9, 8, prompt="to add to your stack: ")
        terminal.wait_for(both)
