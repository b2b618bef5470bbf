"""`outnumber worksheet`: pages to print."""

from pathlib import Path

from tests.program import call


def test_a_worksheet_is_written_once_and_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    file, again = tmp_path / "sheet.html", tmp_path / "again.html"
    order = ("worksheet", "order-challenge", "--seed", "7", "--count", "2", "--kind", "who", "--range", "9")
    done = call(*order, "-o", str(file))
    assert (done.returncode, done.stdout) == (0, f"Written to {file}. Open it in a browser, and print it.\n")
    made = file.read_text(encoding="utf-8")
    printed = made.partition("<code>outnumber ")[2].partition("</code>")[0].split()
    assert printed == [*order, "-o", "sheet.html"]
    refused = call(*order, "-o", str(file))
    assert refused.returncode == 2
    assert "exists already; choose another name, or overwrite it with --force." in refused.stderr
    assert call(*order, "-o", str(file), "--force").returncode == 0
    assert call(*printed[:-1], str(again)).returncode == 0
    assert file.read_text(encoding="utf-8") == again.read_text(encoding="utf-8") == made


def test_cards_boards_and_guides_exist_in_german_too(tmp_path: Path) -> None:
    for sheet, words in (("cards", "Zahlenkarten"), ("board", "Streicht jede"), ("guide", "Häufige Fehler")):
        file = tmp_path / f"{sheet}.html"
        order = ("worksheet", "strategy-stacks", "--sheet", sheet, "--paper", "letter", "--language", "de")
        assert call(*order, "-o", str(file)).returncode == 0
        assert words in file.read_text(encoding="utf-8")


def test_an_unprintable_sheet_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "sheet.html")
    for wrong in (
        ["number-stack-duel", "--kind", "one", "-o", file],
        ["number-duel", "--paper", "napkin", "-o", file],
        ["number-duel", "-o", str(tmp_path / "none" / "sheet.html")],
        ["number-duel"],
    ):
        assert call("worksheet", *wrong).returncode == 2, wrong
    large = call("worksheet", "number-duel", "--sheet", "cards", "--range", "500", "-o", file)
    assert large.returncode == 1
    assert not Path(file).exists()


def test_a_seat_puzzle_is_refused_on_paper() -> None:
    done = call("worksheet", "number-stack-duel", "--kind", "seat", "-o", "sheet.html")
    assert done.returncode == 2
    reason = "it is played out against a computer. Choose who or all."
    assert f"--kind 'seat' is not valid: {reason}" in done.stderr
    assert (
        "Choose who or all." in call("worksheet", "number-stack-duel", "--kind", "one", "-o", "x.html").stderr
    )
