"""--language and OUTNUMBER_LANGUAGE: every command uses German on request, and only then."""

import json
import re
from pathlib import Path

import click
import pytest

from outnumber.cli import output
from outnumber.cli.main import COMMANDS
from outnumber.cli.output import COUNTED, LANGUAGE
from outnumber.games.sentences import Voice
from outnumber.languages import LANGUAGES
from tests.english import English, english_in
from tests.local.terminal.test_transcripts import arguments, printed, typed
from tests.program import Done, call, lines, run

GERMAN = ("--language", "de")
# Every prompt command is tried at each prompt, then the game continues; an invalid entry costs nothing.
ASKED = (
    "hilfe",
    "tipp",
    "tipp",
    "tipp",
    "warum",
    "züge",
    "regeln",
    "speichern",
    "quatsch",
    "",
    "0",
    "1000000",
)
GAMES: dict[str, list[object]] = {
    "number-stack-duel": [5, 7, 6, 8, 4, 9, 3],
    "number-duel --range 9": [7, 1, 5],
    "order-challenge": [5, 4, 6, 7, 8, 9],
    "number-stack-attack": [9, 8, 7, 9, 5],
    "number-stack-attack --target 10 --tokens 3,5,8": [8, 3, 3, 3],
    "strategy-stacks": [6, 3, 9, 1, 2, 8, 4],
    "strategy-stacks --opening even": [4, "zurück", 8, "aufgeben"],
}


ENGLISH = English("de")


def german(*arguments: str, typed: str = "") -> Done:
    """The German output of a command, which must not contain any English sentence or word."""
    done = call(*GERMAN, *arguments, typed=typed)
    said = f"{done.stdout}\n{done.stderr}"
    assert english_in(said) == []
    sentences = re.split(r"(?<=[.!?:]) ", said.replace("\n", " "))
    assert ENGLISH.among([*said.splitlines(), *sentences]) == set()
    return done


def test_english_text_would_be_detected() -> None:
    said = call("play", "number-stack-attack", typed=lines(9, 8, "hint", "x", "quit")).stdout
    assert len(english_in(said)) > 5
    assert len(ENGLISH.among(said.splitlines())) > 5


class TestWhere:
    @pytest.mark.parametrize(
        "command",
        [
            ["--language", "de", "games"],
            ["--language=de", "games"],
            ["games", "--language", "de"],
            ["games", "--language=de"],
            ["--language", "en", "games", "--language", "de"],
        ],
    )
    def test_the_flag_may_be_anywhere(self, command: list[str]) -> None:
        assert "Zahlenduell: Antworte mit" in call(*command).stdout

    def test_the_variable_applies_to_all_commands_and_the_flag_overrides_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OUTNUMBER_LANGUAGE", "de")
        assert "Zahlenduell" in call("games").stdout
        assert "Zahlenduell" not in call("games", "--language", "en").stdout
        monkeypatch.setenv("OUTNUMBER_LANGUAGE", "")
        assert "Zahlenduell" not in call("games").stdout

    def test_arguments_after_two_dashes_are_not_flags(self) -> None:
        assert call("rules", "--", "--language").stderr.startswith(
            "Error: There is no game called '--language'"
        )

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_has_the_flag(self, command: str) -> None:
        assert "--language en|de" in call(command, "--help").stdout
        assert "--language en|de" in call("--help").stdout
        assert LANGUAGE.metavar == "|".join(LANGUAGES)

    @pytest.mark.parametrize(
        ("command", "variable", "told"),
        [
            (["games", "--language", "fr"], "", "--language 'fr' is not valid: choose en or de."),
            (["games", "--language"], "", "--language '' is not valid: choose en or de."),
            (["games"], "fr", "OUTNUMBER_LANGUAGE 'fr' is not valid: choose en or de."),
            (["--version"], "DE", "OUTNUMBER_LANGUAGE 'DE' is not valid: choose en or de."),
        ],
    )
    def test_an_unknown_language_is_refused(
        self, command: list[str], variable: str, told: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OUTNUMBER_LANGUAGE", variable)
        done = call(*command)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"Error: {told}\n")

    @pytest.mark.parametrize("name", ["number-stack-attack", "order-challenge"])
    def test_by_default_the_terminal_uses_english_in_any_locale(self, name: str) -> None:
        locale = {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}
        assert run(*arguments(name), typed=typed(name), env=locale).stdout == printed(name)
        assert run("play", "chess", env=locale).stderr.startswith("Error: There is no game called 'chess'")
        assert run("--help", env=locale).stdout.startswith("Usage: outnumber [OPTIONS]")


