"""What is said in Number Stack Attack: count turns; where the target is out of reach, see who ends higher."""

from __future__ import annotations

SENTENCES = {
    "target-now": "You have {own} and need {left} more to reach {target}: play {left} and you win at once.",
    "ends-now": (
        "Play {move} and you win at once: no other token fits any more for either of you, and your {total} "
        "beats {theirs}."
    ),
    "ends-now-tie": (
        "Play {move} and you win at once: no other token fits any more for either of you, both have {total}, "
        "and whoever gets there last wins a tie."
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
        "Nobody can reach exactly {target}, so the higher total wins in the end. Your opponent can "
        "end on {other} at most. Play {move}: you can then end on {best}."
    ),
    "ends-lost": (
        "Nobody can reach exactly {target}, so the higher total wins in the end. You can end on "
        "{best} at most, and your opponent on {other}."
    ),
    "ends-won-first": (
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there first wins. You need {t:token} and it is your turn, your opponent needs {u}: "
        "play {move}, and you are there first."
    ),
    "ends-lost-first": (
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there first wins. You need {t:token}, and your opponent needs only {u}."
    ),
    "ends-won-last": (
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there last wins. You can take {t:token} on the way, your opponent {u} at most: play "
        "{move}, and you are there last."
    ),
    "ends-lost-last": (
        "Nobody can reach exactly {target}, and {best} is the most that either of you can end on. "
        "Whoever gets there last wins. You can take {t:token} on the way at most, and your opponent {u}."
    ),
    "alone-won": (
        "No token fits on your opponent's {theirs} any more, so you go on alone. Play {move}: you can end "
        "on {best}, which beats {theirs}."
    ),
    "alone-won-tie": (
        "No token fits on your opponent's {theirs} any more, so you go on alone. Play {move}: you can end "
        "on {best} too, and whoever gets there {tie} wins a tie."
    ),
    "alone-lost": (
        "No token fits on your opponent's {theirs} any more, so you go on alone. The most you can end on is "
        "{best}, which is less than {theirs}."
    ),
    "alone-lost-tie": (
        "No token fits on your opponent's {theirs} any more, so you go on alone. The most you can end on is "
        "{best}, and whoever gets there {tie} wins a tie."
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
        "Nobody can reach exactly {target}, so the higher total wins in the end. Your opponent can "
        "end on {other} at most. After which token can you end above that?"
    ),
    "hint-ends-idea-first": (
        "Nobody can reach exactly {target}, {best} is the most that either of you can end on, and "
        "whoever gets there first wins. Which token is the fastest way there?"
    ),
    "hint-ends-idea-last": (
        "Nobody can reach exactly {target}, {best} is the most that either of you can end on, and "
        "whoever gets there last wins. Which token is the slowest way there?"
    ),
}
