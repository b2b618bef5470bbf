"""Records contain exactly the moves played, and errors name the damaged line."""

import tracemalloc

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Reason, Seat
from outnumber.match import record
from outnumber.match.clock import GameClock
from outnumber.match.match import Match, Participant
from outnumber.match.record import RecordError, read, write
from outnumber.match.replay import retold
from outnumber.match.round import Round
from tests.strategies import matches

WHOLE = """\
[Outnumber "1"]
[Game "strategy-stacks"]
[Options "range=9 opening=any"]
[Date "2026-11-15T12:00:00Z"]
[Player1 "Ada"]
[Plays1 "human"]
[Player2 "Ben \\"the\\" \\\\ Great"]
[Plays2 "random"]
[First "2"]
[Rounds "3"]
[Clock "2.5"]
[Seed "7"]
[Event "Tea time"]

[Round "1"]
[Result "1 no-move"]

{a remark before the first move}
1. 6 3 {good} {very good}
2. 9 1
3. 2 8
4. 4

[Round "2"]
[Result "2 resignation"]
[Mood "weary"]

1. 5 1

[Round "3"]
[Result "unfinished"]

1. 9 ;a brace } runs to the end of the line
3
"""


def changed(line: int, text: str | None) -> str:
    """The complete record with one line, counted from 1, replaced or removed."""
    lines = WHOLE.split("\n")
    lines[line - 1 : line] = [] if text is None else [text]
    return "\n".join(lines)


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text)
    return caught.value


def test_record_contains_the_whole_match() -> None:
    match = read(WHOLE)
    assert match.rules == outnumber.game("strategy-stacks")
    assert match.participants == (Participant("human", "Ada"), Participant("random", 'Ben "the" \\ Great'))
    assert (match.first, match.length, match.clock, match.seed) == (2, 3, 2.5, 7)
    assert match.date == "2026-11-15T12:00:00Z"
    assert match.tags == (("Event", "Tea time"),)
    assert [each.moves for each in match.rounds] == [(6, 3, 9, 1, 2, 8, 4), (5, 1), (9, 3)]
    assert match.rounds[0].comments == ((0, "a remark before the first move"), (2, "good"), (2, "very good"))
    assert match.rounds[1].tags == (("Mood", "weary"),)
    assert match.rounds[1].outcome == (Seat.TWO, Reason.RESIGNATION)
    assert match.rounds[2].comments == ((1, "a brace } runs to the end of the line"),)
    assert not match.over


def test_text_of_a_record_round_trips() -> None:
    assert write(read(WHOLE)) == WHOLE


@settings(deadline=None)
@given(matches())
@example(Match(outnumber.game("order-challenge"), (Participant("human", 'a\nb\r\\n"]'), Participant())))
def test_any_match_round_trips(match: Match) -> None:
    text = write(match)
    again = read(text)
    assert again == match
    assert write(again) == text


def test_record_can_be_written_by_hand() -> None:
    by_hand = '[Outnumber "1"]\r\n[Game "Strategy Stacks"]\r\n\r\n[Round "1"]\r\n6 3;x\r\n\r\n 9   1. \r\n'
    assert refused(by_hand).numbers["line"] == 7
    match = read("\ufeff" + by_hand.replace("1. ", "1"))
    assert match.current.moves == (6, 3, 9, 1)
    assert match.current.comments == ((2, "x"),)


@pytest.mark.parametrize("remark", ["; note", "{ note}"])
def test_comment_before_the_first_section_precedes_the_first_move(remark: str) -> None:
    match, whole = read(changed(15, f'{remark}\n\n[Round "1"]')), read(WHOLE)
    assert match.rounds[0].comments == ((0, " note"), *whole.rounds[0].comments)
    assert match.rounds[1:] == whole.rounds[1:]
    assert read(write(match)) == match


def test_comment_after_the_moves_of_a_section_belongs_to_the_last_move() -> None:
    match, whole = read(changed(24, '; note\n\n[Round "2"]')), read(WHOLE)
    assert match.rounds[0].comments == (*whole.rounds[0].comments, (7, " note"))
    assert match.rounds[1:] == whole.rounds[1:]


