"""The catalogues: every sentence has a translation, it can be filled, and the program reads it."""

from __future__ import annotations

import ast
import inspect
import io
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from string import Formatter
from typing import Any, ClassVar

import click
import pytest

pytest.importorskip("babel", reason="the catalogues are read with Babel, of the extra outnumber[dev]")

from outnumber.cli.main import COMMANDS, group
from outnumber.cli.output import paragraphs
from outnumber.games.base import Rules, Seat
from outnumber.games.errors import MESSAGES, GameError, OptionError
from outnumber.games.links import CRITERIA, Link
from outnumber.games.sentences import ADDED, ENGLISH, Phrase, Told
from outnumber.language.voice import of_the_system, voice
from outnumber.languages import LANGUAGES
from outnumber.study.pictures.captions import Caption
from outnumber.study.puzzles.sentences import Remark
from outnumber.theory.reasons import Explanation, players
from outnumber.theory.sentences import SENTENCES
from tests.english import english_in
from tests.make_catalogue import (
    ALL_SAID,
    CATALOGUES,
    CLICK,
    FOR_PROGRAMMERS,
    SAID,
    SOURCE,
    Unreadable,
    compiled,
    forms,
    in_python,
    read,
    strings,
    untranslated,
    updated,
)

OTHERS = [language for language in LANGUAGES if language != ENGLISH.language]
GERMAN = voice("de")
RUN = "run: python -m tests.make_catalogue, then translate what is empty"


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_equals_the_editable_one(language: str) -> None:
    kept = {message.id: message.string for message in read(language) if message.id}
    assert set(kept) == strings(), RUN
    assert untranslated(read(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_program_reads_what_people_translate(language: str) -> None:
    with (CATALOGUES / f"{language}.mo").open("rb") as file:
        shipped = GNUTranslations(file)
    made = GNUTranslations(io.BytesIO(compiled(updated(language))))
    texts = [each for string in strings() for each in ([string] if isinstance(string, str) else [])]
    assert [shipped.gettext(text) for text in texts] == [made.gettext(text) for text in texts], RUN
    pairs = [string for string in strings() if isinstance(string, tuple)]
    for n in (1, 2):
        assert [shipped.ngettext(*pair, n) for pair in pairs] == [made.ngettext(*pair, n) for pair in pairs]


def aliases(code: str) -> Iterator[str]:
    """The aliases of functions that output text in a file."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                names = target.elts if several else [target]  # type: ignore[attr-defined]
                values = node.value.elts if several else [node.value]  # type: ignore[attr-defined]
                for name, value in zip(names, values, strict=False):
                    said = isinstance(value, ast.Attribute) and value.attr in ("say", "speak", "counted")
                    if said and not ast.unparse(value).endswith("console.say"):
                        yield name.attr if isinstance(name, ast.Attribute) else ast.unparse(name)


def test_aliases_of_functions_that_output_text_are_found() -> None:
    # A sentence output through an unknown name would disappear from the catalogue, with its translation.
    assert set(aliases("a, self._b = voice.say, console.speak; c = console.say")) == {"a", "_b"}
    found = {name for path in SOURCE.rglob("*.py") for name in aliases(path.read_text(encoding="utf-8"))}
    assert found <= {*SAID}


def test_every_function_that_outputs_text_still_has_its_name() -> None:
    # After a renaming, the catalogue would lose the function's sentences and their translations.
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    assert [name for name in SAID if not re.search(rf"\b{name}\(", code)] == []


def fields(text: str) -> set[tuple[str, str]]:
    """The values of a template with their formats; a translation may move the player."""
    found = {(name, how or "") for _, name, how, _ in Formatter().parse(text) if name is not None}
    return {(name, "" if how == "inside" else how) for name, how in found}


def spoken_to(text: str) -> list[str]:
    """The players that a template addresses or names, in its forms."""
    return re.findall(r"\|[^][|{]*\{(\w+)", text)


@pytest.mark.parametrize("language", OTHERS)
def test_translations_address_the_reader_where_their_keys_do(language: str) -> None:
    for message in read(language):
        for key, text in zip(forms(message.id), forms(message.string), strict=False):
            assert sorted(spoken_to(key)) == sorted(spoken_to(text)), key


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_values_of_their_keys(language: str) -> None:
    clicks = {string[0] if isinstance(string, tuple) else string for string in CLICK}
    for message in read(language):
        if not message.id:
            continue
        ids, told = forms(message.id), forms(message.string)
        allowed = [fields(text) for text in ids]
        for text in told:
            if ids[0] in clicks:
                # Click describes the kind of number in English.
                assert fields(text) <= set().union(*allowed), message.id
            else:
                assert fields(text) in allowed, message.id
        assert fields(told[-1]) <= allowed[-1], message.id


def test_a_sentence_assembled_where_it_is_output_is_found() -> None:
    assert list(in_python('say("Player {seat}", seat=1); voice.counted("{n} token", "{n} tokens", 2)')) == [
        "Player {seat}",
        ("{n} token", "{n} tokens"),
    ]
    assert list(in_python('Phrase("one" if x == "no" else "other"); console.say(f"{x}")')) == ["one", "other"]
    with pytest.raises(Unreadable, match="code:1"):
        list(in_python('say(f"Player {seat}")'))


def test_every_function_that_outputs_text_still_exists() -> None:
    """Under a new name, its sentences would disappear from the catalogue, with their translations."""
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    gone = [name for name in (*SAID, *ALL_SAID) if not re.search(rf"\b{name}\(", code)]
    assert gone == []


def test_only_the_command_line_mentions_flags() -> None:
    for path in sorted(SOURCE.rglob("*.py")):
        if path.parent.name != "cli" and path != FOR_PROGRAMMERS:
            for string in in_python(path.read_text(encoding="utf-8")):
                # A whole command is typed unchanged everywhere.
                assert not re.search(r"(?<!\w)--[a-z]", str(string)) or "outnumber " in str(string), path


@pytest.mark.parametrize("code", SENTENCES)
def test_every_reason_is_rendered_with_its_numbers(code: str) -> None:
    words: dict[str, Any] = {
        "pairs": [(1, 7), (2, 4)],
        "moves": [5, 7],
        "side": Phrase("above"),
        "other": Phrase("below"),
        "tie": Phrase("first"),
        **players(Seat.ONE),
    }
    names = {name for name, _ in fields(SENTENCES[code])}
    for number in (1, 5):
        told = GERMAN.tell(Explanation(code, **{name: words.get(name, number) for name in names}))
        assert "{" not in told
        assert english_in(told) == []


@pytest.mark.parametrize("kind", [Caption, Remark])
def test_every_caption_and_remark_is_rendered_with_its_numbers(kind: type[Told]) -> None:
    words: dict[str, Any] = {
        "moves": [5, 7],
        "line": "Ada 7",
        "ending": Explanation("over", **players(Seat.ONE)),
    }
    for code, template in kind.SENTENCES.items():
        names = {name for name, _ in fields(template)}
        told = GERMAN.tell(kind(code, **{name: words.get(name, 5) for name in names}))
        assert "{" not in told
        assert english_in(told) == []


@pytest.mark.parametrize("code", MESSAGES)
def test_every_error_is_rendered_with_its_numbers(code: str) -> None:
    words = {"remedy": Phrase("You can play {legal:or}.", legal=(1, 2)), "link": Link(("multiple",), 6)}
    names = {name for name, _ in fields(MESSAGES[code])}
    told = GERMAN.tell(GameError(code, **{name: words.get(name, 5) for name in names}))
    assert "{" not in told
    assert english_in(told) == []


@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_criterion_reads_well_alone_and_after_another(criterion: str) -> None:
    first, second = Link((criterion,), 28), Link(("multiple", criterion), 28)
    for link in (first, second):
        for how in ("is", "not"):
            assert english_in(GERMAN.say(f"{{link:{how}}}", link=link)) == []
    wanted = GERMAN.say("a number that {link:is}", link=Link(("multiple", "digit"), 28))
    assert wanted == "eine Zahl, die Vielfaches oder Teiler von 28 ist oder mit ihr eine Ziffer gemeinsam hat"
    denied = GERMAN.say("{link:not}", link=Link(("multiple", "digit"), 5))
    assert denied == "ist weder ein Teiler noch ein Vielfaches von 5 und hat mit ihr keine Ziffer gemeinsam"


def test_numbers_are_formatted_and_listed_in_the_language() -> None:
    assert GERMAN.choice([7]) == "7"
    assert GERMAN.choice(range(1, 101)) == "1-100"
    assert GERMAN.choice(range(2, 101, 2)).endswith("… oder 100 (50 Zahlen)")
    assert GERMAN.listed([1, 2, 3]) == "1, 2 und 3"
    assert GERMAN.number(1_000_000) == "1\u202f000\u202f000"
    assert GERMAN.say("{time:g} seconds", time=2.5) == "2,5 Sekunden"
    assert [GERMAN.counted("{n} token", "{n} tokens", n) for n in (0, 1, 2)] == [
        "0 Steine",
        "1 Stein",
        "2 Steine",
    ]


def test_an_unknown_language_is_refused_with_the_remedy() -> None:
    with pytest.raises(OptionError, match=r"language 'fr' is not valid: choose en or de\."):
        voice("fr")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "OUTNUMBER_LANGUAGE": "de"}, "de"),
    ],
)
def test_the_system_determines_the_language(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OUTNUMBER_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert of_the_system() == language


# Synonyms that were in use, and the one that remains.
ONE_WORD = {
    r"[Rr]ückblick": "Analyse",
    r"(faire\w*|ausgeloste\w*) Anfang": "fairer Start",
    r"[Aa]ufbewahr|aufzubewahren": "gespeichert",
    r"Rätsel des Tages": "Tagesrätsel",
    r"nicht weiterkann": "nicht mehr ziehen kann",
    r"Rätsel-Fortschritt": "Rätselfortschritt",
    r"Partien?\b": "Spiel",
    r"Regelb[uü]ch": "Regelheft",
    r"\bTippe\b": "Tipp",
    r"\bNoch mal\b|Wieder dran": "Noch einmal",
}


def test_german_has_one_word_per_concept() -> None:
    said = [text for message in read("de") if message.id for text in forms(message.string)]
    assert [text for text in said for other in ONE_WORD if re.search(other, text)] == []


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_seat_is_picked_and_not_a_side(language: str) -> None:
    side = {
        "en": r"\b(pick\w*|choose|take|which) (a|your|that)? ?side",
        "de": r"\b(deine|eine|diese|welche) Seite (wähl|nimm|und)|(nimm|wähle) (deine|eine|diese) Seite",
    }
    said = [voice(language).word(text) for string in strings() for text in forms(string)]
    assert [text for text in said if re.search(side[language], text, re.IGNORECASE)] == []


def test_german_command_help_uses_infinitives() -> None:
    """Neither `Zeige …` nor `Zeigt …`: other forms are for other sentences."""
    context = click.Context(group)
    commands = [group.get_command(context, name) for name in COMMANDS]
    firsts = [paragraphs(inspect.cleandoc(command.help or ""))[0] for command in commands if command]
    options = [
        option.help
        for command in commands
        if command
        for option in command.params
        if isinstance(option, click.Option) and option.help
    ]
    german = {voice("de").word(text) for text in (*COMMANDS.values(), *firsts, *options)}
    begun = re.compile(
        r"(Zeig|Lass|Gib|Geh|Sag|Sieh|Lösch|Führ|Schreib|Zeichn|Stell|Kopier|List|Erklär|Ersetz)(e|t|et)?\b"
    )
    assert [text for text in german if begun.match(text)] == []


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_solved_has_one_definition_in_all_texts(language: str) -> None:
    says = voice(language)
    rule = says.word("A puzzle is solved if you make no mistake. All hints but the last are free.")
    said = [text for string in strings() for text in forms(string) if text.startswith("A puzzle is solved")]
    assert len(said) == 2
    assert all(says.word(text).startswith(rule) for text in said)


def test_added_games_bring_their_translations_and_cannot_replace_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GERMAN, "added", {})
    monkeypatch.setitem(ADDED, "de", GERMAN.added)  # type: ignore[attr-defined]

    class Pebbles(Rules):
        """Take pebbles."""

        catalogues: ClassVar = {
            "de": {
                "Take pebbles.": "Nimm Kiesel.",
                "{n} pebble": ("{n} Kiesel", "{n} Kieselsteine"),
                "Your turn": "Los",
            }
        }

    assert GERMAN.word("Take pebbles.") == "Nimm Kiesel."
    assert [GERMAN.counted("{n} pebble", "{n} pebbles", n) for n in (1, 2)] == ["1 Kiesel", "2 Kieselsteine"]
    assert GERMAN.word("Your turn") != "Los"
    assert ENGLISH.word("Take pebbles.") == "Take pebbles."
