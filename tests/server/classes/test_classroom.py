"""A class as a value: it is the same for every process that folds its events."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outnumber.api.classes import PlaceName
from outnumber.api.errors import Refused
from outnumber.games.sentences import ENGLISH
from outnumber.language.animals import ANIMALS
from outnumber.server.classes import classroom
from outnumber.server.classes.classes import MATES
from outnumber.server.classes.classroom import (
    MOST_HARD,
    MOST_LESSONS,
    MOST_REPORTS,
    MOST_REQUESTS,
    Answered,
    Anything,
    ClassEnded,
    Classroom,
    Contest,
    Door,
    Hand,
    Joined,
    Left,
    LessonBegun,
    Pair,
    Paired,
    Puzzles,
    Result,
    Revealed,
    Seen,
    Shown,
    Stepped,
    Timer,
    Undone,
    Voted,
)
from outnumber.server.classes.pairs import paired, standings
from outnumber.server.classes.persistence import ClassEvent, LiveClass, key_of
from outnumber.server.classes.views import title_of
from outnumber.server.storage import log
from outnumber.server.storage.checksums import LogRow, flaw
from outnumber.server.storage.log import NewGame

NAMES = list(ANIMALS)[:5]
Sent = Sequence[tuple[Anything, int, str | None, int]]
SETUP = '{"code": "K7M4QX", "teacher": "a", "invite": "b"}'


def kept() -> LiveClass:
    return LiveClass(NewGame(key_of("0123456789ab"), SETUP, 0.0, "open", 0))


def joined(animal: str, hash: str = "") -> Joined:
    return Joined(animal, hash or f"hash of {animal}", f"seat of {animal}")


def pairs_of(*games: tuple[int, int, str]) -> Paired:
    return Paired("strategy-stacks", {"range": 6}, False, "casual", tuple(Pair(*each) for each in games))


def after(*changes: tuple[Anything, int] | Anything) -> Classroom:
    room = Classroom()
    for at, each in enumerate(changes):
        change, number = each if isinstance(each, tuple) else (each, 0)
        assert room.allows(change, number)
        room = room.after(change, number, float(at))
    return room


STEPS = st.builds(
    Stepped, st.sampled_from(["lesson", "puzzle"]), st.sampled_from("ab"),
    st.sampled_from(["drill-1", "seat"]), st.integers(0, 4),
)  # fmt: skip
ANYTHING = st.one_of(
    st.builds(joined, st.sampled_from(NAMES), st.sampled_from(["", "x", "y"])),
    st.builds(Left),
    st.builds(Door, st.booleans()),
    STEPS,
    st.builds(Answered, st.sampled_from(["1.p", "1.q", "2.p"]), st.booleans()),
    st.builds(Hand, st.booleans()),
    st.builds(LessonBegun, st.sampled_from("ab")),
    st.builds(Puzzles, st.just("a"), st.just("one"), st.none(), st.integers(0, 9)),
    st.builds(lambda game: pairs_of((1, 2, f"g{game}"), (3, 0, f"h{game}")), st.integers(0, 99)),
    st.builds(Result, st.sampled_from(["g0", "g1", "h0"]), st.integers(0, 2)),
    st.builds(Timer, st.integers(0, 9)),
    st.builds(Shown, st.sampled_from(["", "g0"])),
    st.builds(Seen, st.sampled_from([(1,), (2, 3)])),
)
# A request: its content, sender and id, and how often it arrives.
SENT = st.lists(
    st.tuples(
        ANYTHING, st.integers(0, 4), st.one_of(st.none(), st.sampled_from("abcdef")), st.integers(1, 3)
    ),
    max_size=40,
)


def told(sent: Sent) -> tuple[LiveClass, list[LogRow]]:
    """A class after all requests as the server applies them, and the rows on disk."""
    room, rows = kept(), list[LogRow]()
    for change, number, request, times in sent:
        if isinstance(change, Paired) and len(room.room.children) < 3:
            continue
        for _ in range(times):
            if request is not None and f"{number}:{request}" in room.room.requests:
                continue
            try:
                if not room.room.allows(change, number):
                    continue
            except Refused:
                continue
            event = ClassEvent(change, number, f"{number}:{request}" if request else None)
            rows.append(room.row(event, float(len(rows))))
            room.apply(rows[-1])
    return room, rows


@given(SENT)
def test_every_process_that_reads_the_log_has_the_same_class(sent: Sent) -> None:
    room, rows = told(sent)
    assert not flaw(rows)
    again = kept()
    for row in rows:
        again.apply(row)
    assert again.room == room.room
    assert room.room.seq == len(rows)


@given(SENT)
def test_a_class_is_valid_after_any_requests(sent: Sent) -> None:
    room = told(sent)[0].room
    animals = Counter(child.animal for child in room.children)
    assert not animals or max(animals.values()) == 1
    assert [child.number for child in room.children] == list(range(1, len(room.children) + 1))
    hashes = Counter(child.hash for child in room.present)
    assert not hashes or max(hashes.values()) == 1
    for child in room.children:
        assert not child.solved & child.missed
        assert len(child.met) == child.played >= child.won
        own = [winner for pair, winner in room.pairs if child.number in (pair.first, pair.second)]
        assert child.played == sum(winner is not None for winner in own)
        assert child.won == sum(winner == child.number for winner in own)
    assert room.told <= room.seq


@given(SENT)
def test_repeated_requests_take_effect_once(sent: Sent) -> None:
    named = [(change, number, str(place), times) for place, (change, number, _, times) in enumerate(sent)]
    once = [(change, number, str(place), 1) for place, (change, number, _, _) in enumerate(sent)]
    room, again = told(named)[0].room, told(once)[0].room
    assert _but_for_times(room) == _but_for_times(again)


def _but_for_times(room: Classroom) -> object:
    """Rows have different times."""
    children = [replace(each, seen=0.0, since=0.0) for each in room.children]
    task = (room.task.number, room.task.what) if room.task else None
    return children, task, room.pairs, room.open, room.shown, room.until is None, room.requests, room.told


def test_a_child_enters_once_however_often_it_asks() -> None:
    room = after(joined("otter"))
    assert not room.allows(joined("otter"))
    assert not room.allows(joined("fox", "hash of otter"))  # the same tablet, which chose another name
    with pytest.raises(Refused, match="Another child"):
        room.allows(joined("otter", "another"))
    with pytest.raises(Refused, match="Another child"):
        room.allows(joined("dragon"))


def test_a_closed_class_refuses_new_children_but_not_those_inside() -> None:
    room = after(joined("otter"), Door(False))
    with pytest.raises(Refused, match="no class"):
        room.allows(joined("fox"))
    assert room.allows(Stepped("lesson", "a", "seat"), 1)
    assert not room.allows(joined("otter"))


def test_another_tablet_takes_over_the_animal_and_its_progress() -> None:
    room = after(
        joined("otter"), (Stepped("lesson", "a", "drill-3"), 1), (Answered("1.p", True), 1), (Left(), 1)
    )
    assert room.free.count("otter") == 1
    assert not room.present
    with pytest.raises(Refused, match="not in this class"):
        room.allows(Hand(True), 1)
    (child,) = after(
        joined("otter"), (Stepped("lesson", "a", "drill-3"), 1), (Answered("1.p", True), 1), (Left(), 1),
        joined("otter", "new"),
    ).present  # fmt: skip
    assert (child.number, child.hash, child.solved, child.lessons) == (
        1, "new", frozenset({"1.p"}), (("a", "drill-3"),),
    )  # fmt: skip


def test_time_at_a_step_continues_after_a_mistake_and_restarts_at_the_next_step() -> None:
    room = after(joined("otter"), *((Stepped("lesson", "a", "drill-1", wrong), 1) for wrong in range(4)))
    child = room.children[0]
    assert child.at is not None
    assert (child.since, child.at.stuck) == (1.0, 3)
    assert room.children[0].hard == (("a", "drill-1"),)
    assert not room.allows(Stepped("lesson", "a", "drill-1", 3), 1)  # it woke up, and repeated the request
    asked = room.after(Hand(True), 1, 8.0)
    later = asked.after(Stepped("lesson", "a", "drill-2"), 1, 9.0).children[0]
    assert later.since == 9.0
    assert asked.children[0].hand
    assert not later.hand


def test_arbitrary_names_from_a_child_are_stored_only_up_to_a_limit() -> None:
    steps = [(Stepped("lesson", f"made-up-{n}", "seat", 3), 1) for n in range(100)]
    child = after(joined("otter"), *steps).children[0]
    assert (len(child.lessons), len(child.hard)) == (MOST_LESSONS, MOST_HARD)
    assert child.at is not None
    assert child.at.what == "made-up-99"
    assert title_of("made-up-99", ENGLISH) == "made-up-99"
    assert title_of("number-duel:1", ENGLISH) == "Number Duel"


def test_a_long_class_is_read_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SLICE", 3)
    first, rows = told([(Timer(number), 0, None, 1) for number in range(7)])
    asked = []

    class Log(log.Log):
        async def events(self, id: str, after: int = 0, most: int = -1, **_: bool) -> list[LogRow]:  # noqa: ARG002
            asked.append(after)
            return rows[after : after + most]

    again = kept()
    asyncio.run(again.read(Log("")))
    assert asked == [0, 3, 6]
    assert again.room == first.room


def test_only_the_last_request_ids_are_remembered() -> None:
    room = Classroom()
    for number in range(MOST_REQUESTS + 5):
        room = room.after(Timer(9), 0, 0.0, f"0:{number}")
    assert room.seq == MOST_REQUESTS + 5
    assert [room.requests[0], room.requests[-1]] == ["0:5", f"0:{MOST_REQUESTS + 4}"]


def test_only_the_first_answer_to_a_puzzle_counts() -> None:
    room = after(joined("otter"), (Answered("1.p", False), 1))
    assert not room.allows(Answered("1.p", True), 1)


def test_games_are_counted_once_and_a_child_has_one_at_a_time() -> None:
    room = after(joined("otter"), joined("fox"), joined("owl"), pairs_of((1, 2, "g"), (3, 0, "h")))
    assert [room.game_of(number) for number in (1, 2, 3)] == ["g", "g", "h"]
    assert room.playing(1)
    assert room.told == room.seq
    room = room.after(Result("g", 2), 0, 9.0)
    assert [(child.won, child.played, child.met) for child in room.children] == [
        (0, 1, (2,)), (1, 1, (1,)), (0, 0, ()),
    ]  # fmt: skip
    assert not room.allows(Result("g", 1))
    assert not room.playing(1)
    assert room.playing(3)
    again = room.after(pairs_of((1, 3, "i")), 0, 10.0)
    assert again.game_of(1) == "i"
    assert not again.playing(2)
    assert len(again.current) == 1
    assert again.task is not None
    assert again.task.number == 2


def test_an_unfinished_game_continues_while_others_are_paired_again() -> None:
    room = after(
        *map(joined, NAMES),
        pairs_of((1, 2, "g"), (3, 4, "h"), (5, 0, "i")),
        Result("g", 1),
        pairs_of((1, 2, "j")),
    )
    assert [pair.game for pair, _ in room.current] == ["h", "i", "j"]
    assert all(room.playing(number) for number in (3, 4, 5))
    # A new pair for one of its players, or another task, ends it for both.
    again = room.after(pairs_of((1, 3, "k")), 0, 20.0)
    assert [pair.game for pair, _ in again.current] == ["i", "k"]
    assert not again.playing(4)
    assert not room.after(LessonBegun("a"), 0, 20.0).current


def test_both_players_of_a_game_are_free_once_one_has_left_it() -> None:
    room = after(joined("otter"), joined("fox"), (Stepped("class", "", ""), 1), pairs_of((1, 2, "g")))
    pair = room.pairs[0][0]
    assert not room.left(pair)  # its page is about to open the game
    for at in (Stepped("game", "g", ""), Stepped("game", "", "")):
        there = room.after(at, 1, 5.0)
        assert not there.left(pair)
        assert there.playing(2)
        elsewhere = there.after(Stepped("game", "another", ""), 1, 6.0)
        for gone in (elsewhere, there.after(Stepped("class", "", ""), 1, 6.0), there.after(Left(), 1, 6.0)):
            assert gone.left(pair) == [1]
            assert not gone.playing(1)
            assert not gone.playing(2)
    assert not elsewhere.after(at, 1, 7.0).left(pair)


@pytest.mark.parametrize(
    ("task", "place", "what"),
    [
        (LessonBegun("b"), "lesson", "b"),
        (Puzzles("a", "one", None, 2), "puzzle", "a"),
        (pairs_of((1, 0, "g")), "game", "g"),
    ],
)
def test_a_raised_hand_stays_up_when_the_teacher_starts_a_task(
    task: Anything, place: PlaceName, what: str
) -> None:
    room = after(joined("otter"), (Stepped("puzzle", "a", "3"), 1), (Hand(True), 1), task)
    # A page reports that it is open, and then its first step.
    room = room.after(Stepped(place, what, ""), 1, 10.0).after(Stepped(place, what, "1"), 1, 11.0)
    assert room.children[0].hand
    assert not room.after(Stepped(place, what, "2"), 1, 12.0).children[0].hand


def test_no_child_uses_up_the_limit_of_the_class(monkeypatch: pytest.MonkeyPatch) -> None:
    room = after(joined("otter"), joined("fox"))
    full = room.with_child(replace(room.children[0], reports=MOST_REPORTS))
    assert not full.allows(Hand(True), 1)
    assert full.allows(Hand(True), 2)
    # Connecting and disconnecting counts as well.
    gone = room.after(Left(), 1, 9.0)
    again = gone.after(joined("otter"), 0, 9.0)
    assert [each.children[0].reports for each in (room, gone, again)] == [0, 1, 2]
    with pytest.raises(Refused, match="Another child"):
        full.after(Left(), 1, 9.0).allows(joined("otter"))
    monkeypatch.setattr(classroom, "MOST_PAIRS", 1)
    assert room.allows(pairs_of((1, 2, "g")))
    with pytest.raises(Refused, match="too long"):
        room.after(pairs_of((1, 2, "g")), 0, 9.0).allows(pairs_of((1, 2, "h")))
    monkeypatch.setattr(classroom, "MOST_EVENTS", 2)
    with pytest.raises(Refused, match="too long"):
        room.allows(Timer(9))
    assert room.allows(ClassEnded())
    with pytest.raises(Refused, match="no class"):
        room.after(ClassEnded(), 0, 9.0).allows(Door(True))


@given(st.integers(1, 41), st.integers(1, 8), st.randoms(use_true_random=False), st.integers(0, 2**32 - 1))
def test_all_children_are_paired_by_score(count: int, rounds: int, chance: object, seed: int) -> None:
    score, met = dict.fromkeys(range(1, count + 1), 0), {each: [] for each in range(1, count + 1)}  # type: ignore[var-annotated]
    for place in range(rounds):
        pairs = paired([*score], score, met, seed + place)
        assert sorted(each for pair in pairs for each in pair if each) == [*score]
        alone = [one for one, two in pairs if not two]
        assert len(alone) == count % 2
        if alone:
            assert met[alone[0]].count(0) == min(each.count(0) for each in met.values())
        if count > 3 * rounds:
            assert all(two not in met[one] for one, two in pairs)
        for one, two in pairs:
            met[one].append(two)
            if two:
                met[two].append(one)
            score[chance.choice([one, two or one])] += 1  # type: ignore[attr-defined]


def test_winners_play_each_other() -> None:
    pairs = paired([*range(1, 9)], {1: 3, 5: 3, 2: 2, 6: 2, 3: 1, 7: 1}, {}, 1)
    assert [set(pair) for pair in pairs] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert {1, 5} not in [set(pair) for pair in paired([1, 5, 2, 6], {1: 3, 5: 3}, {1: [5], 5: [1]}, 1)]


@given(st.integers(2, 20), st.integers(0, 40), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_children_of_one_team_meet_only_if_the_others_are_too_few(
    half: int, first: int, rounds: int, seed: int
) -> None:
    team = {each: 1 if each <= first else 2 for each in range(1, 2 * half + 1)}
    sizes = sorted(Counter(team.values()).values())
    must = (sizes[-1] - half) if sizes[-1] > half else 0
    met = {each: [other for other in team if team[other] == team[each]] * MATES for each in team}
    for place in range(rounds):
        pairs = paired([*team], dict.fromkeys(team, 0), met, seed + place)
        assert sorted(each for pair in pairs for each in pair) == [*team]
        assert sum(team[one] == team[two] for one, two in pairs) == must
        for one, two in pairs:
            met[one].append(two)
            met[two].append(one)


@pytest.mark.parametrize(("size", "first"), [(8, 5), (8, 6), (12, 9), (10, 5)])
def test_uneven_teams_have_new_opponents_as_long_as_there_are_some(size: int, first: int) -> None:
    team = {each: 1 if each <= first else 2 for each in range(1, size + 1)}
    met = {each: [other for other in team if team[other] == team[each]] * MATES for each in team}
    for seed in range(3):
        for one, two in paired([*team], dict.fromkeys(team, 0), met, seed):
            assert met[one].count(two) in (0, MATES)
            met[one].append(two)
            met[two].append(one)


def test_if_all_have_met_they_meet_again() -> None:
    assert sorted(map(sorted, paired([1, 2], {}, {1: [2], 2: [1]}, 1))) == [[1, 2]]


# Activities

PUZZLES = Puzzles("a", "one", None, 2)
GAME = Stepped("game", "g", "")


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ([], "none none none"),
        ([(Stepped("class", "", ""), 1)], "waiting none none"),
        ([(Stepped("lesson", "a", "tiny-1"), 1)], "lesson none none"),
        ([(Stepped("puzzle", "a", "1"), 1)], "puzzle none none"),
        # A task is not an activity: the child is where it was until its page opens the task.
        ([(Stepped("lesson", "a", "tiny-1"), 1), PUZZLES], "lesson none none"),
        ([PUZZLES, (Stepped("puzzle", "a", "1"), 1)], "puzzle none none"),
        (
            [
                PUZZLES,
                (Stepped("puzzle", "a", "20"), 1),
                *((Answered(f"1.{n}", n > 3), 1) for n in range(20)),
            ],
            "finished none none",
        ),
        # A child without a game waits for a partner.
        ([pairs_of((1, 2, "g"))], "playing playing waiting"),
        ([(Stepped("lesson", "a", "seat"), 1), pairs_of((1, 2, "g"))], "playing playing waiting"),
        ([pairs_of((1, 2, "g")), (GAME, 1), (Stepped("class", "", ""), 1)], "left waiting waiting"),
        ([pairs_of((1, 2, "g")), (GAME, 1), (Stepped("lesson", "a", "seat"), 1)], "lesson waiting waiting"),
        ([pairs_of((1, 2, "g")), (Stepped("class", "", ""), 1), (GAME, 1)], "playing playing waiting"),
        ([pairs_of((1, 2, "g")), (Left(), 1)], "left waiting waiting"),
        ([pairs_of((1, 2, "g")), (Left(), 1), joined("ant")], "playing playing waiting"),
        ([pairs_of((1, 2, "g")), (GAME, 1), Result("g", 2)], "finished finished waiting"),
        (
            [pairs_of((1, 2, "g")), (GAME, 1), Result("g", 2), (Stepped("class", "", ""), 1)],
            "finished finished waiting",
        ),
        (
            [pairs_of((1, 2, "g")), (GAME, 1), Result("g", 2), (Stepped("puzzle", "a", "1"), 1)],
            "puzzle finished waiting",
        ),
        # A rematch is a game too.
        (
            [pairs_of((1, 2, "g")), (GAME, 1), Result("g", 2), (Stepped("game", "r", ""), 1)],
            "playing finished waiting",
        ),
        ([pairs_of((1, 2, "g")), (GAME, 1), LessonBegun("a")], "playing none none"),
        ([pairs_of((1, 2, "g")), Result("g", 1), pairs_of((1, 3, "h"))], "playing waiting playing"),
        # Watching a game of others is not playing.
        ([pairs_of((1, 2, "g")), (GAME, 3)], "playing playing waiting"),
        ([pairs_of((1, 2, "g"), (3, 0, "h")), Result("h", 3), (GAME, 3)], "playing playing finished"),
        ([pairs_of((1, 2, "g"), (3, 0, "h")), (GAME, 3)], "playing playing left"),
        ([pairs_of((1, 2, "g")), (GAME, 3), LessonBegun("a")], "none none waiting"),
        # Helping and being away do not change what a child does.
        ([(Stepped("lesson", "a", "tiny-1"), 1), (Hand(True), 1)], "lesson none none"),
    ],
)
def test_a_child_has_one_activity_after_every_transition(changes: list[Any], names: str) -> None:
    room = after(*map(joined, NAMES[:3]), *changes)
    assert [each.name for each in room.activities().values()] == names.split()
    assert room.children[0].hand == ((Hand(True), 1) in changes)


@given(SENT)
def test_every_child_has_an_activity_that_fits_the_others(sent: Sent) -> None:
    room = told(sent)[0].room
    doing = room.activities()
    assert [*doing] == [child.number for child in room.children]
    for child in room.children:
        name, _, game, opponent = doing[child.number]
        assert child.gone <= (name == "left")
        if name == "playing" and opponent:
            assert doing[opponent].game == game
        if name in ("lesson", "puzzle"):
            assert child.at is not None
            assert child.at.place == name


# Questions, plans and tournaments


def test_answers_to_a_question_count_once_and_end_with_it() -> None:
    asks = Shown("", "a", {}, (), "who", (1, 2))
    room = after(joined("ant"), joined("bee"), asks, (Voted(1), 1), (Voted(2), 2), (Voted(2), 1))
    assert dict(room.votes) == {1: 2, 2: 2}
    assert not room.allows(Voted(2), 1)
    assert not room.allows(Voted(3), 1)
    shown = room.after(Revealed(True, False), 0, 9.0)
    assert shown.revealed.tally
    again = shown.after(asks, 0, 9.0)
    assert (again.votes, again.revealed.tally) == ((), False)
    assert not room.after(Shown(), 0, 9.0).allows(Voted(1), 1)


def round_of(number: int, *games: tuple[int, int, str]) -> Paired:
    pairs = tuple(Pair(*each, round=number) for each in games)
    return replace_pairs(pairs_of(), pairs)


def replace_pairs(paired: Paired, pairs: tuple[Pair, ...]) -> Paired:
    return Paired(paired.game, paired.options, paired.help, paired.computer, pairs)


def test_a_round_of_a_tournament_is_undone_completely() -> None:
    begun = after(*map(joined, NAMES[:3]), pairs_of((1, 2, "x")), Result("x", 1), Contest("points"))
    first = begun.after(round_of(1, (1, 2, "g"), (3, 0, "h")), 0, 10.0).after(Result("g", 2), 0, 11.0)
    second = first.after(round_of(2, (2, 3, "i"), (1, 0, "j")), 0, 12.0).after(Result("i", 3), 0, 13.0)
    assert [child.won for child in second.children] == [1, 1, 1]
    undone = second.after(Undone(), 0, 14.0)
    assert (undone.pairs, [child.met for child in undone.children]) == (
        first.pairs, [child.met for child in first.children],
    )  # fmt: skip
    assert [each.name for each in undone.activities().values()] == ["waiting"] * 3
    assert undone.after(Undone(), 0, 15.0).pairs == begun.pairs
    assert not begun.allows(Undone())


def test_undone_rounds_count_towards_the_most_games_of_a_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classroom, "MOST_PAIRS", 2)
    begun = after(*map(joined, NAMES[:2]), Contest("points"), round_of(1, (1, 2, "g")))
    again = begun.after(Undone(), 0, 9.0)
    assert again.allows(round_of(1, (1, 2, "h")))
    undone = again.after(round_of(1, (1, 2, "h")), 0, 10.0).after(Undone(), 0, 11.0)
    with pytest.raises(Refused, match="too long"):
        undone.allows(round_of(1, (1, 2, "i")))


def test_only_a_child_without_a_game_watches_one_and_the_one_on_the_projector_first() -> None:
    def watched(room: Classroom) -> list[str]:
        return [room.to_watch(number, each.name) for number, each in room.activities().items()]

    four = map(joined, NAMES[:5])
    room = after(*four, pairs_of((1, 2, "g"), (3, 4, "h")))
    assert watched(room) == ["", "", "", "", "g"]
    assert watched(room.after(Shown("h"), 0, 9.0)) == ["", "", "", "", "h"]
    over = room.after(Result("g", 1), 0, 9.0)
    assert watched(over) == ["h", "h", "", "", "h"]
    # A game that a player has left is not shown, nor is any to a child at a lesson.
    assert watched(room.after(Stepped("class", "", ""), 1, 9.0))[4] == "h"
    assert watched(room.after(Stepped("lesson", "a", "seat"), 5, 9.0))[4] == ""


def test_the_teacher_moves_children_to_other_teams_before_the_first_round() -> None:
    room = after(*map(joined, NAMES[:3]))
    with pytest.raises(Refused, match=r"no such team"):
        room.with_member(1, 1)
    teams = room.after(Contest("teams", 2), 0, 9.0)
    assert [teams.team(number) for number in (1, 2, 3)] == [1, 2, 1]
    moved = teams.after(teams.with_member(3, 2), 0, 9.0)
    assert [moved.team(number) for number in (1, 2, 3, 4)] == [1, 2, 2, 2]
    with pytest.raises(Refused, match=r"no such team"):
        moved.with_member(3, 3)
    with pytest.raises(Refused):
        moved.with_member(4, 1)
    begun = moved.after(round_of(1, (1, 2, "g"), (3, 0, "h")), 0, 10.0)
    with pytest.raises(Refused, match=r"before the first round"):
        begun.with_member(3, 1)
    # A new tournament deals the teams again.
    assert begun.after(Contest("teams", 3), 0, 11.0).team(3) == 3


def test_standings_count_byes_and_break_ties_by_the_opponents_points() -> None:
    # 1 beats 2 and 3; 4 beats 3 and has a bye; 5 comes late.
    games = [(1, 2, 1), (4, 3, 4), (1, 3, 1), (4, 0, None), (2, 5, 2)]
    table = standings([1, 2, 3, 4, 5], games)
    assert [tuple(each) for each in table] == [
        (1, 2, 1, 1),
        (4, 2, 0, 0),
        (2, 1, 2, 0),
        (3, 0, 4, 0),
        (5, 0, 1, 0),
    ]


@given(st.integers(1, 30), st.integers(1, 6), st.randoms(use_true_random=False), st.integers(0, 2**32 - 1))
def test_a_tournament_pairs_everyone_and_no_pair_meets_twice(
    count: int, rounds: int, chance: Any, seed: int
) -> None:
    """Children drop out and come late; with enough of them no pair meets twice, and no one has two byes."""
    games: list[tuple[int, int, int | None]] = []
    for place in range(rounds):
        here = [n for n in range(1, count + 1) if n % 7 != 3 or (n + place) % 3]
        points = {each.number: each.points for each in standings(range(1, count + 1), games)}
        met = {n: [two if one == n else one for one, two, _ in games if n in (one, two)] for n in here}
        pairs = paired(here, points, met, seed + place)
        assert sorted(n for pair in pairs for n in pair if n) == here
        if count > 3 * rounds:
            assert all(two not in met[one] for one, two in pairs)
        games += [(one, two, chance.choice([one, two]) if two else None) for one, two in pairs]
    table = standings(range(1, count + 1), games)
    assert sum(each.points for each in table) == len(games)
