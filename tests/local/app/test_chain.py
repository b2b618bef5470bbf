"""The longest chain in the app."""

from outnumber.study.chains.play import ChainRecords
from tests.local.app.screens import Screen, drive


def test_a_chain_is_built_cut_and_reversed_and_the_best_is_saved() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("k")
        await screen.until("Length: 0.")
        for number in ("6", "1", "4", "2"):
            await screen.type(number)
        await screen.until("6 – 1 – 4 – 2")
        await screen.press("4", "t")
        await screen.until("6 – 1 – 2 – 4")
        await screen.press("u")
        await screen.until("6 – 1 – 4 – 2")
        await screen.press("y", "r")
        await screen.until("4 – 2 – 1 – 6")
        # Inserted after a selected number.
        await screen.type("2")
        await screen.until("4 – [2] – 1 – 6")
        await screen.type("8")
        await screen.until("4 – [2] – 8 – 1 – 6")
        await screen.type("7")
        await screen.until("{number} does not fit between {a} and {b}")
        await screen.press("1", "x")
        await screen.until("{number} cannot be taken out")
        await screen.press("1", "c")
        await screen.until("Length: 3. Best so far: 5.")
        await screen.press("h")
        await screen.until("{number} fits at the back.")
        await screen.press("n", "5", "s")
        await screen.until("from 1 to 5")
        await screen.press("4", "s")
        await screen.until("range '4' is not valid")
        await screen.press("l")
        await screen.until("share a digit")
        await screen.press("question_mark")
        await screen.until("another rule for neighbours")

    drive(script)
    assert ChainRecords().longest(30, "multiple").numbers == (4, 2, 8, 1, 6)
