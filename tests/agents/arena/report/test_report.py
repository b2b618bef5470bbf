"""The report shows the figures in order, even for an unfinished arena, and player names cannot become
markup.
"""

import re
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from outnumber.agents.arena.game import play_batch
from outnumber.agents.arena.plan import Plan, checked, tasks
from outnumber.agents.arena.report import WIDTH, latex, markdown, report, terminal
from outnumber.agents.arena.report.data import as_json, games_csv
from outnumber.agents.arena.report.figures import Figures, shown
from outnumber.agents.arena.report.page import blunders_picture, page
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.language.voice import voice
from outnumber.store.files import StoreError
from tests.agents.arena.lines import SIX, Line, arena, line, many, plan, round_robin

LEVELS = ("random", "casual", "perfect")
SIZES = (
    "strategy-stacks range=9 opening=any",
    "strategy-stacks range=20 opening=any",
    "order-challenge range=9",
)
HOSTILE = (
    "cmd:bot <script>alert(1)</script> | **x** [y](z) `q` & \x1b[2J \ud800 https://example.org/?a=1"
    + 200 * "z"
)


def table(found: Figures, caption: str) -> dict[str, dict[str, str]]:
    """A table of the report by row and column, as printed in the terminal."""
    (wanted,) = [each for section in found.sections for each in section.tables if each.caption == caption]
    return {
        shown(row[0]): dict(zip(wanted.columns[1:], map(shown, row[1:]), strict=True)) for row in wanted.rows
    }


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete arena of built-in players."""
    lines = round_robin(LEVELS, SIZES, rounds=4)
    costs = [{"id": each["id"], "seconds": [0.001, 0.002], "used": [{}, {}]} for each in lines]
    planned = plan(LEVELS, SIZES, rounds=4)
    return arena(tmp_path_factory.mktemp("sample"), lines, costs, planned)


def test_the_tables_have_the_figures_computed_by_hand(tmp_path: Path) -> None:
    found = report(arena(tmp_path, SIX), voice=ENGLISH)
    assert table(found, "Win rate by seat")["A"] == {
        "Games": "4",
        "Won": "3",
        "Win rate": "75.0% (30.1–95.4)",
        "As Player 1": "50.0% (9.5–90.5)",
        "As Player 2": "100.0% (34.2–100.0)",
    }
    assert table(found, "Head to head")["1. A"] == {"1.": "", "2.": "1/2", "3.": "2/2"}
    assert table(found, "Results by start")["C"] == {
        "Won starts": "3",
        "Converted": "66.7% (20.8–93.9)",
        "Lost starts": "1",
        "Won anyway": "0.0% (0.0–79.3)",
    }
    assert table(found, "Wins thrown away")["A"] == {
        "Moves": "6",
        "Chances": "3",
        "Blunders": "1",
        "Per game": "0.25",
        "Blunder rate": "33.3% (6.1–79.2)",
        "By luck": "85.8%",
        "Accuracy": "63.1% (17.1–93.4)",
    }
    rare = table(found, "Blunder rate by share of winning moves")
    assert rare["A"]["under 1/16"] == "100.0% (20.7–100.0)"
    assert rare["B"]["under 1/16"] == "–"
    assert rare["By luck"]["under 1/16"] == "95.0%"
    assert "It counts as a loss in every rate above." in markdown(found)
    assert table(found, "Faults by player") == {
        "A": {
            "Lost by a fault": "0.0% (0.0–49.0)",
            "player-illegal": "0",
            "player-silent": "0",
            "Won by one": "1",
        },
        "C": {
            "Lost by a fault": "25.0% (4.6–69.9)",
            "player-illegal": "1",
            "player-silent": "0",
            "Won by one": "1",
        },
        "B": {
            "Lost by a fault": "25.0% (4.6–69.9)",
            "player-illegal": "0",
            "player-silent": "1",
            "Won by one": "0",
        },
    }
    scores = table(found, "Ratings, all games")
    assert [row["Score"] for row in scores.values()] == ["75.0%", "50.0%", "25.0%"]


def test_the_ratings_of_a_real_arena_rise_with_the_level(sample: Path) -> None:
    found = report(sample, voice=ENGLISH)
    assert found.ratings is not None
    assert sorted(LEVELS, key=lambda name: found.ratings[name].mu) == list(LEVELS)
    assert set(table(found, "Ratings, game by game")) == {"Order Challenge", "Strategy Stacks"}
    assert set(table(found, "Blunder rate by size")) == {
        "Order Challenge, 1 to 9",
        "Strategy Stacks, 1 to 9",
        "Strategy Stacks, 1 to 20",
    }
    assert table(found, "Wins thrown away")["perfect"]["Blunders"] == "0"


def test_each_of_several_tables_in_a_section_has_its_heading_on_the_terminal(sample: Path) -> None:
    found = report(sample, voice=ENGLISH)
    lines = terminal(found)
    several = [section for section in found.sections if len(section.tables) > 1]
    assert "Ratings" in [section.title for section in several]
    for section in several:
        after = lines[lines.index(section.title) :]
        for each in section.tables:
            place = after.index(each.caption)
            assert after[place + 1] == "-" * len(each.caption)
            assert after[place + 3].startswith(each.columns[0])


def test_latex_has_every_table_with_all_its_figures(sample: Path) -> None:
    found = report(sample)
    told = latex(found)
    tables = [each for section in found.sections for each in section.tables]
    assert told.count(r"\begin{tabular}") == told.count(r"\end{tabular}") == len(tables)
    for each in tables:
        # One line for the headings and for each row; nothing but the escapes is special.
        body = told.split(rf"\caption{{{each.caption}}}")[1].split(r"\end{tabular}")[0]
        rows = [line for line in body.splitlines() if line.endswith(r" \\")]
        assert len(rows) == 1 + len(each.rows)
        assert {row.count(" & ") for row in rows} == {len(each.columns) - 1}


def test_an_unfinished_arena_shows_its_progress(tmp_path: Path) -> None:
    directory = arena(tmp_path, SIX[:4], planned=plan("ABC", rounds=2))
    found = report(directory, voice=ENGLISH)
    assert terminal(found)[0] == "Arena: 3 players, 4 of 12 games"
    assert "4 of 12 games are finished, 8 to go; all figures are provisional." in terminal(found)
    assert "4 of 12 games are finished, 8 to go" in markdown(found)
    assert "4 of 12 games are finished, 8 to go" in page(found)


def test_an_arena_without_games_has_a_report(tmp_path: Path) -> None:
    found = report(arena(tmp_path, [], planned=plan("AB")), voice=ENGLISH)
    assert "0 of 2 games are finished, 2 to go; all figures are provisional." in terminal(found)
    assert "<h1>Arena: 2 players, 0 of 2 games</h1>" in page(found)


def test_an_arena_killed_while_writing_has_a_report(tmp_path: Path) -> None:
    directory = arena(tmp_path, SIX)
    whole = (directory / "results.jsonl").read_bytes()
    (directory / "results.jsonl").write_bytes(whole[:-40])
    assert report(directory, voice=ENGLISH).games == 5


def test_a_directory_with_other_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"outnumber arena --out"):
        report(tmp_path, voice=ENGLISH)


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(many(), st.randoms())
def test_the_order_of_the_lines_does_not_change_the_report(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Line], luck: Random
) -> None:
    costs = [{"id": each["id"], "seconds": [0.1, 0.7], "used": [{}, {"requests": 1}]} for each in lines]
    planned = plan("ABCD")
    before = report(arena(tmp_path_factory.mktemp("a"), lines, costs, planned), voice=ENGLISH)
    luck.shuffle(lines)
    luck.shuffle(costs)
    after = report(arena(tmp_path_factory.mktemp("b"), lines, costs, planned), voice=ENGLISH)
    assert terminal(after) == terminal(before)
    assert markdown(after) == markdown(before)
    assert page(after) == page(before)


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(many())
def test_no_line_of_the_terminal_is_too_wide(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Line]
) -> None:
    long = {name: f"llm:{name * 90}" for name in "ABCD"}
    renamed = [{**each, "players": [long[name] for name in each["players"]]} for each in lines]
    found = terminal(report(arena(tmp_path_factory.mktemp("wide"), renamed), voice=ENGLISH))
    assert max(map(len, found)) <= WIDTH
    assert all(each.isprintable() for each in found)


def test_a_table_that_is_too_wide_continues_below_with_all_its_columns(tmp_path: Path) -> None:
    names = [f"player-with-name-{number:02}" for number in range(12)]
    lines = [line(f"{one} {two}", 1, [(1, 4, 1, 0)]) for one in names for two in names if one < two]
    lines = [{**each, "game": f"game{n % 2}", "id": str(n)} for n, each in enumerate(lines)]
    text = "\n".join(terminal(report(arena(tmp_path, lines), voice=ENGLISH)))
    after = text.split("Blunders by game")[1].split("Faults")[0]
    assert all(after.count(name) == 1 for name in names)
    assert after.count("game1") > 1


def test_player_names_cannot_become_markup(tmp_path: Path) -> None:
    lines = [
        {**each, "players": [HOSTILE if name == "A" else name for name in each["players"]]} for each in SIX
    ]
    found = report(arena(tmp_path, lines), voice=ENGLISH)
    for text in (markdown(found), page(found)):
        assert "<script" not in text
        assert "\x1b" not in text
        assert "alert(1)" in text  # the full name, as text
        assert text.encode()
    rows = [row for row in markdown(found).splitlines() if row.startswith("|")]
    for row in rows:
        assert not any(
            sign in row.replace("|:--", "").replace("--:", "") for sign in ("**", "`", "[", "<", "://")
        )
    # No cell has been split: all rows of a table are equally long.
    heads = [place for place, row in enumerate(rows) if row.startswith("|:--")]
    for begin, end in zip(heads, [*[head - 1 for head in heads[1:]], len(rows)], strict=True):
        assert len({row.count("|") for row in rows[begin - 1 : end]}) == 1


def test_time_and_tokens_are_listed_for_the_players_that_used_them(tmp_path: Path) -> None:
    tokens = {"requests": 3, "prompt_tokens": 4_000, "completion_tokens": 20}
    costs = [
        {"id": SIX[3]["id"], "seconds": [2.0, 0.0005], "used": [tokens, {}]},
        {"id": SIX[5]["id"], "seconds": [4.0, 0.000003], "used": [tokens, {}]},
    ]
    found = report(arena(tmp_path, SIX, costs), voice=ENGLISH)
    # C had four turns in these two games, one of them a fault.
    assert table(found, "Time")["C"] == {"Moves": "4", "Time per move": "1.5 s", "Time per game": "3.0 s"}
    assert table(found, "Time")["A"]["Time per move"] == "500 µs"
    assert table(found, "Tokens per move and per game") == {
        "C": {
            "Requests": "6",
            "Read per move": "2,000",
            "Written per move": "10",
            "Read per game": "4,000",
            "Written per game": "20",
        }
    }


def test_repeated_games_are_reported(tmp_path: Path) -> None:
    assert "are different" not in markdown(report(arena(tmp_path / "a", SIX), voice=ENGLISH))
    again = arena(tmp_path / "b", [*SIX, {**SIX[0], "id": "again"}])
    assert "6 of the 7 games are different" in markdown(report(again, voice=ENGLISH))


def test_the_report_shows_won_starts_and_the_clock(tmp_path: Path) -> None:
    planned = {**plan("ABC"), "openings": "start", "time": 2.5}
    text = markdown(report(arena(tmp_path, SIX, planned=planned), voice=ENGLISH))
    assert "1 opening of each game (start), seed 1." in text
    assert "win for Player 1, who moves first, in 3 of the finished games, and for Player 2 in 3." in text
    assert "The time limit was 2.5 seconds per move." in text


def test_written_results_can_be_read_back(tmp_path: Path) -> None:
    chosen = checked(Plan(("random", "perfect"), ("number-stack-attack", "number-duel range=12"), rounds=2))
    games = play_batch(list(tasks(chosen)))
    directory = arena(
        tmp_path,
        (to_builtins(each.result) for each in games),
        (each.cost for each in games),
        chosen.to_json(),
    )
    found = report(directory, voice=ENGLISH)
    assert found.games == found.plan.size == chosen.size
    assert set(table(found, "Time")) == {"random", "perfect"}
    assert set(to_builtins(games[0].result)) == set(SIX[0])


class Hushed(Voice):
    """A voice that crosses out all letters, so that untranslated text stands out."""

    language = "xx"

    def word(self, text: str) -> str:
        return "".join(
            part if part.startswith("{") else re.sub(r"[^\W\d_]", "x", part)
            for part in re.split(r"(\{[^}]*\})", text)
        )

    def plural(self, one: str, many: str, n: int) -> str:
        return self.word(super().plural(one, many, n))


# Players, codes, units and the name of the program are not translated.
DATA = {*"ABCTsm", "ms", "player", "illegal", "silent", "https", "No"}
DATA |= {"Outnumber", "Tokens"}


def everything(directory: Path) -> Path:
    """An arena whose report has every section and every table."""
    long = "ModelABC" * 9
    used: dict[str, Any] = {
        "player": "A",
        "endpoint": "https",
        "requests": 2,
        "prompt_tokens": 3_000,
        "completion_tokens": 20,
        "cost": 1_234.5,
        "turns": 2,
        "attempts": 3,
        "exchanges": [{"model": "m"}],
    }
    lines = [{**each, "players": [{"C": long}.get(name, name) for name in each["players"]]} for each in SIX]
    lines += [
        {**lines[0], "id": "again"},
        {**lines[0], "id": "other", "game": "order-challenge", "options": "range=9"},
        {**lines[0], "id": "larger", "options": "range=20 opening=any"},
        line("B A", 1, [], fault=(1, "player-refused"), id="refused"),
    ]
    lines[-1]["fault"]["text"] = "No"
    costs = [
        {"id": each["id"], "seconds": [1, 2], "used": [used if n < 3 else {}, {}], "at": f"2026-11-16T0{n}"}
        for n, each in enumerate(lines[:9])
    ]
    costs.append({"id": lines[0]["id"], "seconds": [0, 0], "used": [{**used}, {}], "finished": False})
    planned = plan(["A", "B", long], ["strategy-stacks range=9 opening=any"], rounds=4)
    return arena(directory, lines, costs, {**planned, "gauntlet": ["A"], "time": 2.5})


def test_every_word_of_a_report_is_translated(tmp_path: Path) -> None:
    found = report(everything(tmp_path), Hushed())
    styled = r"<style>.*?</style>"
    shown = re.sub(rf"{styled}|<[^>]*>", " ", page(found) + blunders_picture(found), flags=re.DOTALL)
    tips = re.findall(r"(?:aria-label|title)=\"([^\"]*)\"", page(found))
    texts = (markdown(found), "\n".join(terminal(found)), shown, *tips)
    words = {word for text in texts for word in re.findall(r"[^\W\d_]+", unescape(text))}
    assert {word for word in words if set(word) != {"x"} and "Model" not in word} <= DATA


def test_a_report_in_german(tmp_path: Path) -> None:
    directory = everything(tmp_path)
    english, german = report(directory, voice=ENGLISH), report(directory, voice("de"))
    assert terminal(german)[0] == "Arena: 3 Spieler, 10 von 16 Spielen"
    assert "\n10 von 16 Spielen sind fertig, 6 stehen noch aus; " in markdown(german)
    assert "| Spieler | Spiele | Gewonnen | Gewinnquote | Als Spieler 1 | Als Spieler 2 |" in markdown(german)
    assert '<html lang="de">' in page(german)
    assert "<figcaption>Rund: als Spieler 1, der zuerst zieht." in page(german)
    rates = re.findall(r"[\d.,]+ ?% \([^)]*\)", markdown(german))
    assert rates
    assert all(re.fullmatch(r"\d+,\d % \(\d+,\d–\d+,\d\)", rate) for rate in rates)
    # Data for programs is unchanged.
    assert as_json(german) == as_json(english)


def test_game_titles_and_player_names_are_translated(tmp_path: Path) -> None:
    chosen = checked(
        Plan(
            ("random", "perfect"),
            ("number-stack-duel range=12", "order-challenge"),
            gauntlet=("perfect",),
            rounds=1,
        )
    )
    games = play_batch(list(tasks(chosen)))
    directory = arena(
        tmp_path,
        (to_builtins(each.result) for each in games),
        (each.cost for each in games),
        chosen.to_json(),
    )
    english, german = report(directory, voice=ENGLISH), report(directory, voice("de"))
    for text in (markdown(german), page(german), "\n".join(terminal(german))):
        assert "1 Eröffnung je Spiel (ausgewogen)" in " ".join(text.split())
        assert "Zahlenstapel-Duell, 1 bis 12" in text
        assert {"Perfekt", "Zufall"} <= set(re.findall(r"\w+", text))
        assert not re.search(r"\b(perfect|random|balanced|range|Spieler in voller Länge)\b", text)
    assert "Number Stack Duel, 1 to 12" in markdown(english)
    assert set(english.labels.values()) == {"random", "perfect"}
    assert as_json(german) == as_json(english)
    assert '"label": "perfect"' in as_json(german)
    assert games_csv(german) == games_csv(english)
    assert "range=12" in games_csv(german)
