"""Every sentence that explains a position, by its code: one file for each theorem."""

from __future__ import annotations

from outnumber.theory.sentences import any_game, attack, lost, order, over, pairs, sides

SENTENCES: dict[str, str] = {
    **over.SENTENCES,
    **sides.SENTENCES,
    **order.SENTENCES,
    **attack.SENTENCES,
    **pairs.SENTENCES,
    **any_game.SENTENCES,
    **lost.SENTENCES,
}
