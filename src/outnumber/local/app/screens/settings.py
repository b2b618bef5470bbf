"""The settings screen; each change takes effect at once and is saved."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from outnumber.languages import LANGUAGES
from outnumber.local.app.page import Keys, Page, app_of
from outnumber.local.app.settings import THEMES, AppSettings, settings_path
from outnumber.local.app.widgets.fields import Choice, FieldRow, Form


class SettingsScreen(Page):
    """Colours, contrast and the language."""

    EXPLAINED = "settings"
    ALSO = (("q", "app.pop_screen"),)

    def compose(self) -> ComposeResult:
        app, say = app_of(self), self.say
        now = app.settings
        on_off = {"on": say("on"), "off": say("off")}
        yield Static(Text(say("Settings"), "bold"), id="bar")
        with Form(id="form"):
            themes = {name: self.voice.word(title) for name, title in THEMES.items()}
            help = say("Changes take effect at once.")
            yield FieldRow(say("Theme"), Choice(themes, now.theme, id="theme"), help)
            contrast = Choice(on_off, "on" if now.high_contrast else "off", id="contrast")
            yield FieldRow(say("High contrast"), contrast, say("Mostly black and white."))
            help = say("Off still leaves shapes, bold and underlined text.")
            if app.colour_refused:
                help = say("NO_COLOR is set, so colour stays off.")
            yield FieldRow(say("Colour"), Choice(on_off, "on" if now.colour else "off", id="colour"), help)
            languages = {"": say("system default"), **LANGUAGES}
            language = Choice(languages, now.language, id="language")
            yield FieldRow(say("Language"), language, say("The language of the app."))
            kept = say("Saved in {file}", file=settings_path())
            yield Static(kept, classes="note", markup=False)
        yield Static(id="about", markup=False)
        yield Keys(self.KEYS)

    async def on_choice_changed(self, event: Choice.Changed) -> None:
        value = {choice.id: choice.value for choice in self.query(Choice)}
        settings = AppSettings(
            value["theme"], value["contrast"] == "on", value["colour"] == "on", value["language"]
        )
        before = self.voice
        app_of(self).change(settings)
        if self.voice is not before:
            # Redraw all text, and keep the focus.
            await self.recompose()
            self.query_one(f"#{event.choice.id}").focus()
