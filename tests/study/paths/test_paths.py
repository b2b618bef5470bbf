"""Paths: stages, drawn starts, stars and the stages that are open."""

from datetime import UTC, datetime

import pytest

from outnumber.games.errors import OptionError
from outnumber.games.registry import BUILT_IN, registered_temporarily
from outnumber.match.match import HELPED, STAGE, Match
from outnumber.match.record import read, write
from outnumber.players.levels import PerfectPlayer
from outnumber.players.registry import computer
from outnumber.study.paths.path import LADDER, Stage, path, paths
from outnumber.study.paths.progress import next_stage, opened, stars_of, total
from outnumber.study.paths.stars import result, stage_of
from outnumber.study.paths.start import start
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.progress import Progress, ProgressStore
from outnumber.theory.bounded import solve
from tests.added.heaps import Heaps

STAGES = [stage for each in paths() for stage in each.stages]
ENTRIES = [f"{stage.game} {stage.number}" for stage in STAGES]


def played(match: Match, you: str = "perfect") -> Match:
    """The match, with a computer player in the place of the person."""
    players = {1: computer(you), 2: computer(match.participants[1].plays)}
    while not match.over:
        match = match.play(players[match.mover].choose(match))
    return match


def test_every_game_has_fifteen_stages_and_ends_as_in_the_rule_book_against_the_perfect_player() -> None:
    assert [each.game for each in paths()][:5] == list(BUILT_IN)
    for each in paths():
        assert [stage.number for stage in each.stages] == list(range(1, 16))
        last, strengths = each.stages[-1], [*dict.fromkeys(opponent for _, opponent in LADDER)]
        assert last.opponent == "perfect"
        assert last.rules.size == type(last.rules)().size
        places = [strengths.index(stage.opponent) for stage in each.stages]
        assert places == sorted(places)


@pytest.mark.parametrize("stage", STAGES, ids=ENTRIES)
def test_every_start_is_won_for_the_person_who_moves_and_can_go_wrong(stage: Stage) -> None:
    for seed in range(8):
        match = start(stage, seed)
        position = match.current.position
        verdict = solve(position)
        assert (match.mover, verdict.winner) == (1, match.seat_of(1))
        assert 0 < len(verdict.winning) < len(position.legal_moves())
        assert start(stage, seed) == match
        assert stage_of(match) == stage
    assert len({start(stage, seed).current.moves for seed in range(40)}) > 1


def test_attempt_survives_a_record_and_is_not_a_fair_start() -> None:
    match = start(path("strategy-stacks").stage(3), seed=5)
    drawn = len(match.current.moves)
    assert f'[Start "drawn {drawn}"]' in write(match)
    again = read(write(match))
    assert (again.start, again.current, stage_of(again)) == ("drawn", match.current, stage_of(match))


def test_perfect_play_earns_all_stars_and_help_costs_one() -> None:
    match = played(start(path("number-duel").stage(4), seed=2))
    found = result(match)
    assert found
    assert (found.won, found.stars, found.missed) == (True, ("won", "unaided", "flawless"), None)
    helped = match._replace(tags=(*match.tags, (HELPED, "yes")))
    for each in (result(helped), result(match, helped=True)):
        assert each
        assert each.stars == ("won", "flawless")


def test_lost_attempt_names_the_last_move_that_threw_the_win_away_and_what_teaches_the_idea() -> None:
    stage = path("strategy-stacks").stage(15)
    for seed in range(20):
        match = start(stage, seed)
        position = match.current.position
        wrong = next(move for move in position.legal_moves() if move not in solve(position).winning)
        found = result(played(match.play(wrong)))
        assert found
        if not found.won:
            assert found.stars == ()
            assert found.missed is not None
            assert found.missed.match.current.moves == match.current.moves
            assert (found.missed.graded.move, found.theme, found.step) == (wrong, "left-over", "tiny-1")
            return
    raise AssertionError("nobody lost")


def test_unfinished_changed_and_other_matches_have_no_result() -> None:
    match = start(path("order-challenge").stage(2), seed=1)
    assert result(match) is None
    for tags in ((), ((STAGE, "16"),), ((STAGE, "x"),), ((STAGE, "²"),), ((STAGE, "02"),)):
        assert stage_of(match._replace(tags=tags)) is None
    weaker = match.participants[1]._replace(plays="human")
    assert stage_of(match._replace(participants=(match.participants[0], weaker))) is None


def test_unknown_stage_is_refused() -> None:
    with pytest.raises(OptionError, match="1 to 15"):
        path("number-duel").stage(16)


def test_added_games_have_a_generated_path() -> None:
    with registered_temporarily(Heaps):
        stages = path(Heaps.name).stages
        assert len(stages) == len(LADDER)
        for stage in stages:
            match = start(stage, seed=1)
            assert solve(match.current.position).winner is match.seat_of(1)
            found = result(played(match))
            assert found
            assert found.won


# Progress


def test_a_win_opens_the_next_stage_and_stars_add_up() -> None:
    of = path("number-duel")
    before = Progress()
    assert (opened(before, of), next_stage(before, of).number, total(before, of)) == (1, 1, 0)
    after = before.starred("number-duel", 1, ["won"]).starred("number-duel", 1, ["won", "flawless"])
    assert stars_of(after, of.stage(1)) == ("won", "flawless")
    assert (opened(after, of), next_stage(after, of).number, total(after, of)) == (2, 2, 2)
    assert opened(after, path("order-challenge")) == 1
    won = Progress(paths={"number-duel": {str(number): ("won",) for number in range(1, 16)}})
    assert (opened(won, of), next_stage(won, of).number) == (15, 1)


def test_lessons_and_puzzles_open_stages() -> None:
    of = path("strategy-stacks")
    taught = Progress(lessons={"strategy-stacks": {"stars": ["saw", "can"]}})
    assert (opened(taught, of), next_stage(taught, of).number) == (5, 5)
    progress, stream = Progress(), generate("strategy-stacks", 1, difficulty=2)
    for _ in range(3):
        progress = progress.after(next(stream), True, datetime.now(UTC))
    assert opened(progress, of) == 2


def test_stars_are_saved_and_damaged_ones_set_aside() -> None:
    store = ProgressStore()
    store.change(Progress.starred, "number-duel", 2, ("won",))
    assert store.load().progress.paths == {"number-duel": {"2": ("won",)}}
    plain = store.document.read()
    store.document.write({**plain, "paths": {"number-duel": [1]}})
    assert store.load().set_aside is not None


def test_perfect_player_never_throws_a_start_away() -> None:
    player = PerfectPlayer()
    for stage in STAGES[::4]:
        match = start(stage, seed=9)
        move = player.choose(match)
        assert move in solve(match.current.position).winning
