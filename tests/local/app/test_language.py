"""The app in German: every sentence, immediately after the choice, and no text is cut off."""

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules

import pytest

import outnumber.local.app
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.language.voice import Translated, voice
from outnumber.languages import LANGUAGES
from outnumber.local.app import screens
from outnumber.local.app.settings import AppSettings, load_settings, save_settings
from tests.local.app.scenes import SCENES, visit
from tests.local.app.screens import Screen, cut_off, drive
from tests.make_catalogue import SAID, TEXTS

APP = Path(outnumber.local.app.__file__).parent
# Names of people, themes and files, and the languages by their own names.
SAME = {"Ada", "Ben", "Nord", "Gruvbox", "Dracula", "Tokyo Night", "settings.json", *LANGUAGES.values()}
SAME |= {"outnumber-statistics.json", "Enter"}


GREEK = {ord(letter): 0x3B1 + place % 17 for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}
GREEK |= {letter - 0x20: greek - 0x20 for letter, greek in GREEK.items()}


class Missing(NullTranslations):
    """A catalogue without translations."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def gettext(self, message: str) -> str:
        self.found.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.found.add(msgid1)
        return msgid1 if n == 1 else msgid2


class Foreign(Translated):
    """A German voice with distinctive letters."""

    def __init__(self) -> None:
        self.missing = Missing()
        with (files("outnumber.language") / "languages" / "de.mo").open("rb") as file:
            catalogue = GNUTranslations(file)
        catalogue.add_fallback(self.missing)
        super().__init__("de", catalogue)

    def word(self, text: str) -> str:
        return _greek(super().word(text))

    def plural(self, one: str, many: str, n: int) -> str:
        return _greek(super().plural(one, many, n))


def _greek(text: str) -> str:
    if len(text) < 2:  # a key
        return text
    parts = re.split(r"(\{.*?\})", text)
    return "".join(part if part[:1] == "{" else part.translate(GREEK) for part in parts)


@pytest.mark.parametrize("name", SCENES)
def test_every_text_has_a_german_translation_and_enough_space_and_uses_the_voice(name: str) -> None:
    voice = Foreign()

    async def look(screen: Screen) -> None:
        assert cut_off(screen) == []
        text = screen.text()
        for known in SAME:
            text = text.replace(known, "")
        # Single letters are keys.
        assert re.findall(r"[A-Za-z]{2,}", text) == []
        assert re.search(r"[α-ω]{2,}", text)

    visit(name, look, voice=voice)
    missing = voice.missing.found
    words = {text for text in missing if re.search(r"[A-Za-z]{2,}", re.sub(r"\{.*?\}", "", text))}
    assert words - SAME == set()


class Lengthy(Voice):
    """A voice with long texts."""

    def word(self, text: str) -> str:
        return f"{text} and so on and so forth" if len(text) > 1 else text


@pytest.mark.parametrize("name", ["new-game", "match-over", "puzzle", "games"])
def test_texts_that_are_cut_off_are_detected(name: str) -> None:
    async def look(screen: Screen) -> None:
        assert cut_off(screen) != []

    visit(name, look, voice=Lengthy())


# Choosing a language


def test_a_language_takes_effect_at_once_and_is_saved() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("s", "up", "right", "right")
        await screen.until("Sprache")
        assert "‹ Deutsch ›" in screen.text()
        assert "Settings" not in screen.text()
        # The mark stays where it was: the next key continues from there.
        await screen.press("right")
        await screen.until("‹ system default ›")
        await screen.press("left", "escape")
        await screen.until("Fünf Zahlenduelle")
        assert "Gegen den Computer" in screen.text()

    drive(script)
    assert load_settings() == AppSettings(language="de")


def test_a_requested_voice_overrides_the_setting() -> None:
    save_settings(AppSettings(language="en"))

    async def script(screen: Screen) -> None:
        assert "Gegen den Computer" in screen.text()

    drive(script, voice=voice("de"))


def test_by_default_the_app_uses_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    from outnumber.local.app.main import OutnumberApp

    for name in ("OUTNUMBER_LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert OutnumberApp().voice.language == "de"
    monkeypatch.setenv("OUTNUMBER_LANGUAGE", "en")
    assert OutnumberApp().voice is ENGLISH


def test_yes_has_its_own_key_in_each_language() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n", "enter")
        await screen.until("Welcome!")
        await screen.press("x")
        await screen.until("(j)")
        await screen.press("j")
        await screen.until("n plays again.")

    drive(script, voice=voice("de"))


# In the code


def texts(*paths: Path) -> Iterator[tuple[str, bool]]:
    """Every text of some modules, and whether a voice renders it; docstrings are left out."""
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        spoken, silent = set(), set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                function = node.func
                called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                for argument in node.args if called in SAID else ():
                    spoken |= {id(each) for each in ast.walk(argument)}
            elif (
                isinstance(node, ast.AnnAssign) and node.value and TEXTS.search(ast.unparse(node.annotation))
            ):
                spoken |= {id(each) for each in ast.walk(node.value)}
            elif isinstance(node, ast.Expr):
                silent.add(id(node.value))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
                yield node.value, id(node) in spoken


def test_every_sentence_is_rendered_by_a_voice() -> None:
    # Two words in a row count as a sentence.
    unspoken = {
        text
        for text, spoken in texts(*APP.rglob("*.py"))
        if not spoken and re.search(r"[A-Za-z]{2,} [a-z]{2,}", text) and "{" not in text
    }
    assert unspoken == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_keys_of_a_screen_have_the_same_description(language: str) -> None:
    seen = 0
    for module in iter_modules(screens.__path__, f"{screens.__name__}."):
        for name, found in vars(import_module(module.name)).items():
            keys = getattr(found, "KEYS", ()) if isinstance(found, type) else ()
            words = [voice(language).word(key.does) for key in keys]
            assert len(words) == len(set(words)), (module.name, name, words)
            seen += len(words)
    assert seen > 50
