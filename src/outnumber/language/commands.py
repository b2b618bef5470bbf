"""The words that somebody can type at a prompt: English, and besides those of their language.

A catalogue has what each is called there, so that a language has them all or keeps the English one.
"""

from __future__ import annotations

from collections.abc import Mapping

from outnumber.games.sentences import ENGLISH, Text, Voice

COMMANDS: tuple[Text, ...] = (
    "moves",
    "board",
    "hint",
    "why",
    "undo",
    "rules",
    "save",
    "resign",
    "quit",
    "exit",
    "help",
    # puzzles
    "skip",
    "pass",
    "none",
    # lessons
    "previous",
    # a game on a server
    "withdraw",
    "claim",
    "rematch",
    "yes",
    "no",
    # the longest chain
    "front",
    "end",
    "insert",
    "take",
    "cut",
    "turn",
    "reverse",
    "redo",
    "new",
    "best",
    # after a game
    "review",
    "again",
)
# What else is typed for some of them; for yes and no also the first letters that they have in a language.
_SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "y": "yes", "n": "no"}
# Typed where a keyboard has no umlauts.
_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def meant(typed: str, voice: Voice = ENGLISH) -> str:
    """The English word for what was typed; what is no word of ours stays as it is, in small letters.

    Every prompt asks here, so that `?`, `h`, `q`, `exit`, `y` and `n` are the same at all of them.

    >>> meant(" Hint "), meant("?"), meant("q")
    ('hint', 'help', 'quit')
    """
    word = typed.strip().lower()
    if voice is not ENGLISH and word not in COMMANDS:
        initials = {voice.word(each)[0]: each for each in ("yes", "no")}
        word = initials.get(word) or understood(word, {each: voice.word(each) for each in COMMANDS}) or word
    return _SHORT.get(word, word)


def understood(typed: str, called: Mapping[str, str]) -> str | None:
    """Which of the names somebody means, typed as it is on a command line or as it is called.

    >>> understood("Groesser", {"greater": "größer", "less": "kleiner"})
    'greater'
    """
    wanted = _plain(typed)
    by_name = (name for name in called if _plain(name) == wanted)
    return next(by_name, None) or next(
        (name for name, word in called.items() if _plain(word) == wanted), None
    )


def _plain(text: str) -> str:
    return "-".join(text.lower().translate(_PLAIN).replace("_", " ").replace("-", " ").split())
