"""What is said in Number Duel and Strategy Stacks: every number gets a partner."""

from __future__ import annotations

SENTENCES = {
    "pairing-end": (
        "Nothing that is left goes with {move}. Play it: your opponent cannot answer, and you win at once."
    ),
    "pairing-won-one-end": (
        "Play {move}. Your opponent can then answer only with {a}, you play {b}, and they cannot answer any "
        "more."
    ),
    "pairing-won-one": (
        "Play {move}. Your opponent can then answer only with {a}, and you play {b}. From there on every "
        "number that they can play has a partner, a number that goes with it, and you answer with the "
        "partner."
    ),
    "pairing-won": (
        "Play {move}. Then each of the {n:number} that your opponent can answer with has a partner, a "
        "number that goes with it: {pairs:with}. Always answer with the partner, and you never run out of "
        "answers."
    ),
    "pairing-won-many": (
        "Play {move}. Then each of the {n:number} that your opponent can answer with has a partner, a "
        "number that goes with it: {pairs:with}, for instance. Always answer with the partner, and you "
        "never run out of answers."
    ),
    "pairing-lost-one-end": (
        "You can only play {a}. Your opponent answers with {b}, and you cannot answer any more."
    ),
    "pairing-lost-one": (
        "You can only play {a}, and your opponent answers with {b}. From there on every number that you can "
        "play has a partner, a number that goes with it, and your opponent can answer with the partner."
    ),
    "pairing-lost": (
        "Each of the {n:number} that you can play has a partner, a number that goes with it: {pairs:with}. "
        "Your opponent can always answer with the partner, so no move wins."
    ),
    "pairing-lost-many": (
        "Each of the {n:number} that you can play has a partner, a number that goes with it: {pairs:with}, "
        "for instance. Your opponent can always answer with the partner, so no move wins."
    ),
    "pairs-after": (
        "Play {move}, then answer each number with its partner, a number that goes with it, and you never "
        "run out of answers:"
    ),
    "pairs-against": (
        "Whatever you play, your opponent can answer with its partner, a number that goes with it, so no "
        "move wins:"
    ),
    "hint-pairs-look-end": "For each number that you can play: what could your opponent answer?",
    "hint-pairs-look": (
        "Put the numbers that are left into pairs of numbers that go together, each number in one pair at "
        "most. How many pairs can you make?"
    ),
    "hint-pairs-idea": (
        "At most {p:pair} can be made of the numbers that are left. Leave out a number that you can play: "
        "without which one can the rest still make {p:pair}?"
    ),
}
