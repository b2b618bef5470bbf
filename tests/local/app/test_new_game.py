"""The form of a new game: every setting of a match, by keyboard."""

import re

import pytest
from textual.widgets import Input, OptionList

from outnumber.games.links import CRITERIA
from outnumber.games.registry import find
from outnumber.games.sentences import ENGLISH
from outnumber.language import options as words
from outnumber.language.voice import voice
from outnumber.languages import LANGUAGES
from outnumber.local.app.screens import new_game
from outnumber.local.app.screens.board import BoardScreen
from outnumber.local.app.screens.new_game import NewGameScreen
from outnumber.local.app.widgets.fields import FieldRow
from outnumber.local.choices import GameChoices, LastChoices
from outnumber.match.match import BOOK, DRAWN
from outnumber.store.games import GameStore
from outnumber.theory.bounded import solve
from tests.local.app.screens import Screen, cut_off, drive


def form(screen: Screen) -> NewGameScreen:
    found = screen.app.screen
    assert isinstance(found, NewGameScreen)
    return found


def row(screen: Screen, name: str) -> FieldRow:
    """A row of the form, or of the options of the selected game."""
    found = form(screen)
    return {**found.rows, **found.options[found.kind]}[name]


async def fill(screen: Screen, name: str, text: str) -> None:
    row(screen, name).take_focus()
    await screen.press(*text)


def test_enter_plays_against_an_easy_computer() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "enter")
        await screen.until("Welcome!")
        await screen.type("5")
        await screen.until("  1.         5")

    drive(script)
    (entry,) = GameStore().entries()
    assert entry.match is not None
    assert [each.plays for each in entry.match.participants] == ["human", "casual"]


def test_four_keys_lead_from_the_app_to_the_first_move() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "enter")
        await screen.until("Welcome!")
        await screen.press("5", "enter")
        await screen.until("  1.         5")

    drive(script)


def winnable(screen: Screen) -> None:
    """Check that the board shows a drawn start that the person can win or lose."""
    board = screen.app.screen
    assert isinstance(board, BoardScreen)
    assert board.match.start == DRAWN
    assert board.match.mover == 1
    verdict = solve(board.match.current.position)
    assert verdict.winner is board.match.current.turn
    assert len(verdict.winning) < len(board.match.current.position.legal_moves())


def test_the_first_game_starts_from_a_drawn_position_that_you_can_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(new_game, "FIRST_START", DRAWN)

    async def script(screen: Screen) -> None:
        for game in "12345":
            await screen.press("n", game)
            assert row(screen, "start").value == DRAWN
            await screen.press("enter")
            await screen.until("Your turn")
            winnable(screen)
            await screen.press("x", "y")
            await screen.until("plays again")
            await screen.press("n")
            await screen.until("Your turn")
            winnable(screen)
            await screen.press("q")

    drive(script)


def test_two_rounds_start_as_in_the_rule_book_if_no_other_start_is_chosen() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        row(screen, "start").take_focus()
        await screen.press("right")
        assert row(screen, "start").value == DRAWN
        await fill(screen, "rounds", "2")
        await screen.press("enter")
        await screen.until("Your turn")
        board = screen.app.screen
        assert isinstance(board, BoardScreen)
        assert (board.match.start, board.match.current.moves) == (BOOK, ())

    drive(script)


def test_a_friend_here_is_offered_no_start_that_one_of_you_wins() -> None:
    async def script(screen: Screen) -> None:
        LastChoices().keep(GameChoices(find("number-duel")(), "casual", DRAWN, ""))
        await screen.press("f")
        assert row(screen, "start").value == BOOK

    drive(script)


def test_digits_choose_a_game() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "5")
        assert form(screen).kind.name == "strategy-stacks"
        # In a field they are digits.
        await fill(screen, "range", "12")
        assert row(screen, "range").field.value == "12"
        assert form(screen).kind.name == "strategy-stacks"
        row(screen, "start").take_focus()
        await screen.press("9", "2")
        assert form(screen).kind.name == "number-duel"
        assert form(screen).focused is form(screen).query_one("#game")

    drive(script)


def test_the_form_does_not_reveal_who_wins() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        for number, kind in enumerate(form(screen).options, 1):
            await screen.press(str(number))
            assert form(screen).kind is kind
            assert not re.search(r"Player \d|can win|always|at once", screen.text())

    drive(script)


