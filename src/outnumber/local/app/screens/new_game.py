"""The screen that starts a game: the game, its options, the players, and more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as Line

from outnumber.games import GameError, IllegalMove, Option, OptionError, Phrase, Rules, Voice, all_games, mark
from outnumber.language import options as option_words
from outnumber.language.match import title
from outnumber.local.app.page import Keys, Page
from outnumber.local.app.runner import GameRunner
from outnumber.local.app.widgets.fields import Choice, FieldRow, Form, TextField, Ticks
from outnumber.local.choices import GameChoices, LastChoices, read_name, read_rounds
from outnumber.local.entries import read_move
from outnumber.local.new_match import begin, set_up, winnable
from outnumber.match import (
    BOOK,
    DRAWN,
    FAIR,
    HUMAN,
    Begun,
    GameClock,
    Match,
    Participant,
    Round,
    fit_name,
    read_clock,
)
from outnumber.players.registry import DEFAULT_OPPONENT, NAMES
from outnumber.study.paths.path import first_rules

from .board import BoardScreen
from .catalogue import DIGITS

T = TypeVar("T")


def opponents(voice: Voice) -> dict[str, str]:
    """The possible opponents, by their names in a record."""
    return {name: voice.say("a person") if name == HUMAN else voice.word(name) for name in NAMES}


# How a new game is played: against the computer (""), with another person here (HUMAN), or on our own server.
ONLINE = "online"
# The start that is suggested for the first game against the computer.
FIRST_START = DRAWN
TITLES = {"": mark("Play the computer"), HUMAN: mark("Play a friend here"), ONLINE: mark("Host a game")}
# Rows that do not apply to a game with a friend elsewhere.
_HERE_ONLY = ("plays1", "plays2", "name2", "moves")
NUMBERS = Phrase("type numbers with spaces between them, such as 5 7, or leave the field empty.")


class InvalidField(Exception):
    """An invalid value of a field, with the reason."""

    def __init__(self, row: FieldRow, text: str) -> None:
        super().__init__(text)
        self.row = row


class NewGameScreen(Page):
    """The form of a new game: Enter begins with the chosen values."""

    EXPLAINED = "form"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012  # declared by Textual
    ALSO = (("i", "rules"), *DIGITS)
    closes_with_game = True

    def __init__(self, mode: str = "") -> None:
        super().__init__()
        self.mode = mode
        self._games = {kind.name: kind for kind in all_games()}
        # The last choices, made here or in `outnumber play`.
        self._last = LastChoices()
        self.kind = self._games.get(self._last.text("game")) or next(iter(self._games.values()))
        # The options of each game, and the rows that all games share, by their names.
        self.options: dict[type[Rules], dict[str, FieldRow]] = {}
        self.rows: dict[str, FieldRow] = {}

    def compose(self) -> ComposeResult:
        say, voice = self.say, self.voice
        self.options = {kind: self._options(kind) for kind in self._games.values()}
        self.rows = self._rows()
        yield Static(Text(voice.word(TITLES[self.mode]), "bold"), id="bar")
        with Horizontal(id="choosing"):
            with Vertical(id="games"):
                titles = (
                    Line(f" {number} {title(kind, voice)} ", id=name)
                    for number, (name, kind) in enumerate(self._games.items(), 1)
                )
                yield OptionList(*titles, id="game", compact=True, markup=False)
                yield Static(id="summary", markup=False)
                yield Static(id="known", markup=False)
            with Form(id="form"):
                yield Static(say("The game"), id="about-game", classes="heading")
                # The options of all games, with one set visible, so that switching is instant.
                for rows in self.options.values():
                    yield Vertical(*rows.values(), classes="options")
                for heading, names in (
                    (say("The players"), ("plays1", "name1", "plays2", "name2", "first")),
                    (say("The match"), ("start", "moves", "rounds", "clock")),
                ):
                    yield Static(heading, classes="heading")
                    for name in names:
                        if self.mode != ONLINE or name not in _HERE_ONLY:
                            yield self.rows[name]
        yield Static(id="about", markup=False)
        yield Keys(self.KEYS)

    def _options(self, kind: type[Rules]) -> dict[str, FieldRow]:
        """The rows for the options of a game: the last choices, and before those a size for newcomers."""
        first = {} if self.mode else first_rules(kind).option_texts()
        return {
            option.name: _row(
                option,
                self.voice,
                self._last.text("options", kind.name, option.name) or first.get(option.name, ""),
            )
            for option in kind.OPTIONS
        }

    def _rows(self) -> dict[str, FieldRow]:
        say, word, last, who = self.say, self.voice.word, self._last.text, opponents(self.voice)
        first = {"1": say("you"), "2": say("your opponent"), "toss": say("a coin decides")}
        starts = {
            BOOK: say("as in the rule book"),
            **({} if self.mode else {DRAWN: say("drawn: you can win it")}),
            FAIR: say("fair: random"),
        }
        start = last("start") or ("" if self.mode else FIRST_START)
        about = {
            DRAWN: say(
                "A random position that you can win. Only for one round against the computer that you start."
            ),
            BOOK: say("The game begins from its usual start."),
            FAIR: say("A random opening with equal chances for both seats; then one player picks a seat."),
        }
        levels = {name: f"{who[name]}: {word(about)}." for name, about in NAMES.items()}
        levels[HUMAN] = say("A person at this screen.")
        name_help = say("A name, if you like.")
        name = last("name") if fit_name(last("name")) else ""
        opponent = HUMAN if self.mode else last("opponent")
        if opponent not in NAMES or (opponent == HUMAN and not self.mode):
            opponent = DEFAULT_OPPONENT
        moves_help = say(
            "To start from any position, type the moves that lead there, such as 5 7. v shows verdicts."
        )
        clock_help = say(
            "Seconds for each turn, such as 30, or minutes for the game + seconds a move, such as 5+3."
        )
        return {
            "plays1": FieldRow(say("You"), Choice(who, HUMAN), levels),
            "name1": FieldRow(f"  {say('name')}", TextField(name, say("You"), letters=True), name_help),
            "plays2": FieldRow(say("Opponent"), Choice(who, opponent), levels),
            "name2": FieldRow(f"  {say('name')}", TextField("", say("Opponent"), letters=True), name_help),
            "first": FieldRow(
                say("Who starts"), Choice(first, last("first")), say("The player who starts is Player 1.")
            ),
            "start": FieldRow(say("Start"), Choice(starts, start if start in starts else BOOK), about),
            "moves": FieldRow(say("Moves so far"), TextField("", say("none")), moves_help),
            "rounds": FieldRow(
                say("Rounds"),
                TextField(last("rounds") or "1", width=10),
                say("Seats are swapped after each round."),
            ),
            "clock": FieldRow(say("Clock"), TextField(last("clock"), say("no limit"), width=10), clock_help),
        }

    def on_mount(self) -> None:
        self.query_one("#game", OptionList).highlighted = list(self._games).index(self.kind.name)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.kind = self._games[event.option_id or next(iter(self._games))]
        self.write("summary", self.voice.word(self.kind.summary))
        self.write("about", "")
        self.write("known", "\n".join(option_words.suggestions(self.kind, self.voice)[:-1]))
        at_options = self.focused is not None and any(
            each.has_class("options") for each in self.focused.ancestors
        )
        for kind, shown in zip(self.options, self.query(".options"), strict=True):
            shown.display = kind is self.kind
        self.query_one("#about-game").display = bool(self.kind.OPTIONS)
        if at_options:
            # The focus was on the options of the previous game, which are now hidden.
            [*self.options[self.kind].values(), *self.rows.values()][0].take_focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        naming = isinstance(event.widget, TextField) and event.widget.letters
        # In a name, ? is an ordinary character.
        self.query_one(Keys).show([key for key in self.KEYS if not (naming and key.name == "?")])

    def action_pick(self, place: int) -> None:
        """Choose a game by its number."""
        games = self.query_one("#game", OptionList)
        if place < games.option_count:
            games.highlighted = place
            games.focus()

    def on_option_list_option_selected(self) -> None:
        self.action_play()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_play()

    def action_back(self) -> None:
        """Leave a text field, or else the form."""
        if isinstance(self.focused, TextField):
            self.query_one("#game").focus()
        else:
            self.app.pop_screen()

    def action_rules(self) -> None:
        self.read_rules(self.kind)

    def action_play(self) -> None:
        try:
            match = self._match()
        except GameError as error:
            self._problem(self.voice.tell(error))
        except InvalidField as problem:
            self._problem(str(problem))
            if problem.row not in (self.focused.ancestors if self.focused else ()):
                # The focus event arrives later, and must not replace the error message with the help.
                problem.row.problem = _marked(str(problem))
                problem.row.take_focus()
        else:
            if self.mode == ONLINE:
                from outnumber.local.join.host import host

                self.write("about", self.say("The server is starting…"))
                self.think(lambda: host(match, self.voice.language), self._host, self._problem, once=True)
            elif match.start == BOOK or match.rounds:
                self._begin(match)
            elif not self.busy:
                self.write("about", self.say("Drawing the start…"))
                self.think(lambda: self._drawn(match), self._begin, self._problem, once=True)

    def _drawn(self, match: Match) -> Match:
        try:
            return winnable(match) if match.start == DRAWN else match.begin()
        except OptionError as error:
            raise _labelled(error, self.rows["start"]) from None

    def _begin(self, match: Match) -> None:
        if self.is_current:
            self._keep(match)
            self.write("about", "")
            board = BoardScreen(GameRunner(match, self.voice))
            # Before a seat is picked, Esc returns to the form.
            (self.app.push_screen if match.picker else self.app.switch_screen)(board)

    def _host(self, link: str) -> None:
        if self.is_current:
            self.app.exit(["join", link])

    def _keep(self, match: Match) -> None:
        """Save the choices as suggestions for the next game, here and in `outnumber play`."""
        one, two = match.participants
        clock, first = (self.rows[name].value for name in ("clock", "first"))
        self._last.keep(
            GameChoices(match.rules, two.plays, match.start, one.name, match.length, clock), first=first
        )

    def _problem(self, text: str) -> None:
        self.write("about", _marked(text))

    def _match(self) -> Match:
        rows, say = self.rows, self.say
        rules = self._rules()
        one, two = (
            Participant(rows[f"plays{number}"].value, self._read(rows[f"name{number}"], read_name))
            for number in (1, 2)
        )
        if one.name and one.name == two.name:
            raise InvalidField(rows["name2"], say("The two players need different names."))
        match = begin(
            rules, (one, two), first=rows["first"].value, rounds=self._read(rows["rounds"], read_rounds),
            start=rows["start"].value, clock=self._read(rows["clock"], _clock),
        )  # fmt: skip
        moves = self._read(rows["moves"], partial(_moves, rules))
        if match.start == DRAWN and (moves or two.plays == HUMAN or match.length > 1 or match.first != 1):
            match = match._replace(start=BOOK)
        if moves and match.start != BOOK:
            raise InvalidField(rows["start"], say("Draw a start or give moves, not both."))
        return set_up(match, Begun(moves=moves)) if moves else match

    def _read(self, row: FieldRow, read: Callable[[str], T]) -> T:
        """The value of a field as a function reads it."""
        try:
            return read(row.value)
        except GameError as error:
            raise InvalidField(row, self.voice.tell(_labelled(error, row))) from None

    def _rules(self) -> Rules:
        """The game with the chosen options."""
        rows = self.options[self.kind]
        for option in self.kind.OPTIONS:
            if option.several and not rows[option.name].value:
                raise InvalidField(rows[option.name], self.say("Choose at least one."))
        try:
            return self.kind(**{name: row.value for name, row in rows.items()})
        except OptionError as error:
            row = rows.get(error.numbers.get("option", ""))
            if row is None:
                raise
            raise InvalidField(row, self.voice.tell(_labelled(error, row))) from None


def _clock(text: str) -> float | GameClock | None:
    return read_clock(text) if text else None


def _moves(rules: Rules, text: str) -> tuple[int, ...]:
    """The moves before the start of the match."""
    numbers = [read_move(each, NUMBERS) for each in text.replace(",", " ").split()]
    found = Round.begin(rules, numbers)
    if found.outcome:
        raise IllegalMove("game-over")
    return found.moves


def _row(option: Option[Any], voice: Voice, last: str) -> FieldRow:
    """The row for an option, by the kind of its value, with the last choice if it is still valid."""
    label, about = option_words.label(option, voice), voice.word(option.about)
    meant = {each: option_words.choice(option, each, voice) for each in option.choices}
    try:
        text = option.text(option.read(last) if last else option.default)
    except OptionError:
        text = option.text(option.default)
    if option.several:
        more = option_words.help(option, voice)
        field = Ticks({each: voice.word(each) for each in meant}, text.split(","))
        return FieldRow(
            label, field, {each: f"… {means}. {more}" for each, means in meant.items()}, above=True
        )
    if meant:
        return FieldRow(label, Choice(meant, text), about, above=True)
    return FieldRow(label, TextField(text, width=10 if option.metavar == "N" else 24), about)


def _labelled(error: GameError, row: FieldRow) -> GameError:
    """The same error, with the label of the field."""
    return GameError(error.code, **{**error.numbers, "option": Phrase("{label}", label=row.label.strip())})


def _marked(text: str) -> Text:
    return Text(f"! {text}", "bold")
