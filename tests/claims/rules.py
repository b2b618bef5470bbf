"""General rules outside the tables of sentences: in guides, themes, error messages and the documentation.

A rule claims something about every position of its games. The tests check all positions of small games, and
that the text still exists where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from outnumber import game
from outnumber.games.numbers import members
from tests.claims.lessons import order as order_lessons
from tests.claims.lessons import pairs as pairs_lessons
from tests.claims.lessons import race as race_lessons
from tests.claims.lessons import sides as sides_lessons
from tests.claims.theory import attack, order, pairs
from tests.claims.truth import Claim, Numbers, Truth


class Rule(NamedTuple):
    """A claim of a text about every position of some games."""

    games: tuple[str, ...]
    claim: Claim
    # The text, and the files below the project root that contain it.
    words: str
    files: tuple[str, ...]
    # Whether it is about one start instead of every position.
    fixed: bool = False


def _kinds(truth: Truth, position: Any, n: Numbers) -> bool:
    """A single winning move is the nearest to the top, a single losing move the farthest from it."""
    if not position.top:
        return True
    nearest_first = sorted(position.legal_moves(), key=lambda move: abs(move - position.top))
    winning = truth.winning(position)
    losing = [move for move in nearest_first if move not in winning]
    return (len(winning) != 1 or winning == nearest_first[:1]) and (
        len(losing) != 1 or len(nearest_first) == 1 or losing == nearest_first[-1:]
    )


def _keeps(truth: Truth, position: Any, n: Numbers) -> bool:
    """The nearest number does not enlarge the opponent's side."""
    nearest = min(position.legal_moves(), key=lambda move: abs(move - position.top))
    other = position.unused.bit_count() - position.legal.bit_count()
    return not position.top or position.play(nearest).legal.bit_count() == other


def _nearest_wins(truth: Truth, position: Any, n: Numbers) -> bool:
    """The mover wins exactly if their side has more numbers, and then with the nearest."""
    return sides_lessons.CLAIMS["sides-rule"](truth, position, n)


def _small_openings_lose(truth: Truth, position: Any, n: Numbers) -> bool:
    return truth.winning(game("number-stack-duel").start()) == [5, 6, 7, 8, 9]


def _skips_lose(truth: Truth, position: Any, n: Numbers) -> bool:
    """A shared number that is skipped is the other player's gift, and skipping one loses."""
    shared = order.for_both(position)
    given = all(
        {number for number in shared if number < move} <= {*order.gifts_of(position.play(move))}
        for move in shared
    )
    return given and not any(truth.wins(position, move) for move in shared[1:])


def _one_gift(truth: Truth, position: Any, n: Numbers) -> bool:
    """With one gift, it is the only right move if the count is even, else the lowest shared number is."""
    gifts, shared = order.gifts_of(position), order.for_both(position)
    return len(gifts) != 1 or truth.winning(position) == (shared[:1] if len(shared) % 2 else gifts)


def _for_both(truth: Truth, position: Any, n: Numbers) -> bool:
    """A shared number is right only if it is the lowest and their count is odd; gifts of the opponent win."""
    shared = order.for_both(position)
    right = shared[: len(shared) % 2 if not order.gifts_of(position, mover=False) else 0]
    return [move for move in truth.winning(position) if move in shared] == right


def _one_of_few(truth: Truth, position: Any, n: Numbers) -> bool:
    """A single winning move is the lowest or the second lowest, a single losing move the second highest."""
    legal, winning = list(position.legal_moves()), truth.winning(position)
    losing = [move for move in legal if move not in winning]
    return (len(winning) != 1 or winning[0] in legal[:2]) and (
        len(losing) != 1 or len(legal) == 1 or losing == legal[-2:-1]
    )


def _ninety_nine(truth: Truth, position: Any, n: Numbers) -> bool:
    """An odd range is won only by opening with 1, an even one by the second player."""
    start = game("order-challenge", range=position.rules.range).start()
    return truth.winning(start) == ([1] if start.rules.range % 2 else [])


def _fewer(truth: Truth, position: Any, n: Numbers) -> bool:
    """While the opponent can reach the target: a move wins exactly if the mover then needs fewer tokens."""
    return race_lessons.CLAIMS["race-rule"](truth, position, n)


def _first_there(truth: Truth, position: Any, n: Numbers) -> bool:
    """While the opponent can reach the target: the mover wins exactly if they need no more tokens."""
    mine, theirs = race_lessons.needed(position)
    return theirs == inf or truth.won(position) == (mine <= theirs)


def _out_of_reach(truth: Truth, position: Any, n: Numbers) -> bool:
    """If the opponent cannot reach the target, every token after which the mover still can wins."""
    own, (_, theirs) = position.total(position.turn), race_lessons.needed(position)
    return theirs < inf or all(
        truth.wins(position, move)
        for move in position.legal_moves()
        if attack.turns_left(position, own + move) < inf
    )


