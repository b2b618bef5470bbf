"""Advice for a position: the move to play, and three hint steps that lead to it.

In a won position, it is the winning move that is easiest to follow, `verdict.move`, which the reason, `why`
and the pictures use too. In a lost position, it is the move that people most often answer wrongly: by the
share of wrong answers, then by the chance that the levels make a mistake. If no answer can be wrong yet, it
is the move towards the first one that can. The number of moves examined is limited, and smaller if a verdict
costs more.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from outnumber.games import IllegalMove, Phrase, Position

from .best import evenly_spread, lowest, move_budget, shares
from .bounded import solve
from .human_model import chance_to_err
from .reasons import Explanation
from .verdict import Verdict

# Maximum number of moves examined in a lost position, and of verdicts in the search for the first possible
# mistake; fewer if more numbers are left.
LOOKS = 128
AHEAD = 16_000
# Number of hardest moves compared by the chance that the levels make a mistake.
FINALISTS = 6


class Advice(NamedTuple):
    """A move, and three hint steps: where to look, the idea, the move."""

    move: int
    steps: tuple[Phrase, Phrase, Phrase]


def advise(position: Position) -> Advice:
    """The move to play, and how to find it; raises `IllegalMove` once the game is over.

    >>> from outnumber.games.registry import game
    >>> advise(game("number-stack-duel").start()).move
    9
    """
    if position.outcome():
        raise IllegalMove("game-over")
    verdict = solve(position)
    return _won(position, verdict) if verdict.winning else _lost(position)


def hints(position: Position) -> tuple[Phrase, Phrase, Phrase]:
    """Where to look, the idea, and the move; raises `IllegalMove` once the game is over.

    The first two do not reveal the move.

    >>> from outnumber.games.registry import game
    >>> for step in hints(game("number-stack-attack").start().play(3).play(4)):
    ...     print(step)
    Count turns: how many tokens do you need from 3 to 21, and how many does your opponent need from 4?
    Your opponent needs at least 2 tokens. After which token do you need fewer than 2?
    Play 9: it is the only move that wins.
    """
    return advise(position).steps


def played(before: Position, move: int) -> Explanation:
    """The effect of a move, given the position before it."""
    winning = solve(before).winning
    if move in winning:
        return Explanation("move-won" if len(winning) > 1 else "move-only", move=move)
    if winning:
        return Explanation("move-mistake", move=move, moves=winning)
    return Explanation("move-lost", move=move)


def partner_list(position: Position) -> Explanation | None:
    """The list of partners, the mover's own or the opponent's; None if it has fewer than two pairs."""
    if position.outcome():
        return None
    verdict = solve(position)
    move = verdict.move
    if verdict.reason.code.endswith("-end"):
        return None  # the game is over before partners matter
    pairs = tuple(sorted((a, b) for a, b in verdict.partners(move).items() if a < b))
    if len(pairs) < 2:
        return None
    if not move:
        return Explanation("pairs-against", pairs=pairs)
    return Explanation("pairs-after", move=move, pairs=pairs)


def _won(position: Position, verdict: Verdict) -> Advice:
    move = verdict.move
    at_once = position.play(move).outcome() is not None
    only = len(verdict.winning) == 1
    code = "hint-move-now" if at_once else "hint-move-one" if only else "hint-move"
    look, idea = verdict.help or (
        Explanation("hint-any-look", n=len(position.legal_moves())),
        Explanation("hint-any-idea-now" if at_once else "hint-any-idea"),
    )
    return Advice(move, (look, idea, Explanation(code, move=move)))


def _lost(position: Position) -> Advice:
    moves = position.legal_moves()
    found = shares(
        position, max(move_budget(position), min(LOOKS, LOOKS * 100 // max(position.unused_count, 1)))
    )
    if min(found.values()) == 1:
        return _none_can_err(position, len(found) == len(moves))
    hardest = {move: position.play(move) for move in evenly_spread(lowest(found), FINALISTS)}
    move = max(hardest, key=lambda each: chance_to_err(hardest[each], solve(hardest[each])))
    after = hardest[move]
    verdict = solve(after)
    numbers = {"w": len(verdict.winning), "r": len(after.legal_moves())}
    one, single = ("-one" if len(moves) == 1 else ""), ("-one" if numbers["w"] == 1 else "")
    # The answer that `why` names, if there is a list of partners.
    reply = solve(position).partners().get(move, verdict.move)
    last = Explanation(f"hint-lost-move{single}", move=move, reply=reply, **numbers)
    return Advice(
        move, (Explanation(f"hint-lost-look{one}"), Explanation(f"hint-lost-idea{one}", **numbers), last)
    )


def _none_can_err(position: Position, all_seen: bool) -> Advice:
    """No answer to the examined moves can be wrong."""
    moves = position.legal_moves()
    found = _first_mistake(position) if all_seen else None
    if found is None:
        move = moves[0]
        look = "hint-wait-look" if all_seen else "hint-lost-look"
        idea = "hint-wait-idea-open" if all_seen else "hint-lost-idea-open"
        return Advice(
            move, (Explanation(look), Explanation(idea), Explanation("hint-wait-move-open", move=move))
        )
    move, answers = found
    if not answers:
        last = Explanation("hint-decided-move-one" if len(moves) == 1 else "hint-decided-move", move=move)
        return Advice(move, (Explanation("hint-decided-look"), Explanation("hint-decided-idea"), last))
    m = answers - 1
    one = "-one" if m == 1 else ""
    last = Explanation(f"hint-wait-move{one}", move=move, m=m)
    return Advice(move, (Explanation("hint-wait-look"), Explanation(f"hint-wait-idea{one}", m=m), last))


def _first_mistake(position: Position) -> tuple[int, int] | None:
    """The move towards the first answer that can be wrong, and the number of that answer; 0 if none can.

    None if the search would take too long.
    """
    me, left = position.turn, min(1000, AHEAD // max(position.unused_count, 1))
    seen = {position}
    # Positions with the first move of their path and the number of answers given; those with fewer answers
    # come first.
    waiting: deque[tuple[Position, int, int]] = deque([(position, 0, 0)])
    while waiting:
        at, first, answers = waiting.popleft()
        if at.outcome():
            continue
        mine = at.turn is me
        if not mine:
            answers += 1
            left -= 1
            if len(solve(at).winning) < len(at.legal_moves()):
                return first, answers
        if left <= 0 or len(at.legal_moves()) > left:
            return None
        for move in at.legal_moves():
            after = at.play(move)
            if after not in seen:
                seen.add(after)
                entry = after, first or move, answers
                if mine:
                    waiting.appendleft(entry)
                else:
                    waiting.append(entry)
    return position.legal_moves()[0], 0
