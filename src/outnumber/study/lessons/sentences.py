"""Every sentence of the lessons, by its code."""

from __future__ import annotations

from outnumber.games.sentences import Told

SENTENCES: dict[str, str] = {
    # What is said in every lesson: what to do, and what comes of an answer.
    # What is asked.
    "ask-move": "Play a move that wins, or say that none does.",
    "ask-on": "Go on: play a move that wins.",
    "seat-how": (
        "A start is drawn. Find out who wins, take that seat, and win against a perfect player, without "
        "help. Five in a row, and you have proved it."
    ),
    # What comes of an answer that is not right: the board answers.
    "after-stuck": "See what happens after {move}: {line}. Now you have no answer, and your opponent wins.",
    "after-target": "See what happens after {move}: {line}. Your opponent has reached the target and wins.",
    "after-standoff": (
        "See what happens after {move}: {line}. No token fits any more, and your opponent wins."
    ),
    "after-cut": "See what happens after {move}: {line}, and so on, until your opponent wins.",
    "after-over": "{move} ends the game, and your opponent wins.",
    "again": "A move wins here. Look again.",
    "seat-line": "See how it goes: {line}. Player {seat} wins.",
    "seat-line-cut": "See how it goes: {line}, and so on, until Player {seat} wins.",
    # What comes of one that is.
    "wins": "Yes, {move} wins.",
    "wins-now": "Yes, {move} wins at once.",
    # The same before the reason, which says what to play as if nobody had played yet.
    "wins-why": "Yes, {move} wins. Why?",
    "wins-now-why": "Yes, {move} wins at once. Why?",
    "none": "Yes, no move wins here.",
    "seat": "Yes, Player {seat} wins.",
    "said-to": "Imagine you are Player {seat}, who is to move.",
    # What the lesson about Number Stack Duel says.
    "sides-rules": (
        "You build one stack together. One of you must always go higher than the number on top, the other "
        "always lower. Each number is used once. Whoever cannot go on loses."
    ),
    "sides-idea": (
        "So one of you always climbs, and the other always dives. Count the numbers that are left on your "
        "side of the top, and those on the other side: whoever is to move wins exactly when their own side "
        "has more."
    ),
    "sides-count": (
        "Here {top} is on top. Whoever is to move has {f:number} on their side, and the other side has "
        "{k:number}. {f} is more than {k}: the player to move wins."
    ),
    "sides-near": "Stay near the top: the numbers you jump over are then on your opponent's side.",
    "sides-rule": "If your side has more numbers, take the nearest one. If not, no move wins.",
    # What the lesson about Order Challenge says.
    "order-rules": (
        "Each of you has a row of your own. Take a number from the pool that is higher than the last one in "
        "your row. Each number can be taken once. Whoever cannot take one loses."
    ),
    "order-count": (
        "First idea: count. If neither of you skips a number, you take them by turns: with an odd count, "
        "whoever begins takes the last one; with an even count, the other player does."
    ),
    "order-skip": (
        "Second idea: gifts. If you skip a number that both of you could take, from then on only your "
        "opponent can take it. That is a gift: a number that only one of you can still take."
    ),
    "order-gift": "Whoever has a gift after their own move wins.",
    "order-give-up": (
        "But a gift is gone when you take a higher number. Sometimes that is right: with one gift and an odd "
        "count of numbers for both of you, give the gift up."
    ),
    "order-rule": (
        "After your move you want a gift, or no gifts at all and an even count of numbers for both of you. "
        "Every other move loses."
    ),
    # What the lesson about Number Stack Attack says.
    "race-rules": (
        "Each of you has a stack. Add one token a turn to your own total; tokens are never used up. You must "
        "not go past the target, and whoever hits it exactly wins."
    ),
    "race-idea": (
        "Count turns, not points: how many tokens do you still need at least, and how many does your "
        "opponent? As long as they can still reach the target, a token wins exactly when you then need fewer "
        "turns than they do."
    ),
    "race-count": (
        "To reach {target}, whoever is to move needs at least {t:token} and the other player {u}. Whoever "
        "needs no more than the other and is to move gets there first."
    ),
    "race-biggest": (
        "The biggest token is not always the best. After {biggest} you still need {more:turn}, but after "
        "{move} only {fewer}."
    ),
    "race-dead-end": (
        "Beware of dead ends: totals from which no tokens lead exactly to the target. After {move} you have "
        "{total}, and from there {target} is out of reach."
    ),
    "race-stand-off": (
        "Whoever has no token that fits must pass. If no token fits any more for either of you, the higher "
        "total wins. If both are the same, whoever got there first wins."
    ),
    "race-rule": (
        "Count how many tokens each of you still needs. As long as your opponent can reach the target, you "
        "win exactly when you need fewer than they do after your move."
    ),
    # What the lessons about Strategy Stacks and Number Duel say.
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


class Teaching(Told):
    """Something that is said in a lesson.

    >>> print(Teaching("again"))
    A move wins here. Look again.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
