"""Offer each example position in the pages, and each step of a lesson, to be played on the spot.

It works where the site has the folder `play`, which `docs/build.py --play` writes with `outnumber site`.
"""

import re
from html import escape
from typing import Any
from urllib.parse import urlencode

from docutils import nodes

SOLVE = re.compile(
    r"^\$ outnumber solve ([a-z-]+)((?: --(?!set)[a-z-]+ [\w,-]+| \d+)*)(?: --json| --svg .*)?$", re.M
)
LEARN = re.compile(r"^\$ outnumber learn ([a-z-]+) --step ([a-z0-9-]+)$", re.M)
# A picture says which position it shows.
PICTURE = re.compile(r"^([A-Z][A-Za-z ]+) at range (\d+) after ([\d, and]+):")


def places(text: str) -> list[str]:
    """The addresses of the positions and steps in an example or in the description of a picture.

    >>> places("$ outnumber solve strategy-stacks --range 20 6 3")
    ['/board?game=strategy-stacks&range=20&moves=6%2C3']
    >>> places("$ outnumber learn number-duel --step tiny-1")
    ['/learn/number-duel#tiny-1']
    >>> places("Strategy Stacks at range 20 after 8 and 4: 12, 16 and 20 win")
    ['/board?game=strategy-stacks&range=20&moves=8%2C4']
    """
    found = []
    for game, given in SOLVE.findall(text):
        options = {
            name.replace("-", "_"): value for name, value in re.findall(r"--([a-z-]+) ([\w,-]+)", given)
        }
        moves = re.findall(r" (\d+)", re.sub(r"--[a-z-]+ [\w,-]+", "", given))
        found.append(_board(game, options, moves))
    found += [f"/learn/{game}#{step}" for game, step in LEARN.findall(text)]
    for title, size, moves in PICTURE.findall(text):
        found.append(_board(title.lower().replace(" ", "-"), {"range": size}, re.findall(r"\d+", moves)))
    return list(dict.fromkeys(found))


def _board(game: str, options: dict[str, str], moves: list[str]) -> str:
    named = {"game": game, **options} | ({"moves": ",".join(moves)} if moves else {})
    return f"/board?{urlencode(named)}"


def offer(app: Any, doctree: nodes.document, docname: str) -> None:
    """Add a link below each example and picture; `playable.js` opens it in place."""
    if not app.config.playable:
        return
    top = "../" * docname.count("/")
    for node in [*doctree.findall(nodes.literal_block), *doctree.findall(nodes.image)]:
        text = node.astext() if isinstance(node, nodes.literal_block) else node.get("alt", "")
        links = "".join(
            f'<p class="playable"><a href="{top}play/index.html#{escape(place)}">Play it here</a></p>'
            for place in places(text)
        )
        if links:
            parent = node if isinstance(node.parent, nodes.Structural) else node.parent
            parent.parent.insert(parent.parent.index(parent) + 1, nodes.raw("", links, format="html"))


def setup(app: Any) -> dict[str, bool]:
    app.add_config_value("playable", default=False, rebuild="html")
    app.connect("doctree-resolved", offer)
    app.add_js_file("playable.js")
    return {"parallel_read_safe": True}
