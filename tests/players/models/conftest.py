"""A language model on a server with scripted answers."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from outnumber.players.models import model as language_model
from outnumber.players.models.model import LanguageModel
from tests.model_server import (
    ModelServer,
    Step,
)
from tests.players.models.asking import KEY, Asked


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(language_model, "BACK_OFF", 0.01)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    """A model on a server with scripted answers."""
    with ExitStack() as stack:

        def start(*script: Step, settings: str = "") -> tuple[LanguageModel, ModelServer]:
            server = stack.enter_context(ModelServer(*script))
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            player = LanguageModel(f"test{'?' if settings else ''}{settings}")
            stack.callback(player.close)
            return player, server

        yield start
