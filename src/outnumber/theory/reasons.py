"""Why a position is won or lost, as values: a stable code, its numbers, and English sentences.

Every sentence is true of its position and speaks to the player who is to move. Front ends that
translate have a voice tell it; everybody else prints the explanation itself.
"""

from __future__ import annotations

from typing import Any

from outnumber.games.base import Seat
from outnumber.games.sentences import Phrase

SENTENCES = {
    # the game is over
    "over-no-move": "{loser} has nothing left to play, so {winner} has won.",
    "over-target": "{winner} has reached exactly {target} and has won.",
    "over-larger": "No token fits any more. {winner} has {more} and {loser} only {less}, so {winner} has "
    "won.",
    "over-first": "No token fits any more, and both have {total}. {winner} got there first and has won.",
    "over-last": "No token fits any more, and both have {total}. {winner} got there last, which wins under "
    "these rules.",
    # Number Stack Duel: two sides
    "sides-opening": "Your opponent must go {side} your first number, and that side must not have more "
    "numbers than the other. {edge} leaves {f} {side} and {k} {other}, so every number from {low} to {high} "
    "wins.",
    "sides-won-one": "You can go to {f:number} {side} {top}, and your opponent could go to {k} {other} it. "
    "{f} is more than {k}, but only just: take the nearest, {near}, so that their side does not grow.",
    "sides-won": "You can go to {f:number} {side} {top}, and your opponent could go to {k} {other} it. {f} "
    "is more than {k}, so take one of the {j} nearest, from {near} to {far}: each leaves your opponent the "
    "side that is not bigger.",
    "sides-lost": "You can go to {f:number} {side} {top}, and your opponent could go to {k} {other} it. {f} "
    "is not more than {k}, so whatever you take leaves your opponent the bigger side.",
    # Order Challenge: private and shared numbers
    "shared-odd": "{b:number} can still be taken by both of you, and who skips one leaves it to the other as "
    "a spare turn. {b} is odd: take the lowest, {lowest}, keep going in order, and the last one is yours.",
    "shared-even": "{b:number} can still be taken by both of you, and who skips one leaves it to the other "
    "as a spare turn. {b} is even, so when you both go in order your opponent takes the last one.",
    "spare-end": "Your opponent has gone past everything that is left, and you can still take {a:number}, "
    "for instance {first}. Take one, and your opponent cannot answer.",
    "spare-even": "Your opponent has gone past {a:number} that you can still take, and {b:number} can be "
    "taken by both. {b} is even, so spend a number of your own, for instance {first}, and let your opponent "
    "start on the shared ones.",
    "spare-odd-one": "Your opponent has gone past {first}, so it is yours to keep as a spare turn, and "
    "{b:number} can be taken by both. {b} is odd, so take the lowest shared one, {lowest}, and save {first} "
    "for later.",
    "spare-odd": "Your opponent has gone past {a:number} that you can still take, and {b:number} can be "
    "taken by both. {b} is odd, so take the lowest shared one, {lowest}, or any number of your own but "
    "{last}: you keep a spare turn.",
    "spare-against": "You have gone past {a:number} that your opponent can still take, and {b:number} can be "
    "taken by both. With that spare turn your opponent can answer whatever you do.",
    # Number Stack Attack: race and stand-off
    "target-now": "You have {own} and need {left} more to reach {target}: play {left} and you win at once.",
    "race-won": "From {own} you need at least {t:token} to reach {target}, and from {theirs} your opponent "
    "needs at least {u}. You move first and {t} is not more than {u}, so you get there first: play {move}, "
    "which leaves you needing {t_after}.",
    "race-lost": "From {own} you need at least {t:token} to reach {target}, and from {theirs} your opponent "
    "needs only {u}. {t} is more than {u}, so your opponent gets there first whatever you play.",
    "duel-won": "You have {own} and your opponent has {theirs}. {w} of the {n:token} that fit can win, for "
    "instance {move}: whatever your opponent answers, you can reach {target} or end with the better total.",
    "duel-lost": "You have {own} and your opponent has {theirs}. None of the {n:token} that fit can win: "
    "after each one your opponent can reach {target} or end with the better total.",
    "alone-won": "No token fits on your opponent's {theirs} any more, so you go on alone. Play {move}: you "
    "can end on {best}, which beats {theirs}.",
    "alone-won-tie": "No token fits on your opponent's {theirs} any more, so you go on alone. Play {move}: "
    "you can end on {best} too, and who gets there {tie} wins a tie.",
    "alone-lost": "No token fits on your opponent's {theirs} any more, so you go on alone. The most you can "
    "end on is {best}, which is less than {theirs}.",
    "alone-lost-tie": "No token fits on your opponent's {theirs} any more, so you go on alone. The most you "
    "can end on is {best}, and who got there {tie} wins a tie.",
    # Number Duel and Strategy Stacks: pairing
    "pairing-end": "Nothing that is left goes with {move}: play it, and your opponent cannot answer.",
    "pairing-won-one": "Play {move}. Your opponent can then answer only {a}, you reply with its partner {b}, "
    "and from there you have a partner to play for every answer.",
    "pairing-won": "Play {move}. Each of the {n:number} that your opponent could answer has a partner of its "
    "own ({pairs:with}), so you can always reply with the partner.",
    "pairing-won-many": "Play {move}. Each of the {n:number} that your opponent could answer has a partner "
    "of its own (for instance {pairs:with}), so you can always reply with the partner.",
    "pairing-lost-one": "You can play only {a}. Your opponent replies with its partner {b}, and from there "
    "has a partner to play for every answer.",
    "pairing-lost": "Each of the {n:number} you can play has a partner of its own ({pairs:with}). Your "
    "opponent can always reply with the partner, so no move wins.",
    "pairing-lost-many": "Each of the {n:number} you can play has a partner of its own (for instance "
    "{pairs:with}). Your opponent can always reply with the partner, so no move wins.",
    # any other game
    "searched-won": "All ways to go on were tried: {w} of your {n:move} win, for instance {move}.",
    "searched-lost": "All ways to go on were tried: none of your {n:move} wins.",
    # hints: where to look, the idea, the move
    "hint-move": "Play {move}.",
    "hint-move-one": "Play {move}: it is the only move that wins.",
    "hint-lost-look": "No move wins here if your opponent plays well. Look for the number that makes it "
    "hardest for them.",
    "hint-lost-idea": "You have {n:number} to try. After the best of them, {w} of {r} possible replies would "
    "win for your opponent.",
    "hint-lost-move": "Try {move}: then {w} of {r} possible replies would win for your opponent.",
    "hint-lost-idea-end": "Your opponent needs no more good moves: whatever you play, the game is decided.",
    "hint-lost-move-end": "Play {move}; every other move loses too.",
    "hint-sides-open-look": "Your opponent must go {side} your number. Think of how many numbers that "
    "leaves.",
    "hint-sides-open-idea": "Choose a number with no more numbers {side} it than {other} it.",
    "hint-sides-look": "Count the unused numbers above {top}, and those below {top}.",
    "hint-sides-idea": "You have the bigger side. Stay close to {top}, so that your opponent's side hardly "
    "grows.",
    "hint-order-look": "Look at the unused numbers above {low} and below {high}: only one of you can take "
    "them.",
    "hint-order-look-shared": "Count the unused numbers above {high}: is the count odd or even?",
    "hint-order-idea-spare": "You have {a:turn} that your opponent cannot take away. Use them so that your "
    "opponent has to open up the shared numbers.",
    "hint-order-idea-shared": "A number that is skipped becomes a spare turn for the opponent. So skip none.",
    "hint-race-look": "Count turns: how many tokens do you need from {own} to {target}, and how many does "
    "your opponent need from {theirs}?",
    "hint-race-idea": "After your move, you must need fewer tokens than your opponent, or have reached "
    "{target}.",
    "hint-race-idea-stuck": "Totals can get stuck below {target}. Choose one from which you can still get "
    "where you want, and your opponent cannot.",
    "hint-pairs-look": "Think in pairs of numbers that go together: what would your opponent answer, and "
    "what would you play then?",
    "hint-pairs-idea": "Pair up the unused numbers as far as you can, and play a number that is left over. "
    "Then every answer has a partner for you.",
    "hint-any-look": "Look at all {n:move} you have.",
    "hint-any-idea": "Find a move after which every answer of your opponent is a mistake.",
}


class Explanation(Phrase):
    """Why the player to move wins or loses; `str()` gives one or two sentences.

    >>> str(Explanation("shared-even", b=4))[:59]
    '4 numbers can still be taken by both of you, and who skips '
    """

    __slots__ = ("code",)

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(SENTENCES[code], **numbers)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.code, dict(self.numbers))


def players(winner: Seat) -> dict[str, Phrase]:
    """Who won and who lost, for a sentence; where their names are known, those can take their places."""
    return {
        "winner": Phrase("Player {seat}", seat=int(winner)),
        "loser": Phrase("Player {seat}", seat=int(winner.other)),
    }


def _again(code: str, numbers: dict[str, Any]) -> Explanation:
    return Explanation(code, **numbers)
