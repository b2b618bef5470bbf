"""Worksheets and hints for chains, made in a solver process: both may take a second."""

from __future__ import annotations

from outnumber.api.chains import ChainHintModel
from outnumber.games.registry import find
from outnumber.games.sentences import Voice
from outnumber.study.worksheets import PaperName, SheetName, WorksheetOrder
from outnumber.workers.jobs import GameJob, Job


class Worksheet(GameJob, tag="worksheet"):
    """A worksheet, cards, a board or a guide as a page."""

    sheet: SheetName
    seed: int
    count: int
    kind: str | None
    difficulty: int | None
    paper: PaperName
    # Where the server is, and the address of the style sheet.
    origin: str
    style: str

    def answer(self, voice: Voice) -> str:
        from outnumber.language.worksheets import page

        order = WorksheetOrder(
            find(self.game), self.seed, self.count, self.kind, self.difficulty, self.options, self.sheet,
            self.paper,
        )  # fmt: skip
        link = f"{self.origin}{order.path}&lang={voice.language}"
        return page(order, voice, link=link, style=self.style)


class ChainHint(Job, tag="chain-hint"):
    """A way to make a chain longer."""

    range: int
    link: list[str]
    chain: list[int]

    def answer(self, voice: Voice) -> ChainHintModel:
        from outnumber.language.chains import hint
        from outnumber.study.chains.chain import Chain
        from outnumber.study.chains.play import Play

        play = Play.begin(self.range, self.link)
        return ChainHintModel(hint(play.after(Chain.of(self.range, self.link, self.chain)), voice))