def test_only_comments_may_separate_sections() -> None:
    error = refused(changed(15, '{note} 6\n[Round "1"]'))
    assert str(error).startswith("line 15: ")
    assert "'6' is where a header should be" in str(error)


DAMAGE = [
    (1, None, 1, 'a record begins with [Outnumber "1"]'),
    (1, '[Outnumber "2"]', 1, "records of version 1"),
    (1, "", 1, "begins with"),
    (1, "1. 6 3", 1, "begins with"),
    (2, None, 1, "[Game"),
    (2, '[Game "strategy-stack"]', 2, "did you mean strategy-stacks?"),
    (2, '[Game "\x1b[2J"]', 2, "no game called '\\x1b[2J'"),
    (2, '[Game "number-stack-duel"]', 3, "has no option 'opening'"),
    (3, '[Options "range=0 opening=any"]', 3, "range '0' is not valid"),
    (3, '[Options "range"]', 3, "'range' cannot be read: an option looks like range=9."),
    (3, '[Options "self=3"]', 3, "has no option 'self'"),
    (3, '[Options "range=99999999999999999999999999"]', 3, "range '99999999999999999999999999' is not valid"),
    (3, '[Options "range=4"]', 19, "6 is not one of the numbers from 1 to 4"),
    (4, '[Date "2026]', 4, "is not a header"),
    (5, '[Player2 "Eve"]', 7, "the header Player2 appears twice here"),
    (9, '[First "3"]', 9, "First must be a whole number"),
    (9, '[First "²"]', 9, "First must be a whole number"),
    (10, '[Rounds "0"]', 10, "Rounds must be a whole number"),
    (10, '[Rounds "10001"]', 10, "Rounds must be"),
    (10, '[Rounds "2"]', 30, "no round 3"),
    (11, '[Clock "nan"]', 11, "Clock must be"),
    (11, '[Clock "-1"]', 11, "Clock must be"),
    (11, '[Clock "1e400"]', 11, "Clock must be"),
    (11, '[Clock "5"]\n[GameClock "300+3"]', 12, "a clock for each turn or one for the game, not both"),
    (11, '[GameClock "300"]', 11, "GameClock must be"),
    (11, '[GameClock "0+3"]', 11, "GameClock must be"),
    (11, '[GameClock "300+3"]\n[Left "300"]', 12, "Left must be"),
    (11, '[GameClock "300+3"]\n[Left "nan 1"]', 12, "Left must be"),
    (12, '[Seed "-1"]', 12, "Seed must be a whole number"),
    (12, f'[Seed "{"9" * 5000}"]', 12, "Seed must be"),
    (15, '[Round "2"]', 15, 'begins with [Round "1"]'),
    (15, None, 18, 'begins with [Round "1"]'),
    (16, '[Result "2 no-move"]', 16, "the moves lead to '1 no-move'"),
    (16, '[Result "unfinished"]', 16, "the moves lead to '1 no-move'"),
    (16, '[Result "1 time"]', 16, "the moves lead to '1 no-move'"),
    (18, "{never closed", 18, "must end on its line"),
    (18, "{never closed 1. 6", 18, "must end on its line"),
    (19, "1. 6 7", 19, "7 is neither a factor nor a multiple of 6. You can play 1, 2 or 3."),
    (19, "1. 6 6", 19, "6 is already used"),
    (19, "1. 6 3 {", 19, "must end on its line"),
    (19, "2. 6 3", 19, "'2.' is where move 1 should be"),
    (19, "1. 6 1. 3", 19, "'1.' is where move 2 should be"),
    (19, "1. 6 2. 3", 19, "'2.' is where move 2 should be"),
    (19, "1. 6 three", 19, "'three' is not a number"),
    (19, "1. 6 -3", 19, "'-3' is not a number"),
    (19, "1. 6 ٣", 19, "'٣' is not a number"),
    (19, "1. 6 " + "3" * 5000, 19, "is not a number"),
    (22, "4. 4 7", 22, "The game is over"),
    (25, '[Result "unfinished"]', 30, "round 2 is unfinished"),
    (25, '[Result "3 time"]', 25, "the moves lead to 'unfinished'"),
    (25, '[Result "2 boredom"]', 25, "the moves lead to 'unfinished'"),
    (28, "1. 5 \x00", 28, "'\\x00' is not a number"),
]


