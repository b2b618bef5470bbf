"""The rules as text: the same for the command line and all other readers, in every language."""

import re

import pytest

import outnumber
from outnumber.cli.arguments import chosen_rules, flag
from outnumber.games.links import CRITERIA, Links
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.language.rules import rules_text, sections
from outnumber.language.voice import voice
from outnumber.languages import LANGUAGES
from tests.english import english_in
from tests.naive import GAMES

EVERY = [(game, language) for game in GAMES for language in LANGUAGES]


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_rules_outside_the_command_line_mention_no_flags(game: str, language: str) -> None:
    kind = type(outnumber.game(game))
    with_flags = rules_text(kind, voice(language))
    assert "--range" in with_flags or "--target" in with_flags
    assert f"outnumber play {game}" in with_flags
    without = rules_text(kind, voice(language), flags=False)
    assert not re.search(r"--|outnumber|[>|]", without)
    # Each still has its goal, a turn, the end, the options and an example.
    assert len(re.findall(r"^\S.*$", without, re.MULTILINE)) >= 6


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_the_text_is_wrapped_to_a_width(game: str, language: str) -> None:
    kind = type(outnumber.game(game))
    paragraphs = rules_text(kind, voice(language), width=None)
    for width in (40, 78):
        laid_out = rules_text(kind, voice(language), width=width)
        assert max(map(len, laid_out.splitlines())) <= width
        assert laid_out.split() == paragraphs.split()


@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_the_same_sections_and_numbers(game: str) -> None:
    kind = type(outnumber.game(game))
    for flags in (True, False):
        english, german = (rules_text(kind, voice(each), flags=flags, width=None) for each in ("en", "de"))
        assert english_in(german) == []
        for one, other in zip(english.splitlines(), german.splitlines(), strict=True):
            assert len(one) - len(one.lstrip()) == len(other) - len(other.lstrip())
            numbers = [
                sorted(re.findall(r"\d+", re.sub(r"[,\u202f](?=\d{3})", "", line))) for line in (one, other)
            ]
            assert set(numbers[0]) <= {*numbers[1], "1"}, (one, other)


# The patterns of a worked example: the start, a move, a pass, the possible numbers, and the end.
TOLD = {
    "en": (
        "Started with: ",
        r" *Player (\d) plays (\d+)(?: and has (\d+))?[.]",
        r"Player (\d) passes",
        r"Player (\d) [^.]*?can (?:answer|add) ([\d, or]+)[.]",
        "Player {winner} wins.",
    ),
    "de": (
        "Begonnen mit: ",
        r" *Spieler (\d) spielt (\d+)(?: und hat (\d+))?[.]",
        r"Spieler (\d) setzt aus",
        r"Spieler (\d) [^.]*?kann (?:mit der |mit )?([\d, oder]+) (?:antworten|legen)[.]",
        "Spieler {winner} gewinnt.",
    ),
}


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


def rules_for(command: str) -> outnumber.Rules:
    """The rules for the options on a command line."""
    _, _, game, *arguments = command.split()
    chosen = {
        name.removeprefix("--").replace("-", "_"): value
        for name, value in zip(arguments[::2], arguments[1::2], strict=True)
    }
    return chosen_rules(game, chosen)


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_every_option_is_explained_with_a_working_command(game: str, language: str) -> None:
    kind = type(outnumber.game(game))
    text = rules_text(kind, voice(language), width=None)
    examples = re.findall(r"^    (outnumber play .*)$", text, re.MULTILINE)
    assert all(rules_for(example).name == game for example in examples)
    for option in kind.OPTIONS:
        assert flag(option.name) in text
        assert any(flag(option.name) in example for example in examples), option.name


def total_of(position: outnumber.Position, seat: str) -> int:
    """A player's total in Number Stack Attack."""
    assert isinstance(position, AttackPosition)
    return position.total(outnumber.Seat(int(seat)))


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_worked_examples_are_legal_to_their_end(game: str, language: str) -> None:
    started, move_told, pass_told, choice_told, end_told = TOLD[language]
    games = rules_text(type(outnumber.game(game)), voice(language), width=None).split(started)[1:]
    assert games
    for told in games:
        command, *lines = told.split("\n\n")[0].splitlines()
        position = rules_for(command).start()
        assert position.rules.name == game
        choices = 0
        for line in lines[:-1]:
            for passing in re.findall(pass_told, line):
                assert not position.rules.fitting(total_of(position, passing)), line
            played = re.match(move_told, line)
            if played:
                seat, move, total = played.groups()
                assert position.turn == int(seat), line
                position = position.play(int(move))
                assert total is None or total_of(position, seat) == int(total), line
            for seat, choice in re.findall(choice_told, line):
                choices += 1
                assert position.turn == int(seat), line
                assert position.legal_moves() == numbers(choice), line
        assert choices > 2
        outcome = position.outcome()
        assert outcome is not None, told
        assert lines[-1].strip() == end_told.format(winner=outcome.winner.value)


@pytest.mark.parametrize(("language", "such_as"), [("en", " such as "), ("de", " wie ")])
def test_the_example_of_each_criterion_is_correct(language: str, such_as: str) -> None:
    kind = type(outnumber.game("number-duel"))
    text = rules_text(kind, voice(language), width=None)
    und = r"(\d+) (?:and|und) (\d+)$"
    examples = re.findall(rf"^    ([\w-]+): .*{such_as}(?:bei )?{und}", text, re.MULTILINE)
    assert {name for name, _, _ in examples} == set(CRITERIA)
    for name, a, b in examples:
        assert int(b) in Links((name,), 100).neighbours(int(a)), name
    # Readers without flags get the same examples.
    without = rules_text(kind, voice(language), flags=False, width=None)
    told = re.findall(rf"^    .*{such_as}(?:bei )?{und}", without, re.MULTILINE)
    assert told == [(a, b) for _, a, b in examples]


@pytest.mark.parametrize(
    ("language", "tips"),
    [
        ("en", ["Plan ahead: ", "Defend: ", "Weigh the risk: "]),
        ("de", ["Plane voraus: ", "Verteidige dich: ", "Wäg das Risiko ab: "]),
    ],
)
def test_number_stack_attack_includes_its_rule_books_advice(language: str, tips: list[str]) -> None:
    game = outnumber.game("number-stack-attack")
    lines = [line.text for part in sections(type(game), voice(language)) for line in part.lines]
    for tip in tips:
        assert sum(line.startswith(tip) for line in lines) == 1
        assert f"    {tip}" in rules_text(type(game), voice(language))


def test_the_advice_on_defence_and_risk_is_true() -> None:
    start = outnumber.game("number-stack-attack").start()
    # At 20 only a 1 fits.
    assert tuple(start.play(9).play(1).play(9).play(1).play(2).play(1).legal_moves()) == (1,)
    # Whatever Player 1 adds, Player 2 can go from 15 to 21.
    before = start.play(1).play(9).play(1).play(6)
    assert all(6 in before.play(token).legal_moves() for token in before.legal_moves())
