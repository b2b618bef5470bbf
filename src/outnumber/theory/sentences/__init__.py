"""Every sentence that explains a position, with its claim beside it: one file a theorem."""

from __future__ import annotations

from outnumber.theory.claims import Sentence
from outnumber.theory.sentences import any_game, attack, lost, order, over, pairs, sides

SENTENCES: dict[str, Sentence] = {
    **over.SENTENCES,
    **sides.SENTENCES,
    **order.SENTENCES,
    **attack.SENTENCES,
    **pairs.SENTENCES,
    **any_game.SENTENCES,
    **lost.SENTENCES,
}