@pytest.mark.parametrize(("line", "text", "told", "what"), DAMAGE, ids=range(len(DAMAGE)))
def test_damaged_record_names_the_line_and_the_error(
    line: int, text: str | None, told: int, what: str
) -> None:
    error = refused(changed(line, text))
    assert what in str(error)
    assert str(error).startswith(f"line {told}: ")
    assert len(str(error)) < 300
    assert str(error).isprintable()


def test_round_before_the_headers_is_omitted_when_written() -> None:
    wrong: list[RecordError] = []
    match = read('[Round "7"]\n' + WHOLE, wrong)
    assert [str(error) for error in wrong] == ["line 1: a round comes before the headers of the match."]
    assert match == read(write(match)) == read(WHOLE)
    assert str(refused('[Round "7"]\n' + WHOLE)) == str(wrong[0])


@pytest.mark.parametrize("text", ["", "\n\n", "\x00", "\ufeff", "[", '[Outnumber "1"', "hello"])
def test_text_that_is_not_a_record_is_refused(text: str) -> None:
    assert refused(text).code == "bad-record"


@settings(deadline=None, max_examples=150)
@given(
    match=matches(),
    edits=st.lists(
        st.tuples(
            st.integers(0, 2**31),
            st.integers(0, 6),
            st.one_of(
                st.text(max_size=5),
                st.sampled_from(
                    ["\n", "\r", '"', "[", "]", "{", "}", ";", "\\", "9" * 5000, "\x1b", "1. ", "="]
                ),
            ),
        ),
        min_size=1,
        max_size=6,
    ),
    cut=st.one_of(st.none(), st.integers(0, 2**31)),
)
def test_any_damage_is_reported_with_its_line(
    match: Match, edits: list[tuple[int, int, str]], cut: int | None
) -> None:
    text = write(match)
    for where, removed, inserted in edits:
        where %= len(text) + 1
        text = text[:where] + inserted + text[where + removed :]
    if cut is not None:
        text = text[: cut % (len(text) + 1)]
    damage = None
    try:
        found = read(text)
    except RecordError as error:
        damage = error
    if damage is None:
        # Some damage produces another valid record.
        assert read(write(found)) == found
    else:
        line = damage.numbers["line"]
        assert isinstance(line, int)
        assert 1 <= line <= text.count("\n") + 1
        assert not {"\n", "\x1b"} & set(str(damage))


def test_python_function_cannot_be_recorded() -> None:
    rules = outnumber.game("number-duel", range=5, link=lambda a, b: a + b > 0)
    with pytest.raises(outnumber.OptionError) as refused:
        write(Match(rules, rounds=(Round.begin(rules),)))
    assert refused.value.code == "function-criterion"


def test_comment_of_several_lines_is_written_on_one() -> None:
    rules = outnumber.game("order-challenge")
    match = Match(rules, rounds=(Round.begin(rules, [3])._replace(comments=((1, "one\ntwo }\r\nthree"),)),))
    assert read(write(match)).current.comments == ((1, "one two } three"),)


def test_unclosed_braces_are_read_in_linear_time() -> None:
    """The rest of the line used to be read for each, which took minutes for a file of 100 KB."""
    begun = '[Outnumber "1"]\n[Game "order-challenge"]\n\n[Round "1"]\n[Result "unfinished"]\n\n'
    wrong: list[RecordError] = []
    match = read(begun + "{" * 100_000, wrong)
    assert [str(error) for error in wrong] == ["line 7: a remark in braces must end on its line."]
    assert match.current.comments == ((0, "{" * 99_999),)