class TestGames:
    @pytest.mark.parametrize("game", GAMES)
    def test_a_whole_game_is_german_with_all_prompt_commands(self, game: str) -> None:
        first, *rest = GAMES[game]
        said = german("play", *game.split(), typed=lines(*ASKED, first, *ASKED, *rest)).stdout
        assert re.search(r"gewinnt( das Spiel)?!\n|und das Spiel gewonnen!\n", said)
        assert said.count("Tipp 3 von 3: ") == 2
        for command in (("review", "1"), ("replay", "1"), ("history",), ("stats",), ("resume", "1")):
            assert german(*command).stdout

    def test_a_match_with_names_a_clock_and_computers(self) -> None:
        played = [
            "play",
            "strategy-stacks",
            "--rounds",
            "2",
            "--clock",
            "60",
            "--p1",
            "random",
            "--p2",
            "perfect",
        ]
        said = german(*played, "--seed", "1").stdout
        assert "Runde 2 von 2: " in said
        assert "Zeit für jeden Zug: 60 Sekunden.\n" in said
        assert "Perfekt holt den Gesamtsieg!\n" in said or "Es steht gleich" in said
        assert "Zufall" in german("history", "--all").stdout

    def test_english_commands_work_too(self) -> None:
        said = german("play", "strategy-stacks", typed=lines("moves", "help", 6, "quit")).stdout
        assert "Du kannst 1, 2, 3, 4, 5, 6, 7, 8 oder 9 spielen.\n" in said
        assert "Gespeichert als Spiel 1. Weiter geht es mit: outnumber resume 1\n" in said
        assert german("resume", typed=lines("ende")).stdout.startswith("Spiel 1: Strategie-Stapel.")

    def test_an_engine_fault_is_reported_in_the_language(self) -> None:
        said = german("play", "strategy-stacks", "--p1", "cmd:false").stdout
        assert "gezogen: 'cmd:false' hat sich beendet, statt zu ziehen: Endstatus 1.\n" in said

    def test_mistakes_are_retried_in_german(self) -> None:
        call("play", "strategy-stacks", typed=lines(6, 3, 9, 1, 5))
        said = german("review", "1", "--retry", typed=lines(5, "x", 5, 3, "weiter")).stdout
        assert said.startswith("Fehler 1 von ")
        assert "Gefunden: 1 von 2.\n" in said


KINDS = {
    "who": "Wer gewinnt, 1 oder 2? ",
    "all": "Alle Gewinnzüge (oder keine): ",
    "seat": "Dein Platz, 1 oder 2? ",
}


