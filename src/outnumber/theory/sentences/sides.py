"""What is said in Number Stack Duel: whose side of the top number is bigger."""

from __future__ import annotations

SENTENCES = {
    "sides-opening-one": (
        "Play {move}: no number is {side} it, so your opponent cannot answer, and you win at once."
    ),
    "sides-opening": (
        "Play {move}: no number is {side} it, so your opponent cannot answer, and you win at once. Every "
        "number from {low} to {high} wins: {edge} leaves your opponent {f:number} {side} it and you {k} "
        "{other} it, and the others leave your opponent fewer."
    ),
    "sides-end": (
        "Nothing is left {other} {top}. Play the nearest number {side} it, {move}: your opponent cannot "
        "answer, and you win at once."
    ),
    "sides-won-one": (
        "You can go to {f:number} {side} {top}, and your opponent could go to {k:number} {other} it. {f} is "
        "more than {k}, but only the nearest number wins: play {move}, so that their side does not grow."
    ),
    "sides-won": (
        "You can go to {f:number} {side} {top}, and your opponent could go to {k:number} {other} it. {f} is "
        "more than {k}, so you win: play the nearest, {move}, and their side does not grow. The {j} nearest, "
        "from {near} to {far}, all win."
    ),
    "sides-won-two": (
        "You can go to {f:number} {side} {top}, and your opponent could go to {k:number} {other} it. {f} is "
        "more than {k}, so you win: play the nearest, {move}, and their side does not grow. {far}, the next "
        "nearest, wins too."
    ),
    "sides-lost": (
        "You can go to {f:number} {side} {top}, and your opponent could go to {k:number} {other} it. {f} is "
        "not more than {k}, so whatever you take, your opponent's side is then the bigger one."
    ),
    "hint-sides-open-look": (
        "Your opponent must go {side} your first number. How many numbers would you leave there?"
    ),
    "hint-sides-look": "Count the numbers that are left above {top}, and those below it.",
    "hint-sides-idea": (
        "You can go to {f:number}, and your opponent could go to {k:number} on the other side of {top}. "
        "Which number keeps their side from growing?"
    ),
}
