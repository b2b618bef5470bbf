"""What is said in Order Challenge: gifts, and the last number.

A gift is a number that only one of the players can still take.
"""

from __future__ import annotations

SENTENCES = {
    "shared-odd": (
        "{b:number} can still be taken by both of you. Whoever skips one gives it to the other as a gift: a "
        "number that only they can still take. {b} is odd, so play the lowest, {move}: if neither of you "
        "skips one, you take the last."
    ),
    "shared-even": (
        "{b:number} can still be taken by both of you. Whoever skips one gives it to the other as a gift: a "
        "number that only they can still take. {b} is even, so if neither of you skips one, your opponent "
        "takes the last."
    ),
    "order-last": (
        "{move} is the only number that your opponent can still take. Play it yourself: they cannot answer, "
        "and you win at once."
    ),
    "gift-end": (
        "Your opponent is at {theirs} and can take nothing that is left, but you can still take {a:number}. "
        "Play {move}: they cannot answer, and you win at once."
    ),
    "gift-keep": (
        "You have {a:gift}: numbers that only you can still take. Play the lowest, {move}. You then still "
        "have {left:gift}, and whoever has a gift after their own move wins."
    ),
    "gift-use": (
        "{move} is your gift: only you can still take it. Play it now, because the count of numbers for "
        "both of you, {b}, is even: your opponent must start on them, and if neither of you skips one, you "
        "take the last."
    ),
    "gift-give-up": (
        "{gift} is your gift: only you can still take it. But {b:number} can be taken by both of you, and "
        "{b} is odd, so give the gift up: play {move}, the lowest of them. That leaves no gifts and an even "
        "count, {left}."
    ),
    "gift-against": (
        "Your opponent has {a:gift} (what only they can still take), and {b:number} can be taken by both of "
        "you. So they have a good answer to whatever you play."
    ),
    "hint-order-look-start": "Count the numbers in the pool. Is the count odd or even?",
    "hint-order-look-shared": "Count the numbers above {high} that are left. Is the count odd or even?",
    "hint-order-look": "Which numbers can only you still take, and which ones can both of you take?",
    "hint-order-look-end": "Which numbers can your opponent still take?",
    "hint-order-idea-shared": (
        "{b:number} can be taken by both of you. After your move nobody should have a gift (a number that "
        "only one of you can take), and an even count should be left. Which move does that?"
    ),
    "hint-order-idea": (
        "You have {a:gift} (what only you can take), and {b:number} can be taken by both of you. After your "
        "move you want a gift, or no gifts at all and an even count. Which move does that?"
    ),
}