def _ends_higher(truth: Truth, position: Any, n: Numbers) -> bool:
    """If neither can reach the target, the player who can end higher wins."""
    mine, theirs = attack.highest_ends(position)
    if min(race_lessons.needed(position)) < inf or mine == theirs:
        return True
    return truth.won(position) == (mine > theirs)


def _left_over(truth: Truth, position: Any, n: Numbers) -> bool:
    return pairs_lessons.CLAIMS["pairs-rule"](truth, position, n)


def _all_paired(truth: Truth, position: Any, n: Numbers) -> bool:
    """If all numbers can be paired, the second player wins; else each number that can be left out wins."""
    start: Any = position.rules.start()
    most, count = truth.most_pairs(start.rules, start.unused), start.unused.bit_count()
    left_over = pairs.can_be_left_out(truth, start)
    return truth.winning(start) == left_over and (2 * most < count or not left_over)


def _large_prime(truth: Truth, position: Any, n: Numbers) -> bool:
    """To play 1 loses while a prime larger than half the range is left."""
    if 1 not in position.legal_moves() or position.rules.options.get("link", ["multiple"]) != ["multiple"]:
        return True
    size = position.rules.range
    primes = [
        p for p in members(position.unused) if 2 * p > size and all(p % d for d in range(2, p)) and p > 1
    ]
    return not primes or not truth.wins(position, 1)


def _one_to_ten(truth: Truth, position: Any, n: Numbers) -> bool:
    """1 to 9 is won by the first player, 1 to 10 by the second, and from 1 to 12 the 7 goes only with 1."""
    nine, ten, twelve = (game("number-duel", range=size).start() for size in (9, 10, 12))
    links = {number: twelve.rules.row(number).bit_count() for number in range(1, 13)}
    alone = [*members(twelve.rules.row(7))] == [1] and min(links, key=lambda each: links[each]) == 7
    return truth.won(nine) and truth.lost(ten) and alone and [*links.values()].count(1) == 1


def _neighbours(truth: Truth, position: Any, n: Numbers) -> bool:
    return pairs_lessons.CLAIMS["duel-neighbour"](truth, position, {"pairs": pairs_lessons.APART})


def _eight(truth: Truth, position: Any, n: Numbers) -> bool:
    """1 to 6 and 1 to 10 can be paired up, 1 to 8 cannot, because 5 and 7 both need the 1."""
    starts: list[Any] = [game("strategy-stacks", range=size).start() for size in (6, 8, 10)]
    whole = [2 * truth.most_pairs(start.rules, start.unused) == start.rules.range for start in starts]
    return whole == [True, False, True] and [starts[1].rules.row(each) for each in (5, 7)] == [2, 2]


def _divided_twice(truth: Truth, position: Any, n: Numbers) -> bool:
    return 42 % 14 == 0 and bool({*"14"} & {*"42"})


def guides(*games: str) -> tuple[str, ...]:
    return tuple(f"src/outnumber/language/games/{name.replace('-', '_')}/guide.en.txt" for name in games)


THEMES, KINDS = "src/outnumber/study/puzzles/themes.json", "src/outnumber/study/puzzles/kinds.py"
THEORY, PUZZLES, TEACHING = (
    "docs/explanation/theory.md", "docs/how-to/puzzles.md", "docs/tutorials/teaching.md"
)  # fmt: skip
SIDES, ORDER, RACE = ("number-stack-duel",), ("order-challenge",), ("number-stack-attack",)
STACKS, DUEL = ("strategy-stacks",), ("number-duel",)
WALKS = (*STACKS, *DUEL)

