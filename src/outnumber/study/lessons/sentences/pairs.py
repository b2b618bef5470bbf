"""What the lessons about Strategy Stacks and Number Duel say."""

from __future__ import annotations

SENTENCES = {
    "stacks-rules": (
        "You build one chain together. The next number must be a factor or a multiple of the last one. Each "
        "number is used once. Whoever cannot go on loses."
    ),
    "duel-rules": (
        "You build one chain together. The next number must be a factor or a multiple of the last one, or "
        "have a digit in common with it. Each number is used once. Whoever cannot go on loses."
    ),
    "pairs-idea": (
        "Everybody gets a partner. Put the numbers into pairs that go together: {pairs:with}. Whatever your "
        "opponent plays, answer with its partner on this list, and you always have an answer."
    ),
    "pairs-same": (
        "More links, same partners: {pairs:with}. Whatever your opponent plays, answer with its partner on "
        "this list, and you always have an answer."
    ),
    "pairs-left": (
        "Now you begin, and one number is left over. Leave out {move}, and the rest makes pairs: "
        "{pairs:with}. So play {move}, and answer with partners from then on."
    ),
    "pairs-one": (
        "Beware of 1: everything goes with it. Do not play 1 while a number is left that goes with nothing "
        "but 1. Your opponent would take that number, and you could not answer."
    ),
    "duel-large": (
        "From 15 numbers on, the beginning is easy to judge: with an odd count every opening wins, and with "
        "an even count none does. Look hard when only about 15 numbers are left."
    ),
    "pairs-rule": (
        "Leave out a number that you can play. If the rest of the unused numbers still makes as many pairs "
        "as before, that number wins. Every other move loses."
    ),
}