def test_memory_for_a_long_or_badly_damaged_record_is_proportional_to_its_size() -> None:
    wrong: list[RecordError] = []
    with pytest.raises(RecordError, match="Game"):
        read('[Outnumber "1"]\n' + "[\n" * 5000, wrong)
    assert len(wrong) == record.MOST_WRONG
    # A backtracking pattern stores hundreds of bytes for each character.
    tracemalloc.start()
    long = '[X "' + "y" * 100_000 + '\\"' * 100_000 + '"]'
    assert dict(read(f'[Outnumber "1"]\n[Game "order-challenge"]\n{long}\n').tags)["X"][-1] == '"'
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3_000_000


@pytest.mark.parametrize(("line", "text", "told", "what"), DAMAGE, ids=range(len(DAMAGE)))
def test_damaged_record_is_read_up_to_the_damage(line: int, text: str | None, told: int, what: str) -> None:
    damaged = changed(line, text)
    wrong: list[RecordError] = []
    if told <= 3:  # nothing can be read without version, game or options
        with pytest.raises(RecordError):
            read(damaged, wrong)
        return
    match = read(damaged, wrong)
    assert what in str(wrong[0])
    assert str(wrong[0]).startswith(f"line {told}: ")
    # All rounds before the damage are read, and the damaged round up to it.
    whole = read(WHOLE)
    before = sum(number <= line for number in (24, 30))
    assert [each.moves for each in match.rounds[:before]] == [each.moves for each in whole.rounds[:before]]
    if line < 15 and match.rules == whole.rules and match.length == whole.length:
        assert [each.moves for each in match.rounds] == [each.moves for each in whole.rounds]


def test_errors_are_listed_and_the_part_before_them_is_read() -> None:
    damaged = changed(9, '[First "7"]').replace("2. 9 1", "2. 9 4 1")
    wrong: list[RecordError] = []
    match = read(damaged, wrong)
    assert [str(each) for each in wrong] == [
        "line 9: First must be a whole number from 1 to 2, not '7'.",
        "line 20: 4 is neither a factor nor a multiple of 9. You can play 1.",
    ]
    assert (match.first, match.current.moves, match.current.outcome) == (1, (6, 3, 9), None)


@pytest.mark.parametrize("reason", ["time", "resignation", "left", "fault"])
def test_record_stores_every_way_to_end_a_round(reason: str) -> None:
    match = read(WHOLE.replace("2 resignation", f"2 {reason}"))
    outcome = match.rounds[1].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason.value) == (2, reason)
    assert f'[Result "2 {reason}"]' in write(match)


# A drawn start

FAIR = WHOLE.replace('[Result "2 resignation"]', '[Result "2 resignation"]\n[Start "fair 1"]\n[Seat1 "1"]')


def test_drawn_start_and_picked_seat_are_recorded() -> None:
    match = read(FAIR)
    assert (match.start, match.rounds[1].drawn, match.rounds[1].seat1) == ("fair", 1, 1)
    assert match.seated(Seat.ONE, 2) == 1
    assert write(match).splitlines() == FAIR.splitlines()
    assert read(WHOLE).start == "book"
    assert read(FAIR.replace("fair 1", "book")).start == "book"


@pytest.mark.parametrize("start", ["fair 3", "fair", "fair x", "fair -1", "unfair 1", "", "fair 1 2"])
def test_invalid_start_is_refused(start: str) -> None:
    error = refused(FAIR.replace("fair 1", start))
    assert "Start must be book, or fair and how many of 2 moves were drawn" in str(error)


def test_invalid_seat_is_refused() -> None:
    assert "Seat1 must be a whole number from 1 to 2, not '3'" in str(
        refused(FAIR.replace('[Seat1 "1"]', '[Seat1 "3"]'))
    )


def test_game_clock_is_recorded_with_both_remaining_times() -> None:
    text = changed(11, '[Clock "none"]\n[GameClock "300+2.5"]\n[Left "287.125 0"]')
    match = read(text)
    assert (match.clock, match.game_clock, match.times) == (None, GameClock(300, 2.5), (287.125, 0))
    assert write(match) == text
    assert read(changed(11, '[GameClock "300+3"]')).times == (300, 300)
    assert list(retold(match))[-1].match.times == match.times


def test_clock_headers_that_do_not_apply_are_preserved() -> None:
    assert ("Left", "the room") in read(changed(13, '[Left "the room"]')).tags