def test_playing_a_friend_here_is_a_separate_entry_and_does_not_change_the_computer_opponent() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("f")
        assert "Play a friend here" in screen.text()
        await screen.press("enter")
        await screen.until("Player 1's turn")
        await screen.type("5")
        await screen.until("Player 2's turn")
        await screen.press("q", "n")
        assert row(screen, "plays2").field.value == "casual"

    drive(script)
    (entry,) = GameStore().entries()
    assert entry.match is not None
    assert [each.plays for each in entry.match.participants] == ["human", "human"]


def test_everything_about_a_match_can_be_chosen_by_keyboard() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "down", "down", "down")
        await screen.until("Tokens")
        await screen.press("tab", *"10", "tab", *"3,5", "tab", "right")
        await screen.press("tab", "left", "right", "tab", *"Ada", "tab")
        while form(screen).rows["plays2"].field.value != "human":
            await screen.press("right")
        await screen.press(
            "down", *"Ben", "down", "right", "down", "down", "down", "3", "down", *"60", "enter"
        )
        await screen.until("Ben's turn")
        await screen.type("3")
        await screen.until("played 3")

    drive(script)
    (entry,) = GameStore().entries()
    match = entry.match
    assert match is not None
    assert match.rules.option_texts() == {"target": "10", "tokens": "3,5", "tie": "last"}
    assert [each.name for each in match.participants] == ["Ada", "Ben"]
    assert (match.length, match.clock, match.first) == (3, 60, 2)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("range", "0", "Largest number '0' is not valid: choose a whole number from 1 to 1,000,000"),
        ("moves", "5 abc", "'abc' is not a number: type numbers with spaces between them"),
        ("rounds", "many", "Rounds 'many' is not valid: choose"),
        ("clock", "nan", "Clock 'nan' is not valid: give seconds"),
        ("name2", "Ada", "different names"),
    ],
)
def test_an_invalid_value_is_reported_at_its_field(field: str, typed: str, said: str) -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "tab")
        await fill(screen, "name1", "Ada")
        await fill(screen, field, typed)
        await screen.press("enter")
        await screen.until(said)
        assert screen.app.screen.focused is row(screen, field).field

    drive(script)
    assert not list(GameStore().entries())


def test_options_are_described_as_on_the_pages_and_at_the_prompt() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        for kind, rows in form(screen).options.items():
            for option in kind.OPTIONS:
                assert rows[option.name].label == words.label(option, voice=ENGLISH)
        row(screen, "first_pattern").take_focus()
        await screen.until("The second number must be")
        await screen.press("right")
        await screen.until("‹ less than the first ›")
        await screen.press("shift+tab", "shift+tab", "down")
        row(screen, "link").take_focus()
        await screen.press("tab")
        await screen.until("… they share a digit (27, 72). One of them is enough.")

    drive(script)


def test_a_name_may_contain_everything_that_is_allowed_elsewhere() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        entry = row(screen, "name1").field
        assert isinstance(entry, Input)
        entry.value = "Ada\u202e"
        await screen.press("enter")
        await screen.until("choose a name of up to")
        entry.value = "Zoë 👩‍🚀"
        await screen.press("enter")
        await screen.until("Welcome!")
        await screen.type("5")
        await screen.until("  1.         5")

    drive(script)
    (entry,) = GameStore().entries()
    assert entry.match is not None
    assert entry.match.participants[0].name == "Zoë 👩‍🚀"


def test_an_error_outside_the_fields_is_reported_at_once() -> None:
    async def script(screen: Screen) -> None:
        for field, typed, said in (
            ("range", "0", "'0' is not valid"),
            ("name2", "A", "differ"),
        ):
            await screen.press("n")
            await fill(screen, "name1", "A")
            await fill(screen, field, typed)
            screen.app.screen.query_one("#game").focus()
            await screen.press("enter")
            await screen.pilot.pause(0.1)
            assert said in screen.text()
            # Shown once: after returning to the field, the player sees its help.
            await screen.press("down", "up")
            assert said not in screen.text()
            await screen.press("escape", "escape")

    drive(script)


