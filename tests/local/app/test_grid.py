"""Numbers are arranged well at any size, and only visible ones cost time."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from outnumber.games.registry import game
from outnumber.local.app.widgets.grid import BOX, NumberGrid, arrange


@given(count=st.integers(1, 1_000_000), width=st.integers(1, 200), height=st.integers(1, 80))
def test_every_number_has_one_place(count: int, width: int, height: int) -> None:
    found = arrange(count, len(str(count)), width, height)
    assert 1 <= found.columns <= count
    assert (found.rows - 1) * found.columns < count <= found.rows * found.columns


@given(count=st.integers(1, 1_000_000), width=st.integers(12, 200), height=st.integers(1, 80))
def test_no_row_is_wider_than_the_screen(count: int, width: int, height: int) -> None:
    found = arrange(count, len(str(count)), width, height)
    assert found.columns * found.width <= width


@given(count=st.integers(1, 1_000_000), width=st.integers(12, 200), height=st.integers(1, 80))
def test_boxes_are_drawn_only_where_all_of_them_fit(count: int, width: int, height: int) -> None:
    found = arrange(count, len(str(count)), width, height)
    assert found.height < BOX or found.rows * BOX <= height


def test_a_hundred_numbers_form_rows_of_ten_on_a_small_screen() -> None:
    assert arrange(100, 3, 50, 12).columns == 10


def test_tokens_that_never_fit_are_not_shown() -> None:
    rules = game("number-stack-attack", target=10, tokens="3,5,8,40")
    assert list(NumberGrid(rules.start().scene()).numbers) == [3, 5, 8]


class Alone(App[None]):
    """An app with only a grid."""

    def __init__(self, grid: NumberGrid) -> None:
        super().__init__()
        self.grid = grid

    def compose(self) -> ComposeResult:
        yield self.grid


def test_a_million_numbers_are_one_widget_and_few_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    cell = NumberGrid.cell

    def counted(self: NumberGrid, place: int, line: int) -> object:
        drawn.append(place)
        return cell(self, place, line)

    monkeypatch.setattr(NumberGrid, "cell", counted)

    async def go() -> None:
        grid = NumberGrid(game("order-challenge", range=1_000_000).start().scene())
        async with Alone(grid).run_test(size=(80, 24)) as pilot:
            await pilot.press("end")
            await pilot.pause()
            assert grid.number == 1_000_000
            assert 999_999 in drawn
            assert len(list(grid.walk_children())) < 5
            assert max(drawn) - min(place for place in drawn if place > 500_000) < 24 * 80

    asyncio.run(go())
    assert len(set(drawn)) < 2 * 24 * 80


def test_the_mark_reaches_every_number_and_no_other_place() -> None:
    async def go() -> None:
        start = game("strategy-stacks", range=100).start()
        grid = NumberGrid(start.scene())
        async with Alone(grid).run_test(size=(60, 12)) as pilot:
            grid.show(start.play(50).scene())
            await pilot.press("up", "left")
            assert grid.number == 1
            await pilot.press("right", "down")
            assert grid.number == 12
            await pilot.press("tab")
            assert grid.number == 25
            await pilot.press("tab", "tab")
            assert grid.number == 1
            await pilot.press("shift+tab")
            assert grid.number == 100
            await pilot.press("down", "right")
            assert grid.number == 100
            await pilot.press("pageup", "home")
            assert grid.number == 1

    asyncio.run(go())


@pytest.mark.parametrize(
    ("near", "nearest"), [(50, 25), (62, 25), (63, 100), (90, 100), (3, 2), (8, 10), (1, 1), (100, 100)]
)
def test_the_mark_moves_to_the_nearest_playable_number(near: int, nearest: int) -> None:
    async def go() -> None:
        start = game("strategy-stacks", range=100).start()
        grid = NumberGrid(start.scene())
        async with Alone(grid).run_test(size=(60, 12)):
            # 1, 2, 5, 10, 25 and 100 go with 50.
            grid.show(start.play(50).scene(), 50)
            grid.mark_legal(near)
            assert grid.number == nearest

    asyncio.run(go())


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (40, 10), (200, 60)])
def test_any_size_can_be_drawn(size: tuple[int, int]) -> None:
    async def go() -> None:
        grid = NumberGrid(game("number-duel", range=1000).start().scene())
        async with Alone(grid).run_test(size=(80, 24)) as pilot:
            await pilot.resize_terminal(*size)
            await pilot.press("end", "up", "left")
            await pilot.pause()
            assert grid.number in range(1, 1001)

    asyncio.run(go())
