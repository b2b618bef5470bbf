"""Games from other packages are found, created, played and reviewed on generic pages."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tests.added
from outnumber.games.base import Position, Rules
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.server.browser.conftest import SMALL, Server
from tests.server.browser.window import Window


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the example games are installed."""
    added = Path(tests.added.__file__).parent
    server = Server(tmp_path_factory.mktemp("added"), PYTHONPATH=str(added))
    yield server
    server.stop()


def make(ada: Window, game: str, **options: str) -> None:
    """Create a game against the computer with the form."""
    ada.open("/")
    ada.page.click(f"[data-sheet='{game}']")
    for name, value in options.items():
        ada.page.fill(f"#{game}-{name}", value)
    ada.page.select_option("#player", "random")
    ada.page.click("#go")
    ada.page.wait_for_url("**/g/*")
    ada.ready()


def played_through(ada: Window, rules: Rules, look: Callable[[Position], None]) -> Position:
    """Play to the end, calling `look` on each of our turns; returns the last position."""
    while True:
        ada.page.wait_for_selector("#pool .number.fits:not(.idle), #result:not([hidden])")
        moves = ada.played()
        position = rules.start()
        for number in moves:
            position = position.play(number)
        if ada.over():
            return position
        assert ada.choices() == list(position.legal_moves())
        look(position)
        ada.press(ada.choices()[-1])
        ada.page.wait_for_selector(f"#tracks:not([data-moves='{len(moves)}'])")


def reviewed(ada: Window) -> None:
    """Review the game."""
    moves = ada.played()
    ada.page.click("[data-step=last]", force=True)  # if the player has looked back
    ada.page.click("#review-link")
    ada.told_all()
    ada.page.wait_for_selector("#moves button")
    assert len(ada.page.query_selector_all("#moves button")) == len(moves)
    ada.wait_until(lambda: ada.page.inner_text("#why").count(".") > 1)  # the reason has arrived too
    ada.page.wait_for_selector("#picture .number")
    ada.page.wait_for_selector("#retry [role=status]")


def heaps_of(ada: Window) -> list[int]:
    found: list[int] = ada.page.eval_on_selector_all(
        "#tracks .lane .plain", "chips => chips.map(chip => Number(chip.textContent))"
    )
    return found


def test_heaps_are_visible_while_a_game_is_created_played_and_reviewed(
    window: Callable[..., Window],
) -> None:
    ada = window(viewport=SMALL, has_touch=True)
    make(ada, "heaps", tokens="1,3-4", target="5")
    assert ada.page.inner_text("#title") == "Heaps"
    assert ada.page.inner_text("#subtitle") == "tokens 1,3-4 · target 5"
    assert ada.status() == "Your turn: a heap and how many stones you take."
    assert ada.page.inner_text("#tracks .lane-name") == "Heaps"

    def look(position: Position) -> None:
        assert heaps_of(ada) == position.facts()["heaps"]
        assert ada.cramped() == []

    rules = Heaps(tokens=(1, 3, 4), target=5)
    last = played_through(ada, rules, look)
    assert heaps_of(ada) == [0, 0, 0]
    outcome = last.outcome()
    assert outcome is not None
    # The player who takes the last stone loses.
    lost = "You had to play last. The computer wins."
    told = "The computer had to play last. You win!" if outcome.winner == 1 else lost
    ada.wait_until(lambda: ada.status().endswith(told))
    # Heaps in the history are those of that time.
    first = rules.start().play(ada.played()[0])
    ada.page.click("#tracks [data-ply='1']")
    ada.wait_until(lambda: heaps_of(ada) == first.facts()["heaps"])
    reviewed(ada)


def test_a_game_of_steps_has_a_field_for_its_link_and_shows_its_own_phrase(
    window: Callable[..., Window],
) -> None:
    ada = window()
    make(ada, "steps", range="8", link="3")
    assert ada.page.inner_text("#subtitle") == "1 to 8 · link 3"
    assert ada.status() == "Your turn: any number."

    def look(position: Position) -> None:
        if top := position.facts()["top"]:
            assert f"a number that is at most 3 away from {top}." in ada.status()

    last = played_through(ada, Steps(range=8, link=3), look)
    assert last.outcome() is not None
    reviewed(ada)


def test_added_games_are_listed_and_have_hints_and_puzzles(window: Callable[..., Window]) -> None:
    ada = window(locale="de-DE")
    made = ada.post("games", {"game": "steps", "opponent": "open", "options": {"link": 3}})
    ada.open("/games")
    ada.page.wait_for_selector(f"#open a[href='/g/{made['id']}']")
    assert "Schritte" in ada.page.inner_text("#open")
    ada.open("/rules/heaps")
    assert "Wer das allerletzte Steinchen nimmt, verliert." in ada.page.inner_text("article")
    ada.open("/puzzles/heaps?seed=1")
    ada.page.wait_for_selector("#pool .number.fits")
    assert len(heaps_of(ada)) == 3
    ada.page.click("#hint")
    ada.page.wait_for_selector("#ladder .given")
    ada.page.click("#give-up")
    ada.page.wait_for_selector("#result:not([hidden])")