def test_the_form_describes_levels_and_starts_and_suggests_the_last_choices() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        form(screen).rows["plays2"].take_focus()
        await screen.press("right")
        await screen.until("skilled: sees most wins that are near.")
        form(screen).rows["start"].take_focus()
        await screen.press("right")
        await screen.until("A random position that you can win.")
        await screen.press("right")
        await screen.until("then one player picks a")
        await fill(screen, "clock", "5+3")
        await screen.press("enter")
        await screen.until("Which seat do you take")
        # As with any number, and Enter does not play another one.
        await screen.press("2", "backspace", "1", "enter")
        await screen.until("Your turn")
        assert re.search(r"▶ (5:00|4:5\d) You", screen.text())
        assert "5:00 Computer" in screen.text()
        assert "You played" not in screen.text()
        # Drawn moves belong to no player, so there is no game to resume, and the app explains that.
        assert "Picking up where you left off." not in screen.text()
        await screen.press("w")
        await screen.until("─ Why ─")
        await screen.press("escape", "escape")
        await screen.until("Saved as game 1.")
        # Messages take space at the bottom, and cover nothing.
        *page, news, keys = screen.text().splitlines()
        assert (news.strip(), keys.split()[0]) == ("Saved as game 1.", "↑↓")
        assert any("language, colours and contrast" in line for line in page)
        await screen.press("n")
        chosen = {name: each.field.value for name, each in form(screen).rows.items()}
        assert (chosen["plays2"], chosen["start"], chosen["clock"]) == ("skilled", "fair", "5+3")

    drive(script)
    (entry,) = GameStore().entries()
    assert entry.match is not None
    assert (entry.match.start, entry.match.game_clock) == ("fair", (300, 3))


def test_a_board_can_start_from_any_position() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        await fill(screen, "moves", "5 5")
        await screen.press("enter")
        await screen.until("! 5")
        row(screen, "moves").query_one(Input).value = "5, 7"
        await screen.press("enter")
        await screen.until("Stack  5 < 7")
        await screen.press("v")
        await screen.until("✓")

    drive(script)


def test_changing_the_game_in_the_options_keeps_the_focus_there() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "tab")
        screen.app.screen.query_one("#game", OptionList).highlighted = 3
        await screen.until("Tokens")
        assert screen.app.screen.focused is row(screen, "target").field

    drive(script)


def test_rules_have_a_key() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "f1")
        await screen.until("Esc closes")
        await screen.press("escape", "escape")
        await screen.until("O U T N U M B E R")

    drive(script)


@pytest.mark.parametrize("field", ["range", "moves", "rounds", "clock"])
def test_a_question_mark_opens_help_where_numbers_are_typed(field: str) -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        entry = row(screen, field).field
        before = entry.value
        row(screen, field).take_focus()
        await screen.press("question_mark")
        await screen.until("─ Help")
        await screen.press("escape")
        assert form(screen).focused is entry
        assert entry.value == before

    drive(script)


def test_a_name_may_contain_a_question_mark_and_the_footer_hides_that_key() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        assert "? Help" in screen.text()
        await fill(screen, "name1", "Who")
        await screen.press("question_mark")
        assert row(screen, "name1").field.value == "Who?"
        assert "? Help" not in screen.text()
        await screen.press("tab")
        assert "? Help" in screen.text()

    drive(script)


def test_escape_leaves_a_text_field_before_the_form() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        await fill(screen, "range", "24")
        await screen.press("escape")
        assert form(screen).focused is form(screen).query_one("#game")
        assert row(screen, "range").field.value == "24"
        await screen.press("escape")
        await screen.until("O U T N U M B E R")

    drive(script)


@pytest.mark.parametrize(
    ("language", "label", "said"),
    [
        ("en", "as in the rule book", "! Start 'fair' is not valid: Number Stack Attack is too small"),
        ("de", "wie im Regelheft", "! Start kann nicht 'fair' sein: Zahlenstapel-Angriff ist"),
    ],
)
def test_a_refused_start_is_not_suggested_again_and_the_remedy_uses_the_label(
    language: str, label: str, said: str
) -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "down", "down", "down")
        await fill(screen, "target", "9")
        row(screen, "start").take_focus()
        await screen.press("left")
        assert label not in screen.text()
        await screen.press("enter")
        await screen.until(said)
        assert screen.shows(label)
        await screen.press("left")
        assert not screen.shows(said)
        await screen.press("escape", "n")
        # No game began, so the form suggests the earlier choices.
        assert form(screen).kind.name == "number-stack-duel"
        assert row(screen, "start").field.value == "book"

    drive(script, voice=voice(language))


