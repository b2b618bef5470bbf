"""The questions of `outnumber play` without a game: the game, its size, the opponent, and so on.

The answers are saved, and suggested the next time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from outnumber.games import (
    Option,
    OptionError,
    Phrase,
    Rules,
    Text,
    all_games,
    bad_option,
    closest,
    find,
    mark,
    shown,
    whole,
)
from outnumber.language import options as option_words
from outnumber.language.commands import meant, understood
from outnumber.language.match import Item
from outnumber.local.choices import GameChoices, LastChoices, read_name, read_rounds
from outnumber.match import BOOK, FAIR, HUMAN, fit_name, read_clock
from outnumber.players.registry import COMPUTERS, DEFAULT_OPPONENT, NAMES, check, outside, unknown

from .console import Console, EndOfInput
from .prompt import answered

T = TypeVar("T")

# What people type instead of the name of an opponent.
PERSON: Text = "a person,friend,a friend,me,myself,us,two,2,two players,2 players"
COMPUTER: Text = "computer,the computer,one,1"


class Questions:
    """Asks one question after the other; Enter accepts the suggestion in brackets."""

    def __init__(
        self, console: Console, start: str | None = None, rounds: int | None = None, *, timed: bool = False
    ) -> None:
        self._console = console
        self._voice = console.voice
        self._choices = LastChoices()
        # Given on the command line; for a clock, only whether there is one.
        self._given_start, self._given_rounds, self._timed = start, rounds, timed

    def only_game(self) -> type[Rules] | None:
        """Ask only for the game; None if the player wants to leave."""
        try:
            return self._game()
        except EndOfInput:
            return None

    def ask(
        self, given: Callable[[type[Rules]], dict[str, Any]], *, named: bool = False
    ) -> GameChoices | None:
        """Ask everything that was not given on the command line; None if the player wants to leave.

        `given` returns the options of a game that were given.
        """
        try:
            kind = self._game()
            rules, rounds, clock = self._rules(kind, given(kind))
            opponent = self._opponent()
            start = self._given_start or self._start(rules)
            name = "" if named or opponent == HUMAN else self._name()
        except EndOfInput:
            return None
        wanted = GameChoices(rules, opponent, start, name, rounds, clock)
        self._choices.keep(wanted)
        self._console.say()
        return wanted

    def _game(self) -> type[Rules]:
        games, word, say = all_games(), self._voice.word, self._voice.say
        titles = {kind.name: word(kind.title) for kind in games}
        for number, kind in enumerate(games, start=1):
            self._console.say(Item(f"{number}  ", f"{titles[kind.name]}: {word(kind.summary)}"))

        def read(answer: str) -> type[Rules]:
            picked = whole(answer)
            if picked is not None and 1 <= picked <= len(games):
                return games[picked - 1]
            if name := understood(answer, titles):
                return find(name)
            remedy = closest(answer, list(titles.values()))
            if picked is not None:
                most = len(games)
                remedy = Phrase("type a number from 1 to {most}, the name of a game, or quit.", most=most)
            raise OptionError("unknown-game", text=shown(answer), remedy=remedy)

        suggested = titles.get(self._choices.text("game"), titles[games[0].name])
        # The Tab key completes one word.
        words = [title.replace(" ", "-") for title in titles.values()]
        return self._asked(say("Which game?"), suggested, read, words)

    def _rules(self, kind: type[Rules], given: dict[str, Any]) -> tuple[Rules, int, str]:
        """Ask for the size of a game, and on demand for other options, rounds and the clock."""
        self._console.say(option_words.suggestions(kind, self._voice))
        open = [option for option in kind.OPTIONS if option.name not in given]
        chosen = {**given}
        for option in open:
            if option.name == kind.SIZE:
                chosen[option.name] = self._option(kind, option)
        others = [option for option in open if option.name != kind.SIZE]
        rounds, clock = self._given_rounds or 1, ""
        last = self._choices.text
        usual = (
            all(self._last(kind, option) == option.text(option.default) for option in others)
            and (self._given_rounds or last("rounds") in ("", "1"))
            and (self._timed or not last("clock"))
        )
        more = others or not self._given_rounds or not self._timed
        question = self._voice.say("Change anything else, such as rounds or a clock?")
        while more and self._yes(question, suggested=not usual):
            for option in others:
                chosen[option.name] = self._option(kind, option)
            rounds = self._given_rounds or self._rounds()
            clock = "" if self._timed else self._clock()
            try:
                kind(**chosen)
                break
            except OptionError as error:  # each is valid alone, but not all of them together
                self._console.refuse(error)
        return kind(**chosen), rounds, clock

    def _last(self, kind: type[Rules], option: Option[Any]) -> str:
        return self._choices.text("options", kind.name, option.name) or option.text(option.default)

    def _option(self, kind: type[Rules], option: Option[Any]) -> str:
        label = option_words.label(option, self._voice)
        called = {choice: self._voice.word(choice) for choice in option.choices}
        wide = max(map(len, called.values()), default=0)
        for choice, word in called.items():
            means = option_words.choice(option, choice, self._voice)
            self._console.say(Item(f"  {word:<{wide}}  ", means))

        def read(answer: str) -> str:
            parts = answer.split(",") if option.several else [answer]
            names = (_named(each, called, option.name) for each in parts)
            return option.text(option.read(",".join(names) if called else answer))

        last = self._last(kind, option)
        if not called:
            return self._asked(f"{label}?", last, read, ())
        suggested = ",".join(called.get(each, each) for each in last.split(","))
        return self._asked(f"{label} …", suggested, read, called.values())

    def _yes(self, question: str, *, suggested: bool) -> bool:
        yes, no = self._voice.word("yes"), self._voice.word("no")

        def read(answer: str) -> bool:
            word = meant(answer, self._voice)
            if word not in ("yes", "no"):
                raise OptionError("bad-line", text=shown(answer), remedy=Phrase("type yes or no"))
            return word == "yes"

        return self._asked(question, yes if suggested else no, read, (yes, no))

    def _start(self, rules: Rules) -> str:
        say, word = self._voice.say, self._voice.word
        from outnumber.match.openings import fair

        called = {start: word(start) for start in (mark("book"), mark("fair"))}

        def read(answer: str) -> str:
            start = _named(answer, called, "start")
            if start == FAIR:
                fair(rules, seed=0)  # explains why there is none
            return start

        last = self._choices.text("start")
        suggested = called.get(last, called[BOOK])
        question = say("Start: as in the rule book, or fair (random, equal chances)?")
        return self._asked(question, suggested, read, called.values())

    def _rounds(self) -> int:
        last = self._choices.text("rounds")
        return self._asked(self._voice.say("How many rounds?"), last or "1", read_rounds, ())

    def _clock(self) -> str:
        none = self._voice.word("none")

        def read(answer: str) -> str:
            if answer.lower() in (none, "none"):
                return ""
            read_clock(answer)  # explains what is possible
            return answer

        question = self._voice.say("A clock, such as 30 or 5+3?")
        return self._asked(question, self._choices.text("clock") or none, read, (none,))

    def _opponent(self) -> str:
        last = self._choices.text("opponent")
        suggested = last if last in NAMES else DEFAULT_OPPONENT
        word = self._voice.word
        called = {name: word(name) for name in NAMES} | {HUMAN: word("person")}
        level = suggested if suggested in COMPUTERS else DEFAULT_OPPONENT

        def read(answer: str) -> str:
            player = understood(answer, called) or answer
            for name, also in ((HUMAN, PERSON), (level, COMPUTER)):
                if understood(answer, {each: each for each in f"{also},{word(also)}".split(",")}):
                    player = name
            if player not in NAMES and not outside(player):
                raise unknown(answer, list(called.values()))
            return check(player)

        choices = [Item(f"  {called[name]:<10} ", word(about)) for name, about in NAMES.items()]
        self._console.say(choices)
        question = self._voice.say("Who do you want to play? (a computer level, or person)")
        return self._asked(question, called[suggested], read, called.values(), help=choices)

    def _name(self) -> str:
        def read(answer: str) -> str:
            return "" if answer == "-" else read_name(answer)

        last = self._choices.text("name")
        question = self._voice.say("Your name, if you like?")
        if last:
            question = self._voice.say("Your name? (- for none)")
        return self._asked(question, last if fit_name(last) else "", read, (), letters=True)

    def _asked(
        self,
        question: str,
        suggested: str,
        read: Callable[[str], T],
        words: Iterable[str],
        *,
        help: Sequence[str] = (),
        letters: bool = False,
    ) -> T:
        """Ask until `read` accepts the answer; `quit` raises `EndOfInput`. An answer may be a single
        letter.
        """
        how = mark("Type your answer, or quit to stop here.")
        if suggested:
            how = mark("Type your answer, press Enter for {suggested}, or type quit to stop here.")
        return answered(
            self._console,
            f"{question} [{suggested}] " if suggested else f"{question} ",
            lambda text, _: read(text.strip() or suggested),
            {"help": lambda: [*help, self._voice.say(how, suggested=suggested)]},
            lambda: words,
            letters=letters,
        )


def _named(answer: str, called: Mapping[str, str], option: str) -> str:
    """The choice that an answer names."""
    name = understood(answer, called)
    if name is None:
        raise bad_option(option, answer, closest(answer.strip(), list(called.values())))
    return name