class TestCommands:
    @pytest.mark.parametrize("command", ["", *COMMANDS])
    def test_help_is_german(self, command: str) -> None:
        said = german(*command.split(), "--help").stdout
        assert said.startswith("Aufruf: outnumber")
        assert "Diese Hilfe zeigen." in " ".join(said.split())

    @pytest.mark.parametrize("game", ["strategy-stacks", "number-stack-attack", "order-challenge"])
    def test_puzzles_are_german(self, game: str) -> None:
        asked = [*ASKED, "weiter", "tipp", "warum", "1", "ende"]
        arguments = ("puzzle", game, "--kind", "one", "--seed", "3", "--count", "3")
        said = german(*arguments, typed=lines(*asked)).stdout
        assert said.startswith("Rätsel 1: ")
        assert "Die Lösung ist die " in said
        for kind, question in KINDS.items():
            said = german(
                "puzzle", game, "--kind", kind, "--seed", "3", "--count", "1", typed=lines(*asked)
            ).stdout
            assert question in said
        assert "Rätsel vom " in german("puzzle", "--daily", typed=lines("weiter")).stdout
        assert "Rätsel\n  Gelöst: 0 von " in german("stats").stdout

    @pytest.mark.parametrize(
        "asked",
        [
            ["solve", "number-duel", "28"],
            ["solve", "number-duel"],
            ["solve", "strategy-stacks", "7", "1", "5"],
            ["solve", "number-stack-attack", "9", "9", "9", "9", "3"],
            ["atlas", "strategy-stacks", "--opening", "even", "--upto", "9"],
            ["games"],
            ["players"],
            ["history"],
            ["stats"],
        ],
    )
    def test_other_commands_are_german(self, asked: list[str]) -> None:
        assert german(*asked).stdout

    def test_only_sentences_of_json_verdicts_are_translated(self, tmp_path: Path) -> None:
        plain = json.loads(call("solve", "strategy-stacks", "6", "--json").stdout)
        told = json.loads(call("solve", "strategy-stacks", "6", "--json", *GERMAN).stdout)
        assert told["reason"].startswith("Spiel die 2. ")
        assert {**told, "reason": plain["reason"]} == plain
        file = tmp_path / "verdict.json"
        file.write_text(json.dumps(told))
        assert german("check", str(file)).stdout == (
            "Bestätigt: Spieler 2 gewinnt bei perfektem Spiel.\nNicht geprüft: die Begründung.\n"
        )
        file.write_text(json.dumps({**told, "winner": 1}))
        assert german("check", str(file)).stdout == "Widerlegt: winner müsste 2 sein\n"
        file.write_text("[]")
        said = german("check", str(file)).stdout
        assert said == "Nicht geprüft: die Datei ist kein einzelnes JSON-Objekt\n"

    def test_a_batch_is_translated_and_the_line_protocol_is_not(self) -> None:
        asked = lines('{"game": "strategy-stacks", "moves": [6]}', "[]", "{}", '{"game": 7}')
        first, *wrong = map(json.loads, call("solve", "--batch", *GERMAN, typed=asked).stdout.splitlines())
        assert english_in(first["reason"]) == []
        messages = [each["error"]["message"] for each in wrong]
        assert [english_in(message) for message in messages] == [[]] * 3
        assert call("engine", *GERMAN, typed=lines("game chess")).stdout.startswith(
            "error unknown-game There is no game called 'chess': choose "
        )