@pytest.mark.parametrize(
    ("field", "typed", "said", "about"),
    [
        ("range", "0", "Largest number '0' is not valid", "The largest number in the pool."),
        ("moves", "abc", "'abc' is not a number", "To start from any position"),
    ],
)
def test_an_error_disappears_when_its_field_changes(field: str, typed: str, said: str, about: str) -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        await fill(screen, field, typed)
        await screen.press("enter")
        await screen.until(said)
        await screen.press("backspace")
        assert not screen.shows(said)
        assert screen.shows(about)

    drive(script)


def test_an_error_disappears_when_one_of_several_is_ticked() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "down")
        row(screen, "link").take_focus()
        ticks = row(screen, "link").field
        for _ in ticks.value.split(","):
            await screen.press("space", "tab")
        assert ticks.value == ""
        await screen.press("enter")
        await screen.until("! Choose at least one.")
        await screen.press("space")
        assert not screen.shows("! Choose at least one.")

    drive(script)


async def draw(screen: Screen) -> None:
    """Start a game with a fair start."""
    await screen.press("n")
    await fill(screen, "name1", "Ada")
    row(screen, "start").take_focus()
    await screen.press("left", "enter")
    await screen.until("Which seat do you take, 1 or 2?")


def test_the_board_is_visible_during_the_pick_and_every_key_in_the_footer_works() -> None:
    async def script(screen: Screen) -> None:
        await draw(screen)
        text = screen.text()
        assert all(f" {number} " in text for number in range(6, 10))
        assert text.count("free seat") == 2
        assert text.splitlines()[-1] == " 1 Player 1  2 Player 2  ⏎ Take this seat  ? Help  q Back"
        await screen.press("question_mark")
        await screen.until("the seat of Player 2")
        await screen.press("escape")
        await screen.type("3")
        await screen.until("3 is not a seat: type 1 or 2.")
        await screen.press("enter")
        await screen.until("You typed nothing: type 1 or 2.")
        await screen.click("2 Player 2")
        await screen.until("Player 2, Ada")
        assert "⏎ Play " in screen.text()

    drive(script)


@pytest.mark.parametrize("key", ["h", "v", "w", "u", "y", "r", "x"])
def test_no_key_reveals_the_winner_before_a_pick(key: str) -> None:
    async def script(screen: Screen) -> None:
        await draw(screen)
        before = screen.text()
        await screen.press(key)
        assert screen.text() == before

    drive(script)


def test_a_repeated_pick_is_not_played_as_a_number() -> None:
    async def script(screen: Screen) -> None:
        await draw(screen)
        board = screen.app.screen
        assert isinstance(board, BoardScreen)
        board.action_pick("1")
        board.action_pick("1")
        await screen.until(lambda: board.asked)
        assert board.match.current.moves == board.match.current.moves[: board.match.current.drawn]

    drive(script)


def test_escape_returns_from_the_pick_to_the_form_and_from_the_game_to_the_home_screen() -> None:
    async def script(screen: Screen) -> None:
        await draw(screen)
        await screen.press("escape")
        assert row(screen, "name1").field.value == "Ada"
        assert row(screen, "start").field.value == "fair"
        assert not screen.shows("Drawing a fair start…")
        assert not list(GameStore().entries())
        await screen.press("enter")
        await screen.until("Which seat do you take, 1 or 2?")
        await screen.type("1")
        await screen.until("Welcome!")
        await screen.press("escape")
        await screen.until("O U T N U M B E R")
        assert screen.shows("Saved as game 1.")

    drive(script)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(5))
def test_a_narrow_form_truncates_with_an_ellipsis(number: int, language: str) -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        form(screen).query_one("#game", OptionList).highlighted = number
        await screen.pilot.pause()
        row(screen, "start").take_focus()
        await screen.press("right", "left")
        lines = screen.text().splitlines()
        chosen = [line for line in lines if "‹" in line]
        assert chosen
        assert all("›" in line for line in chosen)
        assert any("…" in line for line in chosen)
        assert not [each for each in cut_off(screen) if "beyond" in each]

    drive(script, (60, 20), voice(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_form_shows_every_choice(language: str) -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "down", "tab", "tab")
        for word in CRITERIA:
            assert re.search(rf"\[.\] {screen.app.voice.word(word)}\s", screen.text())

    drive(script, (60, 20), voice(language))