Check = Callable[[Truth, Any, Numbers], bool]
RULES = [
    Rule(SIDES, _kinds, "the only winning move is always the one nearest to the top", (KINDS, PUZZLES)),
    Rule(SIDES, _kinds, "the only losing move is always the one farthest from the top", (KINDS,)),
    Rule(SIDES, _kinds, "the only losing move the one farthest from it", (PUZZLES,)),
    Rule(
        SIDES,
        _keeps,
        "Take the number nearest to the top: your opponent's side does not grow then.",
        (THEMES,),
    ),
    Rule(
        SIDES,
        _nearest_wins,
        "The player to move wins exactly when their side has more. Then the nearest number is "
        "always a good move",
        guides(*SIDES),
    ),
    Rule(SIDES, _nearest_wins, "You win exactly when `f` is more than `k`.", (THEORY,)),
    Rule(
        SIDES,
        sides_lessons.CLAIMS["sides-near"],
        "All numbers that you jump over are then on the opponent's side.",
        guides(*SIDES),
    ),
    Rule(
        SIDES,
        _small_openings_lose,
        "With 1 to 9, all first numbers from 1 to 4 lose.",
        guides(*SIDES),
        fixed=True,
    ),
    Rule(ORDER, _one_of_few, "the only losing move is always the second highest", (KINDS, PUZZLES)),
    Rule(ORDER, _one_of_few, "the only winning move is the lowest or the second lowest", (PUZZLES,)),
    Rule(
        ORDER,
        _skips_lose,
        "A number for both of you that you skip is your opponent's gift, so skip none.",
        (THEMES,),
    ),
    Rule(
        ORDER, _one_gift, "Play your only gift when the count of numbers for both of you is even.", (THEMES,)
    ),
    Rule(
        ORDER,
        _one_gift,
        "Give your only gift up and take the lowest when the count of numbers for both of you is odd.",
        (THEMES,),
    ),
    Rule(
        ORDER, order_lessons.CLAIMS["order-rule"], "A move is right exactly when", (*guides(*ORDER), THEORY)
    ),
    Rule(
        ORDER,
        order_lessons.CLAIMS["order-give-up"],
        "gives up every gift below it",
        guides(*ORDER),
    ),
    Rule(
        ORDER,
        order_lessons.CLAIMS["order-give-up"],
        "If you take a number that both of you could take, you lose every gift below it.",
        (THEORY,),
    ),
    Rule(
        ORDER,
        _for_both,
        "(The lowest one, when their count is odd. With a single gift it is then the only right move.)",
        guides(*ORDER),
    ),
    Rule(ORDER, _one_gift, "With a single gift it is then the only right move.", guides(*ORDER)),
    Rule(
        ORDER,
        _ninety_nine,
        "Who wins with 1 to 100? (The first player, with 1. The second player.)",
        guides(*ORDER),
    ),
    Rule(
        RACE,
        _fewer,
        "As long as they can still reach it, a token wins exactly when you then need fewer turns than "
        "they do.",
        guides(*RACE),
    ),
    Rule(
        RACE,
        _fewer,
        "After your move you must be fewer tokens from the target than your opponent, unless they can no "
        "longer reach it. Count both.",
        (THEMES,),
    ),
    Rule(
        RACE,
        _first_there,
        "wins if they need no more tokens than the opponent, and a token wins if you then need fewer.",
        (THEORY,),
    ),
    Rule(
        RACE,
        _fewer,
        "wins if they need no more tokens than the opponent, and a token wins if you then need fewer.",
        (THEORY,),
    ),
    Rule(
        RACE,
        _out_of_reach,
        "Your opponent cannot reach the target any more: choose a total from which you still can.",
        (THEMES,),
    ),
    Rule(
        RACE,
        _ends_higher,
        "the player who can end higher wins; if both can end on the same total",
        (THEORY,),
    ),
    Rule(
        WALKS,
        _left_over,
        "Leave out a number that you can play. If the rest still makes just as many pairs, that number wins.",
        (THEMES,),
    ),
    Rule(
        WALKS,
        _left_over,
        "Now leave out a number that you can play: if the rest still makes just as many pairs, "
        "that number wins.",
        (THEORY,),
    ),
    Rule(STACKS, _left_over, "Do the rest still make just as many pairs? Then it wins.", guides(*STACKS)),
    Rule(
        STACKS,
        _all_paired,
        "If all numbers have a partner, the second player wins by always answering with the "
        "partner. If a number is left over, the first player may begin with it",
        guides(*STACKS),
    ),
    Rule(
        DUEL,
        _all_paired,
        "If all have a partner, the second player wins by answering with it.",
        guides(*DUEL),
    ),
    Rule(
        STACKS,
        _large_prime,
        "Why does it lose to play 1 while a prime larger than half the range is left?",
        guides(*STACKS),
    ),
    Rule(
        STACKS,
        _eight,
        "Then try 1 to 8: why does it not work there? (5 and 7 both need the 1.)",
        guides(*STACKS),
        fixed=True,
    ),
    Rule(
        STACKS,
        _eight,
        "And why is there no such list for 1 to 8? (5 and 7 both need the 1.)",
        (TEACHING,),
        fixed=True,
    ),
    Rule(
        DUEL,
        _one_to_ten,
        "With 1 to 9 the first player wins, with 1 to 10 the second.",
        guides(*DUEL),
        fixed=True,
    ),
    Rule(
        DUEL,
        _one_to_ten,
        "Which number from 1 to 12 goes with the fewest others? (7: only 1 goes with it.)",
        guides(*DUEL),
        fixed=True,
    ),
    Rule(
        DUEL,
        _neighbours,
        "answering with the neighbour: 10–11, 12–13, 16–17 and so on, but 1–20 or 1–100, 2–6, "
        "3–9, 4–8, 5–15 and 7–14",
        guides(*DUEL),
        fixed=True,
    ),
    Rule(DUEL, _divided_twice, "(42 is a multiple of 14, and both have a 4.)", guides(*DUEL), fixed=True),
]