class TestErrors:
    @pytest.mark.parametrize(
        ("asked", "told"),
        [
            ("play chess", "Ein Spiel namens 'chess' gibt es nicht: Wähle number-stack-duel, "),
            ("play number-due", "Ein Spiel namens 'number-due' gibt es nicht: Meinst du number-duel?"),
            ("play", "Nenn ein Spiel, etwa: outnumber play number-duel."),
            ("play number-duel --range 0", "--range kann nicht '0' sein: Wähle eine ganze Zahl von 1 bis 1"),
            ("play number-duel --target 9", "Zahlenduell hat keine Option --target: Die Optionen sind "),
            ("play number-duel --set range", "--set: 'range' müsste aussehen wie "),
            ("play number-duel --range 9 --set range=9", "--set: range steht zweimal da"),
            ("play number-duel --link x", "Ein Kriterium namens 'x' gibt es nicht: Wähle multiple, "),
            ("play number-duel --names A", "--names: Gib zwei verschiedene Namen "),
            ("play number-duel --rounds 0", "--rounds kann nicht '0' sein: Wähle eine ganze Zahl von "),
            ("play number-duel --rounds x", "--rounds kann nicht 'x' sein: Wähle eine ganze Zahl von "),
            ("play number-duel --first 3", "--first kann nicht '3' sein: Wähle 1, 2 oder toss."),
            ("play number-duel --p1 hal", "Einen Gegner namens 'hal' gibt es nicht: Wähle human, "),
            ("play number-duel --p1 cmd:", "'cmd:' kann nicht spielen: Nenn nach cmd: ein Programm"),
            ("play number-duel --p1 llm:m", "llm:m kann nicht spielen: Setze OPENAI_API_KEY, oder "),
            ("play number-duel --p1 llm:m?top_p=9", "top_p kann nicht '9' sein: Wähle eine Zahl von "),
            ("play number-duel 5", "Ein Wort zu viel: 5."),
            ("play number-duel --nonsense", "Eine Option '--nonsense' gibt es nicht."),
            ("play --seed", "Nach --seed fehlt ein Wert."),
            ("plai", "Einen Befehl 'plai' gibt es nicht: Meinst du play?"),
            ("rules", "Nenn ein Spiel, etwa: outnumber rules number-duel."),
            ("solve", "Nenn ein Spiel, etwa: outnumber solve strategy-stacks 6 3"),
            ("solve strategy-stacks 6 5", "5 ist weder ein Teiler noch ein Vielfaches von 6. Du kannst "),
            ("solve strategy-stacks x", "'x' ist keine Zahl: Züge sind Zahlen, etwa 6 3 9."),
            ("play number-duel --range 300000 --p2 perfect", "Ein Netz aus 300\u202f000 Zahlen ist zu groß"),
            ("atlas number-duel --range 9 --upto 9", "--range: Jeder Wert für Bereich "),
            ("atlas number-duel", "Gib --upto N an, den größten Bereich oder das größte Ziel."),
            ("puzzle --range 9", "Nenn ein Spiel, um seine Optionen zu wählen, etwa: outnumber puzzle "),
            ("puzzle order-challenge --range 2", "Mit diesen Optionen gibt es kein Rätsel."),
            ("puzzle order-challenge --range 9999", "--range 9\u202f999 ist zu groß: Rätsel gibt es bis "),
            ("resume", "Es gibt kein Spiel zum Weiterspielen: Beginne eins mit outnumber play"),
            ("resume 7", "Es gibt kein Spiel 7: outnumber history zeigt deine Spiele."),
            ("replay nothing.txt", "nothing.txt lässt sich nicht lesen: Diese Datei gibt es nicht."),
            ("check nothing.json", "nothing.json: Diese Datei gibt es nicht."),
            ("stats --erase", "Das löscht deinen Rätselfortschritt und deine Statistik. Zur Bestätigung"),
            ("arena random", "PLAYER kann nicht random sein: Eine Arena braucht zwei oder mehr."),
            ("mcp --port 1", "--host, --port und --allow-host gehören zu --http."),
            ("join nowhere", "URL kann nicht 'nowhere' sein: So ein Link sieht aus wie http://HOST/g/ID"),
        ],
    )  # fmt: skip
    def test_errors_are_german(self, asked: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
        done = german(*asked.split())
        assert done.stderr.startswith(f"Fehler: {told}")
        assert done.returncode in (1, 2)
        # The English messages are unchanged.
        assert call(*asked.split()).stderr.startswith("Error: ")

    def test_errors_for_programs_keep_their_codes(self) -> None:
        done = call("solve", "chess", "--json", *GERMAN)
        error = json.loads(done.stderr)["error"]
        assert error["code"] == "unknown-game"
        assert error["message"].startswith("Ein Spiel namens 'chess' gibt es nicht: ")

    def test_a_damaged_record_is_reported_in_german(self, tmp_path: Path) -> None:
        file = tmp_path / "game.txt"
        file.write_text('[Outnumber "1"]\n[Game "strategy-stacks"]\n\n[Round "1"]\n\n1. 6 5\n')
        told = german("replay", str(file)).stderr
        assert told.endswith(
            "Zeile 6: 5 ist weder ein Teiler noch ein Vielfaches von 6. Du kannst 1, 2 oder 3 spielen.\n"
        )
        file.write_text('[Outnumber "1"]\n[Game "strategy-stacks"]\n[Options "range=0"]\n')
        assert (
            "Zeile 3: Bereich kann nicht '0' sein: Wähle eine ganze Zahl"
            in german("replay", str(file)).stderr
        )


def test_counts_in_click_messages_use_the_plural_forms_of_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In some languages the singular form is also used for zero, unlike in English."""

    class Other(Voice):
        def plural(self, one: str, many: str, n: int) -> str:
            return one if n < 2 else many

    monkeypatch.setattr("outnumber.language.voice.voice", lambda _: Other())
    try:
        output.teach("de")
        counted = vars(click.parser)["ngettext"]
        told = [counted(*list(COUNTED)[-1], n) for n in (0, 1, 2)]
    finally:
        output.teach(None)
    assert told == ["One word too many: {args}.", "One word too many: {args}.", "Too many words: {args}."]
