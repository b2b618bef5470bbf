"""The figures of six games computed by hand, and properties of all games."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outnumber.agents.arena.measures import (
    PHASES,
    RARITY_NAMES,
    Standing,
    by_luck,
    chances_by,
    compared,
    different,
    head_to_head,
    phase,
    rarity,
    spent,
    standing,
    standings,
)
from outnumber.agents.arena.plan import rules_of
from outnumber.agents.arena.read import Cost, GameResult, MoveGrade, Used, read_costs
from outnumber.games.base import Seat
from outnumber.match.review import Tally, review_round
from outnumber.match.round import Round
from outnumber.study.statistics.intervals import Share
from outnumber.study.statistics.rounds import added
from tests.agents.arena.lines import SIX, Line, arena, line, many, played, read

# From Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
WILSON = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.fixture
def six(tmp_path: Path) -> list[GameResult]:
    return read(tmp_path, SIX)


def by_name(results: list[GameResult]) -> dict[str, Standing]:
    return {each.player: each for each in standings(results)}


@pytest.mark.parametrize(("hits", "of", "low", "high"), WILSON)
def test_intervals_match_the_paper(hits: int, of: int, low: float, high: float) -> None:
    assert Share(hits, of).interval == pytest.approx((low, high), abs=5e-5)
    # And the other way round.
    assert Share(of - hits, of).interval == pytest.approx((1 - high, 1 - low), abs=5e-5)


@given(st.integers(1, 10_000), st.data())
def test_an_interval_contains_its_rate_and_stays_between_0_and_1(of: int, data: st.DataObject) -> None:
    share = Share(data.draw(st.integers(0, of)), of)
    assert share.rate is not None
    assert share.interval is not None
    low, high = share.interval
    assert 0 <= low <= share.rate <= high <= 1
    assert low < high


def test_without_games_there_is_no_rate() -> None:
    assert Share().rate is None
    assert Share().interval is None


def test_wins_overall_and_by_seat(six: list[GameResult]) -> None:
    found = standings(six)
    assert [each.player for each in found] == ["A", "C", "B"]
    assert [each.won for each in found] == [Share(3, 4), Share(2, 4), Share(1, 4)]
    assert [each.by_seat for each in found] == [
        (Share(1, 2), Share(2, 2)),
        (Share(0, 2), Share(2, 2)),
        (Share(0, 2), Share(1, 2)),
    ]


def test_won_starts_converted_and_lost_starts_won(six: list[GameResult]) -> None:
    found = by_name(six)
    assert (found["A"].converted, found["A"].taken) == (Share(1, 1), Share(2, 3))
    assert (found["B"].converted, found["B"].taken) == (Share(1, 2), Share(0, 2))
    assert (found["C"].converted, found["C"].taken) == (Share(2, 3), Share(0, 1))


def test_faults_count_as_lost_games_and_are_listed_separately(six: list[GameResult]) -> None:
    found = by_name(six)
    assert (found["A"].faults, found["A"].gifts) == ({}, 1)
    assert (found["B"].faults, found["B"].gifts) == ({"player-silent": 1}, 0)
    assert (found["C"].faults, found["C"].gifts) == ({"player-illegal": 1}, 1)
    assert sum(each.won.of for each in found.values()) == 12


def test_head_to_head_results(six: list[GameResult]) -> None:
    assert head_to_head(six) == {
        ("A", "B"): Share(2, 2),
        ("B", "A"): Share(0, 2),
        ("A", "C"): Share(1, 2),
        ("C", "A"): Share(1, 2),
        ("B", "C"): Share(1, 2),
        ("C", "B"): Share(1, 2),
    }


def test_chances_blunders_and_regret(six: list[GameResult]) -> None:
    found = by_name(six)
    # A kept 1 of 4 and 1 of 8, and threw 1 of 20 away; 2 winning moves of 2 are not a chance.
    assert found["A"].chances == pytest.approx(Tally(3, 2, 0.75 + 0.875 + 0.95, 0.75 + 0.875))
    # B threw 2 of 4 away; 4 of 4 is not a chance.
    assert found["B"].chances == pytest.approx(Tally(1, 0, 0.5, 0.0))
    # C threw 1 of 10 away, kept 1 of 2 and 1 of 3.
    assert found["C"].chances == pytest.approx(Tally(3, 2, 0.9 + 0.5 + 2 / 3, 0.5 + 2 / 3))
    assert {name: (each.moves, each.blunders, each.regret) for name, each in found.items()} == {
        "A": (6, 1, 0.25),
        "B": (4, 1, 0.25),
        "C": (5, 1, 0.25),
    }
    assert found["A"].chances.thrown == Share(1, 3)
    assert by_luck(found["A"].chances) == pytest.approx((0.75 + 0.875 + 0.95) / 3)
    assert found["A"].chances.accuracy == pytest.approx(1.625 / 2.575)
    assert found["B"].chances.accuracy == 0
    assert by_luck(Tally()) is None


def test_blunders_by_rarity_of_the_winning_moves(six: list[GameResult]) -> None:
    groups = chances_by(six, lambda result, place: rarity(result.grades[place]))
    rates = {name: {who: tally.thrown for who, tally in groups[name].items()} for name in groups}
    assert rates == {
        "1/2 or more": {"B": Share(1, 1), "C": Share(0, 1)},
        "1/4 to 1/2": {"A": Share(0, 1), "C": Share(0, 1)},
        "1/8 to 1/4": {"A": Share(0, 1)},
        "1/16 to 1/8": {"C": Share(1, 1)},
        "under 1/16": {"A": Share(1, 1)},
    }


@pytest.mark.parametrize(
    ("winning", "legal", "name"),
    [
        (99, 100, "1/2 or more"),
        (1, 2, "1/2 or more"),
        (49, 100, "1/4 to 1/2"),
        (25, 100, "1/4 to 1/2"),
        (24, 100, "1/8 to 1/4"),
        (1, 8, "1/8 to 1/4"),
        (1, 9, "1/16 to 1/8"),
        (1, 16, "1/16 to 1/8"),
        (1, 17, "under 1/16"),
        (1, 10**30, "under 1/16"),
    ],
)
def test_a_group_includes_its_lower_end(winning: int, legal: int, name: str) -> None:
    assert rarity(MoveGrade(1, legal, winning, 0)) == name


def test_blunders_by_phase(six: list[GameResult]) -> None:
    groups = chances_by(six, lambda result, place: phase(place, len(result.grades)))
    rates = {name: {who: tally.thrown for who, tally in groups[name].items()} for name in groups}
    assert rates == {
        "first third": {"A": Share(0, 1), "B": Share(1, 1), "C": Share(0, 1)},
        "middle third": {"A": Share(1, 2), "C": Share(1, 1)},
        "last third": {"C": Share(0, 1)},
    }


@pytest.mark.parametrize(
    ("moves", "thirds"), [(1, (0, 1, 0)), (2, (1, 0, 1)), (3, (1, 1, 1)), (4, (1, 2, 1)), (5, (2, 1, 2))]
)
def test_the_first_and_the_last_third_are_equally_long(moves: int, thirds: tuple[int, ...]) -> None:
    found = [phase(place, moves) for place in range(moves)]
    assert tuple(found.count(name) for name in PHASES) == thirds
    assert found == sorted(found, key=PHASES.index)


def test_costs_count_finished_games_and_turns_with_faults(tmp_path: Path) -> None:
    tokens = {"requests": 3, "prompt_tokens": 400, "completion_tokens": 20}
    costs = [
        {"id": SIX[3]["id"], "seconds": [2.0, 0.5], "used": [tokens, {}]},
        {"id": SIX[2]["id"], "seconds": [0.25, 1.0], "used": [{}, tokens]},
        {"id": "never ended", "seconds": [99, 99], "used": [tokens, tokens]},
    ]
    results = read(tmp_path / "a", SIX)
    found = spent(results, read_costs(arena(tmp_path / "b", SIX, costs)).games)
    assert set(found) == {"A", "C"}
    # C moved once and committed a fault in one game, and moved twice in the other.
    asked = {"asked_games": 2, "asked_moves": 4}
    tokens = {"requests": 6, "prompt_tokens": 800, "completion_tokens": 40}
    assert found["C"] == {"games": 2, "moves": 4, "seconds": 3.0, **asked, **tokens}
    assert found["A"] == {"games": 2, "moves": 3, "seconds": 0.75}
    assert spent(results, {}) == {}


def test_tokens_are_averaged_over_the_games_that_used_them(tmp_path: Path) -> None:
    results = read(tmp_path, [SIX[0], SIX[1]])
    some, none = (Used(requests=1), Used()), (Used(), Used())
    costs = [Cost(each["id"], (1, 1), used) for each, used in zip(SIX, (some, none), strict=False)]
    found = spent(results, {cost.id: cost for cost in costs})["A"]
    asked = {"asked_games": 1, "asked_moves": 2, "requests": 1}
    assert found == {"games": 2, "moves": 3, "seconds": 2.0, **asked}


def test_repeated_games_are_counted_once(tmp_path: Path) -> None:
    again = {**SIX[0], "id": "again"}
    other = {**SIX[0], "id": "other", "moves": [4, 5, 6]}
    assert different(read(tmp_path, [SIX[0], again, other])) == 2


def results_of(lines: list[Line], factory: pytest.TempPathFactory) -> list[GameResult]:
    return read(factory.mktemp("any"), lines)


anything = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)


@anything
@given(many())
def test_all_counts_add_up(tmp_path_factory: pytest.TempPathFactory, lines: list[Line]) -> None:
    results = results_of(lines, tmp_path_factory)
    found = standings(results)
    assert sum(each.won.of for each in found) == 2 * len(results)
    assert sum(each.won.hits for each in found) == len(results)
    assert sum(each.moves for each in found) == sum(len(result.moves) for result in results)
    pairs = head_to_head(results)
    for each in found:
        for parts in (each.by_seat, (each.converted, each.taken)):
            assert Share(sum(p.hits for p in parts), sum(p.of for p in parts)) == each.won
        met = [share for (one, _), share in pairs.items() if one == each.player]
        assert Share(sum(p.hits for p in met), sum(p.of for p in met)) == each.won
    for (one, two), share in pairs.items():
        assert pairs[two, one] == Share(share.of - share.hits, share.of)


@anything
@given(many())
def test_groups_of_chances_are_a_partition_of_all_chances(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Line]
) -> None:
    results = results_of(lines, tmp_path_factory)
    keys = (
        lambda result, place: rarity(result.grades[place]),
        lambda result, place: phase(place, len(result.grades)),
        lambda result, _: result.game,
        lambda result, _: result.size,
    )
    for key in keys:
        groups = chances_by(results, key)
        for each in standings(results):
            whole = added(of[each.player] for of in groups.values() if each.player in of)
            assert whole == pytest.approx(each.chances)
    assert set(chances_by(results, keys[0])) <= set(RARITY_NAMES)


@anything
@given(many(), st.data())
def test_a_fault_moves_a_win_and_keeps_the_number_of_games(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Line], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(lines) - 1))
    before = by_name(results_of(lines, tmp_path_factory))
    chosen = lines[place]
    fault = {"seat": chosen["winner"], "code": "player-illegal", "text": ""}
    changed = {**chosen, "winner": 3 - chosen["winner"], "reason": "fault", "fault": fault}
    after = by_name(results_of([*lines[:place], changed, *lines[place + 1 :]], tmp_path_factory))
    for name in before:
        assert after[name].won.of == before[name].won.of
        assert after[name].converted.of == before[name].converted.of
    guilty = chosen["players"][chosen["winner"] - 1]
    assert after[guilty].won.hits == before[guilty].won.hits - 1
    assert after[guilty].faults["player-illegal"] == before[guilty].faults.get("player-illegal", 0) + 1


def test_accuracy_of_a_real_game_equals_that_of_its_review(tmp_path: Path) -> None:
    size = "strategy-stacks range=30 opening=any"
    for seed in range(8):
        told = played(size, [], ("beginner", "random"), seed)
        found = by_name(read(tmp_path / str(seed), [told]))
        reviewed = review_round(Round.begin(rules_of(size), told["moves"]))
        for seat, name in zip(Seat, ("beginner", "random"), strict=True):
            expected = reviewed.accuracy(seat)
            assert found[name].chances.accuracy == (None if expected is None else pytest.approx(expected))


def test_perfect_play_converts_every_won_start_and_never_blunders(tmp_path: Path) -> None:
    lines = [
        played("number-duel range=20 link=multiple,digit", [], seats, seed)
        for seed in range(3)
        for seats in (("perfect", "casual"), ("casual", "perfect"))
    ]
    perfect = by_name(read(tmp_path, lines))["perfect"]
    assert perfect.blunders == 0
    assert perfect.converted.of == perfect.converted.hits == 3


def test_a_fault_in_a_won_position_is_a_blunder(tmp_path: Path) -> None:
    won = line("A B", 1, [], fault=(1, "player-illegal"))
    won["fault"] |= {"legal": 4, "winning": 1}
    lost = line("B A", 2, [], fault=(1, "player-silent"))
    lost["fault"] |= {"legal": 3, "winning": 0}
    found = {each.player: each for each in standings(read(tmp_path, [won, lost]))}
    assert (found["A"].chances.held, found["A"].blunders, found["A"].moves) == (1, 1, 0)
    assert (found["B"].chances.held, found["B"].moves) == (0, 0)
    by_phase = chances_by(read(tmp_path, [won]), lambda result, place: phase(place, len(result.turns)))
    assert by_phase == {"middle third": {"A": found["A"].chances}}


def test_games_on_one_opening_are_less_evidence_than_games_on_many(tmp_path: Path) -> None:
    """All pairs share the openings, so a hard opening counts repeatedly."""
    hard = [(1, 4, 1, 1)]
    easy = [(1, 4, 1, 0)]
    lines = [
        line("A B", 1, hard if number % 2 else easy, id=str((number, again)), opening=[number + 1])
        for number in range(10)
        for again in range(6)
    ]
    apart = [{**each, "opening": [place + 1]} for place, each in enumerate(lines)]
    one, many = (standing("A", read(tmp_path / name, some)) for name, some in (("a", lines), ("b", apart)))
    assert one.won == many.won == Share(30, 60)
    assert one.won.worth == pytest.approx(10)
    assert many.won.worth == pytest.approx(60)
    assert one.chances.thrown.interval == Share(5, 10).interval
    assert many.chances.thrown.interval == Share(30, 60).interval


def test_players_are_compared_on_the_same_openings(tmp_path: Path) -> None:
    """Both find half of the openings too hard; in three of ten, one of them does better."""
    lines = []
    for number in range(10):
        for player, thrown in (("A", number < 5), ("C", number < 8)):
            grade = [(1, 4, 1, int(thrown))]
            lines.append(line(f"{player} B", 1, grade, id=f"{player} {number}", opening=[number + 1]))
    found = {each.player: each for each in standings(read(tmp_path, lines))}
    (pair,) = (each for each in compared([found["A"], found["C"]]))
    assert pair.won is not None
    assert pair.won.rate == pytest.approx(0.3)
    assert pair.blunders is not None
    assert pair.blunders.rate == pytest.approx(-0.3)
    # The openings that both lose are neutral, and do not reduce the significance.
    assert pair.won.low == pytest.approx(0.3 - 2.262 * (0.21 / 9) ** 0.5, abs=1e-3)
    assert not pair.won.certain  # three of ten happens by chance one time in four
