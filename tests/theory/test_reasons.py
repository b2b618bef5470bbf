"""Reasons are true: the numbers are read back out of the sentences and checked against the rules."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

from outnumber import Seat
from outnumber.theory.reasons import SENTENCES, Explanation, players
from outnumber.theory.solve import solve
from tests import naive
from tests.theory.cases import Solved, Spec, attacks, name, pool_games

GAMES: list[Spec] = [spec for size in (1, 2, 5, 7, 8) for spec in pool_games(size)]
GAMES += [spec for target in (5, 9, 13, 16) for spec in attacks(target)]
# Long enough for more answers than a sentence names, and for a total that nobody can catch up with.
GAMES += [("number-duel", {"range": 10}), ("number-stack-attack", {"target": 20, "tokens": "3,7"})]

Check = Callable[[Any, Solved, tuple[str, ...]], bool]


def unused(position: Any) -> list[int]:
    return [n for n in range(1, position.rules.range + 1) if position.unused >> n & 1]


def beyond(position: Any, side: str, top: int) -> list[int]:
    """The unused numbers above or below one, the nearest first."""
    if side == "above":
        return [n for n in unused(position) if n > top]
    return [n for n in reversed(unused(position)) if n < top]


def sides_opening(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    side, other = found[0], found[4]
    edge, f, k, low, high = map(int, (*found[1:4], *found[5:]))
    rest = {"above": position.rules.range - edge, "below": edge - 1}
    wins = list(range(low, high + 1)) == game.winning(position)
    return {side, other} == {"above", "below"} and (rest[side], rest[other]) == (f, k) and f <= k and wins


def sides(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    f, top, k = int(found[0]), int(found[2]), int(found[3])
    counted = (len(beyond(position, found[1], top)), len(beyond(position, found[4], top))) == (f, k)
    legal = sorted(beyond(position, found[1], top)) == list(position.legal_moves())
    repeated = (int(found[5]), int(found[7])) == (f, k)
    return counted and legal and repeated and (f > k) == (found[6] == "") and top == position.top


def near_one(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    return game.winning(position) == [int(found[0])]


def near_some(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    count, near, far = map(int, found)
    numbers = [n for n in unused(position) if min(near, far) <= n <= max(near, far)]
    closest = min(position.legal_moves(), key=lambda n: abs(n - position.top))
    return game.winning(position) == numbers and len(numbers) == count and near == closest


def lost(position: Any, game: Solved, _: tuple[str, ...]) -> bool:
    return not game.winning(position)


def spare(position: Any) -> tuple[list[int], list[int]]:
    low, high = sorted((position.own, position.theirs))
    return [n for n in unused(position) if low < n < high], [n for n in unused(position) if n > high]


def shared_only(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    private, shared = spare(position)
    odd = found[2] == "odd"
    return not private and len(shared) == int(found[0]) == int(found[1]) and len(shared) % 2 == odd


def lowest_wins(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    return game.winning(position) == [int(found[0])] == spare(position)[1][:1]


def counts(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    private, shared = spare(position)
    mine = found[0] == "Your opponent has"
    return (position.own < position.theirs) == mine and [len(private), len(shared)] == [
        int(n) for n in found[1:]
    ]


def spend_own(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    private, shared = spare(position)
    return (
        len(shared) == int(found[0])
        and not len(shared) % 2
        and game.winning(position) == private
        and int(found[1]) in private
    )


def keep_one(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    only, b, again, lowest, kept = map(int, found)
    private, shared = spare(position)
    return (
        private == [only] == [kept]
        and len(shared) == b == again
        and game.winning(position) == [lowest] == shared[:1]
    )


def keep_last(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    private, shared = spare(position)
    again, lowest, last = map(int, found)
    wins = sorted({*private} - {last} | {lowest})
    return len(shared) == again and again % 2 == 1 and last == private[-1] and game.winning(position) == wins


def spare_end(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    private, shared = spare(position)
    return (
        not shared
        and len(private) == int(found[0])
        and game.winning(position) == private
        and int(found[1]) in private
    )


def totals(position: Any) -> tuple[int, int, int]:
    own, theirs = position.total(position.turn), position.total(position.turn.other)
    return own, theirs, position.rules.target


def fewest(position: Any, lack: int) -> int:
    sums, count = {0}, 0
    while lack not in sums:
        sums, count = (
            {n + v for n in sums for v in position.rules.options["tokens"] if n + v <= lack},
            count + 1,
        )
    return count


def target_now(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    have, left, target, token = map(int, found)
    own, _, goal = totals(position)
    return (
        (have, target, token) == (own, goal, left) and own + left == goal and left in position.legal_moves()
    )


def race(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    have, t, goal, other, u = map(int, found)
    own, theirs, target = totals(position)
    return (have, other, goal) == (own, theirs, target) and (t, u) == (
        fewest(position, goal - own),
        fewest(position, goal - other),
    )


def race_won(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    t, u, move, left = map(int, found)
    own, _, target = totals(position)
    return t <= u and move in game.winning(position) and left == fewest(position, target - own - move)


def race_lost(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    return int(found[0]) > int(found[1]) and not game.winning(position)


def duel(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    own, theirs, _ = totals(position)
    return (int(found[0]), int(found[1])) == (own, theirs)


def duel_won(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    good, fit, move, target = map(int, found)
    winning = game.winning(position)
    return (
        good == len(winning)
        and fit == len(position.legal_moves())
        and move in winning
        and target == totals(position)[2]
    )


def duel_lost(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    return (
        not game.winning(position)
        and int(found[0]) == len(position.legal_moves())
        and int(found[1]) == totals(position)[2]
    )


def ends(position: Any, own: int) -> set[int]:
    """The totals where a player who goes on alone can end."""
    target, tokens = position.rules.target, position.rules.options["tokens"]
    fit = [token for token in tokens if own + token <= target]
    return set().union(*(ends(position, own + token) for token in fit)) if fit else {own}


def alone(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    _, theirs, target = totals(position)
    return int(found[0]) == theirs and theirs + min(position.rules.options["tokens"]) > target


def alone_won(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    move, best = map(int, found[:2])
    own, theirs, _ = totals(position)
    beats = (
        best == theirs and found[2] == position.rules.tie == "last"
        if found[2]
        else best > theirs == int(found[3])
    )
    return move in game.winning(position) and best == max(ends(position, own + move)) and beats


def alone_lost(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    own, theirs, _ = totals(position)
    best = int(found[0])
    worse = (
        best == theirs and found[1] == position.rules.tie == "first"
        if found[1]
        else best < theirs == int(found[2])
    )
    return not game.winning(position) and best == max(ends(position, own)) and worse


def go_together(position: Any, a: int, b: int) -> bool:
    links = position.rules.options.get("link", ["multiple"])
    return {a, b} <= {*unused(position)} and any(naive.linked(link, a, b) for link in links)


def pairs_of(text: str) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in re.findall(r"(\d+) with (\d+)", text)]


def end_now(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    return not position.play(int(found[0])).legal_moves()


def partner_replies(position: Any, game: Solved, winner: Any, pairs: list[tuple[int, int]]) -> bool:
    """Each pair goes together, none shares a number, and the partner is a winning reply."""
    listed = [n for pair in pairs for n in pair]
    good = all(game.values[position.play(a).play(b)].winner is winner for a, b in pairs)
    return len({*listed}) == len(listed) and all(go_together(position, a, b) for a, b in pairs) and good


def pairing_won(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    move, count, instance, pairs = int(found[0]), int(found[1]), found[2], pairs_of(found[3])
    after = position.play(move)
    answers = {*after.legal_moves()}
    complete = answers <= {n for pair in pairs for n in pair}
    return (
        move in game.winning(position)
        and len(answers) == count
        and complete == (not instance)
        and partner_replies(after, game, position.turn, pairs)
    )


def pairing_won_one(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    move, a, b = map(int, found)
    after = position.play(move)
    return [*after.legal_moves()] == [a] and partner_replies(after, game, position.turn, [(a, b)])


def pairing_lost(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    count, instance, pairs = int(found[0]), found[1], pairs_of(found[2])
    complete = {*position.legal_moves()} <= {n for pair in pairs for n in pair}
    return (
        not game.winning(position)
        and len(position.legal_moves()) == count
        and complete == (not instance)
        and partner_replies(position, game, position.turn.other, pairs)
    )


def pairing_lost_one(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    a, b = map(int, found)
    return [*position.legal_moves()] == [a] and partner_replies(position, game, position.turn.other, [(a, b)])


def over_no_move(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    return not position.legal_moves() and outcome_is(position, int(found[0]), int(found[1]))


def outcome_is(position: Any, loser: int, winner: int) -> bool:
    return {loser, winner} == {1, 2} and bool(position.outcome().winner == winner)


def over_target(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    winner, target = map(int, found)
    won = bool(position.outcome().winner == winner)
    return won and position.total(Seat(winner)) == target == position.rules.target


def over_larger(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    winner, more, loser, less, again = map(int, found)
    have = {1: position.one, 2: position.two}
    return (
        outcome_is(position, loser, winner)
        and winner == again
        and (have[winner], have[loser]) == (more, less)
        and more > less
    )


def over_tied(position: Any, game: Solved, found: tuple[str, ...]) -> bool:
    total, winner = map(int, found[:2])
    equal = bool(position.one == position.two == total)
    return equal and position.outcome().winner == winner and found[2] == position.rules.tie


N = r"(\d+)"
COUNT = r"(\d+) numbers?"
CLAIMS: list[tuple[str, Check]] = [
    (
        rf"must go (\w+) your first .*\. {N} leaves {N} \w+ and {N} (\w+), so .* from {N} to {N} wins\.$",
        sides_opening,
    ),
    (
        rf"^You can go to {COUNT} (\w+) {N}, and .* to {N} (\w+) it\. {N} is (not )?more than {N}",
        sides,
    ),
    (rf"take the nearest, {N},", near_one),
    (rf"one of the {N} nearest, from {N} to {N}:", near_some),
    (
        r"your opponent the bigger side\.$|answer whatever you do\.$|your opponent takes the last one\.$",
        lost,
    ),
    (rf"^{COUNT} can still be taken by both of you.* {N} is (odd|even)", shared_only),
    (rf"take the lowest, {N}, keep going", lowest_wins),
    (rf"^(Your opponent has|You have) gone past {COUNT} that .*, and {COUNT} can be taken by both\.", counts),
    (rf"{N} is even, so spend a number of your own, for instance {N},", spend_own),
    (
        rf"gone past {N}, so it is yours.* {COUNT} can.* {N} is odd.* lowest shared one, {N}, and save {N} ",
        keep_one,
    ),
    (rf"{N} is odd, so take the lowest shared one, {N}, or any number of your own but {N}:", keep_last),
    (rf"past everything that is left, and you can still take {COUNT}, for instance {N}\.", spare_end),
    (rf"^You have {N} and need {N} more to reach {N}: play {N} and you win at once\.$", target_now),
    (
        rf"^From {N} you need at least {N} tokens? to reach {N}, and from {N} your.* (?:at least|only) {N}\.",
        race,
    ),
    (
        rf"{N} is not more than {N}, so you get there first: play {N}, which leaves you needing {N}\.$",
        race_won,
    ),
    (rf"{N} is more than {N}, so your opponent gets there first", race_lost),
    (rf"^You have {N} and your opponent has {N}\.", duel),
    (rf"{N} of the {N} tokens? that fit can win, for instance {N}: .* reach {N} or end", duel_won),
    (rf"None of the {N} tokens? that fit can win: .* reach {N} or end", duel_lost),
    (rf"^No token fits on your opponent's {N} any more, so you go on alone\.", alone),
    (
        rf"Play {N}: you can end on {N}(?: too, and who gets there (\w+) wins a tie|, which beats {N})\.$",
        alone_won,
    ),
    (
        rf"most you can end on is {N}(?:, and who got there (\w+) wins a tie|, which is less than {N})\.$",
        alone_lost,
    ),
    (rf"^Nothing that is left goes with {N}: play it", end_now),
    (
        rf"^Play {N}\. Each of the {COUNT} that your opponent could answer .* \((for instance )?(.*)\), so",
        pairing_won,
    ),
    (
        rf"^Play {N}\. Your opponent can then answer only {N}, you reply with its partner {N},",
        pairing_won_one,
    ),
    (rf"^Each of the {COUNT} you can play .* \((for instance )?(.*)\)\. Your", pairing_lost),
    (rf"^You can play only {N}\. Your opponent replies with its partner {N},", pairing_lost_one),
    (rf"^Player {N} has nothing left to play, so Player {N} has won\.$", over_no_move),
    (rf"^Player {N} has reached exactly {N} and has won\.$", over_target),
    (
        rf"^No token fits any more\. Player {N} has {N} and Player {N} only {N}, so Player {N} has won\.$",
        over_larger,
    ),
    (rf"^No token fits any more, and both have {N}\. Player {N} got there (first|last)", over_tied),
]


Reasons = dict[str, tuple[Solved, dict[Any, Explanation]]]


@pytest.fixture(scope="module")
def reasons() -> Reasons:
    """Every game with the reason of each of its positions, whichever tests of this file are run."""
    games = {name(spec): Solved(spec) for spec in GAMES}
    return {
        key: (game, {position: solve(position).reason for position in game.values})
        for key, game in games.items()
    }


@pytest.mark.parametrize("spec", GAMES, ids=name)
def test_the_numbers_in_a_reason_are_true(spec: Spec, reasons: Reasons) -> None:
    game, given = reasons[name(spec)]
    for position, reason in given.items():
        text = str(reason)
        claims = [(check, match) for pattern, check in CLAIMS if (match := re.search(pattern, text))]
        assert claims, text
        # Every number of the sentence belongs to a claim that is checked.
        spans = [match.span(group) for _, match in claims for group in range(1, (match.re.groups or 0) + 1)]
        for number in re.finditer(r"\d+", text):
            assert any(start <= number.start() and number.end() <= end for start, end in spans), (
                text,
                number,
            )
        for check, match in claims:
            assert check(position, game, tuple(part or "" for part in match.groups())), (
                position,
                text,
                match.re,
            )


def test_every_sentence_about_a_position_is_checked(reasons: Reasons) -> None:
    met = {reason.code for _, given in reasons.values() for reason in given.values()}
    assert {code for code in SENTENCES if not code.startswith(("hint-", "searched-"))} <= met


def test_sentences_count_in_plain_english() -> None:
    one = Explanation("shared-odd", b=1, lowest=9)
    assert str(one).startswith("1 number can still be taken")
    assert str(Explanation("shared-odd", b=3, lowest=7)).startswith("3 numbers can still be taken")


def test_explanations_are_values() -> None:
    assert (
        Explanation("pairing-end", move=7)
        == Explanation("pairing-end", move=7)
        != Explanation("pairing-end", move=5)
    )
    assert len({Explanation("pairing-end", move=7), Explanation("pairing-end", move=7)}) == 1
    assert Explanation("pairing-end", move=7) != "pairing-end"
    assert repr(Explanation("hint-move", move=7)) == "<Explanation 'Play 7.'>"
    won = Explanation("over-target", target=21, **players(Seat.TWO))
    again = pickle.loads(pickle.dumps(won))  # noqa: S301  # our own bytes
    assert (type(again), again, again.code) == (Explanation, won, "over-target")
    assert str(again) == "Player 2 has reached exactly 21 and has won."
