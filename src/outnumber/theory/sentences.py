"""Every sentence that explains a position, by its code."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # Sentences about a finished game.
    "over": "The game is over, and {winner} has won.",
    "over-no-move": "{loser} has nothing left to play, so {winner} has won.",
    "over-target": "{winner} has reached exactly {target} and has won.",
    "over-larger": (
        "No token fits any more. {winner} has {more} and {loser} only {less}, so {winner} has won."
    ),
    "over-first": "No token fits any more, and both have {total}. {winner} got there first and has won.",
    "over-last": (
        "No token fits any more, and both have {total}. {winner} got there last, which wins under these "
        "rules."
    ),
    # Sentences for Number Stack Duel: whose side of the top number is bigger.
    "sides-opening-one": (
        "Play {move}: no number is {side} it, so your opponent cannot answer, and you win at once."
    ),
    "sides-opening": (
        "Play {move}: no number is {side} it, so your opponent cannot answer, and you win at once. Every "
        "number from {low} to {high} wins: {edge} leaves your opponent {f:number} {side} it and you {k} "
        "{other} it, and the others leave your opponent fewer."
    ),
    "sides-end": (
        "No number is left {other} {top}. Play the nearest number {side} it, {move}: your opponent "
        "cannot answer, and you win at once."
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
        "You can go to {f:number} {side} {top}, and your opponent could go to {k:number} {other} it. {f} "
        "is not more than {k}, so whatever you take, your opponent's side is bigger afterwards."
    ),
    "hint-sides-open-look": (
        "Your opponent must go {side} your first number. How many numbers would you leave there?"
    ),
    "hint-sides-look": "Count the numbers that are left above {top}, and those below it.",
    "hint-sides-idea": (
        "You can go to {f:number}, and your opponent could go to {k:number} on the other side of {top}. "
        "Which number keeps their side from growing?"
    ),
    # Sentences for Order Challenge: gifts, and the last number.
    "shared-odd": (
        "{b:number} can still be taken by both of you. If you skip one, it becomes a gift to the other: "
        "a number that only they can still take. {b} is odd, so play the lowest, {move}: if neither of "
        "you skips one, you take the last."
    ),
    "shared-even": (
        "{b:number} can still be taken by both of you. If you skip one, it becomes a gift to the other: "
        "a number that only they can still take. {b} is even, so if neither of you skips one, your "
        "opponent takes the last."
    ),
    "order-last": (
        "{move} is the only number that your opponent can still take. Play it yourself: they cannot answer, "
        "and you win at once."
    ),
    "gift-end": (
        "Your opponent is at {theirs} and cannot take any number that is left, but you can still take "
        "{a:number}. Play {move}: they cannot answer, and you win at once."
    ),
    "gift-keep": (
        "You have {a:gift}: numbers that only you can still take. Play the lowest, {move}. You then "
        "still have {left:gift}, and a player who has a gift after their own move wins."
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
        "Your opponent has {a:gift} (numbers that only they can still take), and {b:number} can be taken "
        "by both of you. So they have a good answer to whatever you play."
    ),
    "hint-order-look-start": "Count the numbers in the pool. Is the count odd or even?",
    "hint-order-look-shared": "Count the numbers above {high} that are left. Is the count odd or even?",
    "hint-order-look": "Which numbers can only you still take, and which ones can both of you take?",
    "hint-order-look-end": "Which numbers can your opponent still take?",
    "hint-order-idea-shared": (
        "{b:number} can be taken by both of you. After your move neither of you should have a gift (a "
        "number that only one of you can take), and an even count should be left. Which move does that?"
    ),
    "hint-order-idea": (
        "You have {a:gift} (numbers that only you can take), and {b:number} can be taken by both of you. "
        "After your move you want a gift, or no gifts at all and an even count. Which move does that?"
    ),
    # Sentences for Number Stack Attack: count turns; if the target is out of reach, compare the highest
    # possible totals.
    "target-now": "You have {own} and need {left} more to reach {target}: play {left} and you win at once.",
    "ends-now": (
        "Play {move} and you win at once: no other token fits any more for either of you, and your {total} "
        "beats {theirs}."
    ),
    "ends-now-tie": (
        "Play {move} and you win at once: no other token fits any more for either of you, both have "
        "{total}, and the player who gets there last wins a tie."
    ),
    "race-won": (
        "From {own} you need at least {t:token} to reach {target}, and from {theirs} your opponent needs at "
        "least {u}. You move first and {t} is not more than {u}, so you get there first: play {move}, and "
        "you are {t_after:token} away."
    ),
    "race-lost": (
        "From {own} you need at least {t:token} to reach {target}, and from {theirs} your opponent needs "
        "only {u}. {t} is more than {u}, so your opponent gets there first whatever you play."
    ),
    "race-lost-stuck": (
        "From {own} you can no longer reach exactly {target}, but from {theirs} your opponent can, with "
        "{u:token}. So your opponent gets there whatever you play."
    ),
    "race-free": (
        "From {theirs} your opponent can no longer reach exactly {target}, but from {own} you can. Play "
        "{move}, and you are {t_after:token} away."
    ),
    "ends-won": (
        "Neither of you can reach exactly {target}, so the higher total wins in the end. Your opponent "
        "can end on {other} at most. Play {move}: you can then end on {best}."
    ),
    "ends-lost": (
        "Neither of you can reach exactly {target}, so the higher total wins in the end. You can end on "
        "{best} at most, and your opponent on {other}."
    ),
    "ends-won-first": (
        "Neither of you can reach exactly {target}, and {best} is the most that either can end on. The "
        "first to get there wins. You need {t:token} and it is your turn, your opponent needs {u}: play "
        "{move}, and you are there first."
    ),
    "ends-lost-first": (
        "Neither of you can reach exactly {target}, and {best} is the most that either can end on. The "
        "first to get there wins. You need {t:token}, and your opponent needs only {u}."
    ),
    "ends-won-last": (
        "Neither of you can reach exactly {target}, and {best} is the most that either can end on. The "
        "last to get there wins. You can take {t:token} on the way, your opponent {u} at most: play "
        "{move}, and you are there last."
    ),
    "ends-lost-last": (
        "Neither of you can reach exactly {target}, and {best} is the most that either can end on. The "
        "last to get there wins. You can take {t:token} on the way at most, and your opponent {u}."
    ),
    "alone-won": (
        "No token fits on your opponent's {theirs} any more, so you continue alone. Play {move}: you can "
        "end on {best}, which beats {theirs}."
    ),
    "alone-won-tie": (
        "No token fits on your opponent's {theirs} any more, so you continue alone. Play {move}: you can "
        "end on {best} too, and the player who gets there {tie} wins a tie."
    ),
    "alone-lost": (
        "No token fits on your opponent's {theirs} any more, so you continue alone. The most you can end "
        "on is {best}, which is less than {theirs}."
    ),
    "alone-lost-tie": (
        "No token fits on your opponent's {theirs} any more, so you continue alone. The most you can end "
        "on is {best}, and the player who gets there {tie} wins a tie."
    ),
    "hint-race-look": (
        "Count turns: how many tokens do you need from {own} to {target}, and how many does your opponent "
        "need from {theirs}?"
    ),
    "hint-free-look": "Can your opponent still reach exactly {target} from {theirs}? Can you from {own}?",
    "hint-race-idea-now": "Is there a token that takes you exactly to {target}?",
    "hint-race-idea": "Your opponent needs at least {u:token}. After which token do you need fewer than {u}?",
    "hint-free-idea": (
        "Your opponent cannot reach exactly {target} any more. After which token can you still reach it?"
    ),
    "hint-ends-idea": (
        "Neither of you can reach exactly {target}, so the higher total wins in the end. Your opponent "
        "can end on {other} at most. After which token can you end above that?"
    ),
    "hint-ends-idea-first": (
        "Neither of you can reach exactly {target}. {best} is the most that either can end on, and the "
        "first to get there wins. Which token is the fastest way there?"
    ),
    "hint-ends-idea-last": (
        "Neither of you can reach exactly {target}. {best} is the most that either can end on, and the "
        "last to get there wins. Which token is the slowest way there?"
    ),
    # Sentences for Number Duel and Strategy Stacks: every number gets a partner.
    "pairing-end": (
        "No number that is left goes with {move}. Play it: your opponent cannot answer, and you win at once."
    ),
    "pairing-won-one-end": (
        "Play {move}. Your opponent can then answer only with {a}, you play {b}, and they cannot answer any "
        "more."
    ),
    "pairing-won-one": (
        "Play {move}. Your opponent can then answer only with {a}, and you play {b}. From then on, every "
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
        "You can only play {a}, and your opponent answers with {b}. From then on, every number that you can "
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
        "At most {p:pair} can be made of the numbers that are left. Which number that you can play can "
        "you leave out so that the rest can still make {p:pair}?"
    ),
    # Sentences for any game.
    "searched-won": "All continuations were tried: {move} wins. Winning moves: {w} of {n}.",
    "searched-lost": "All continuations were tried: no move wins here.",
    "hint-move": "Play {move}.",
    "hint-move-one": "Play {move}: it is the only move that wins.",
    "hint-move-now": "Play {move}: you win at once.",
    "hint-now-idea": "Which move leaves your opponent nothing to answer with?",
    "hint-any-look": "You have {n:move} to choose from. Try each in your head.",
    "hint-any-idea": "After which move is every answer of your opponent a mistake?",
    "hint-any-idea-now": "Is there a move that wins at once?",
    # the effect of a move, as a sentence about the position before it
    "move-only": "the only winning move",
    "move-won": "a winning move",
    "move-mistake": "a mistake; {moves:or} would have won",
    "move-lost": "there was no winning move",
    # Sentences for a player who can only win if the opponent makes a mistake.
    "hint-lost-look": (
        "No move wins here if your opponent answers well. Look for the move that is hardest to answer."
    ),
    "hint-lost-look-one": (
        "You have only one move, and it loses if your opponent answers well. So hope for a mistake."
    ),
    "hint-lost-idea": (
        "After one of your moves, {w} of {r} answers would win for your opponent, and any other would be a "
        "mistake. Which move is that?"
    ),
    "hint-lost-idea-one": (
        "{w} of {r} answers to it would win for your opponent, and any other would be a mistake."
    ),
    "hint-lost-move-one": (
        "Play {move}. Your opponent then has {r} answers, and only one of them wins: {reply}."
    ),
    "hint-lost-move": (
        "Play {move}. Your opponent then has {r} answers, and {w} of them win, such as {reply}."
    ),
    "hint-lost-idea-open": "Keep the game going as long as you can, and wait for a mistake.",
    "hint-wait-look": "No move wins here, and your opponent cannot go wrong yet. Look further ahead.",
    "hint-wait-idea-one": (
        "Whatever you play now, every answer wins for your opponent. After which move can they make a "
        "mistake one turn later?"
    ),
    "hint-wait-idea": (
        "Whatever you play now, your opponent cannot go wrong with the next {m} answers. After which move "
        "can the answer after those be a mistake?"
    ),
    "hint-wait-idea-open": "Whatever you play now, every answer wins for your opponent. Keep the game going.",
    "hint-wait-move-one": (
        "Play {move}. Your opponent's next answer cannot go wrong, but the one after it can."
    ),
    "hint-wait-move": (
        "Play {move}. Your opponent's next {m} answers cannot go wrong, but the one after them can."
    ),
    "hint-wait-move-open": "Play {move}. No answer to it can go wrong yet.",
    "hint-decided-look": "This round is decided: your opponent wins, whatever the two of you play now.",
    "hint-decided-idea": "So one move is as good as another: just play on.",
    "hint-decided-move": "Play {move}, for instance.",
    "hint-decided-move-one": "Play {move}: there is nothing else to play.",
}
