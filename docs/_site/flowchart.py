"""Draw the Mermaid flowcharts in the pages as SVG, so that the site needs no script from another host.

This supports the few Mermaid constructs that the pages use: `name["label"]` and `name --> name`.
"""

import re
from html import escape
from itertools import pairwise
from textwrap import wrap
from typing import Any

from docutils import nodes

WIDTH, MARGIN, LINE, GAP = 232, 16, 16, 40


def ranks(boxes: dict[str, str], arrows: list[tuple[str, str]]) -> list[list[str]]:
    """The boxes in rows: each box is below all boxes with an arrow to it."""
    depth = dict.fromkeys(boxes, 0)
    for _ in boxes:
        for upper, lower in arrows:
            depth[lower] = max(depth[lower], depth[upper] + 1)
    return [[name for name in boxes if depth[name] == row] for row in range(max(depth.values()) + 1)]


def draw(source: str) -> str:
    """The SVG picture of a flowchart."""
    boxes = dict(re.findall(r'^ *(\w+)\["(.*)"\]', source, re.M))
    arrows = [
        pair
        for line in source.splitlines()
        if "-->" in line
        for pair in pairwise(line.strip().split(" --> "))
    ]
    rows = ranks(boxes, arrows)
    width = max(map(len, rows)) * (WIDTH + GAP) + GAP
    places: dict[str, tuple[float, float, float, float]] = {}
    parts = []
    top = MARGIN
    for row in rows:
        # A box alone in its row has room for a longer label.
        wide = min(width - 2 * GAP, WIDTH * 2) if len(row) == 1 else WIDTH
        labels = {name: wrap(boxes[name], round(wide / 7.2)) for name in row}
        height = max(map(len, labels.values())) * LINE + MARGIN
        left = (width - len(row) * wide - (len(row) - 1) * GAP) / 2
        for name in row:
            places[name] = (left, top, wide, height)
            parts.append(f'<rect x="{left:g}" y="{top}" width="{wide}" height="{height}" rx="6"/>')
            for index, text in enumerate(labels[name]):
                baseline = top + MARGIN / 2 + 12 + index * LINE
                parts.append(f'<text x="{left + wide / 2:g}" y="{baseline:g}">{escape(text)}</text>')
            left += wide + GAP
        top += height + GAP
    for upper, lower in arrows:
        x1, y1, w1, h1 = places[upper]
        x2, y2, w2, _ = places[lower]
        start, end = (x1 + w1 / 2, y1 + h1), (x2 + w2 / 2, y2)
        bend = (end[1] - start[1]) / 2
        parts.append(
            f'<path d="M{start[0]:g} {start[1]:g} C{start[0]:g} {start[1] + bend:g} '
            f'{end[0]:g} {end[1] - bend:g} {end[0]:g} {end[1]:g}"/>'
        )
    shapes = sorted(parts, key=lambda part: not part.startswith("<path"))  # lines behind the boxes
    description = escape("; ".join(f"{upper} uses {lower}" for upper, lower in arrows))
    return (
        f'<svg class="flowchart" role="img" viewBox="0 0 {width} {top - GAP + MARGIN}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{description}</title>{"".join(shapes)}</svg>'
    )


def replace_flowcharts(_app: Any, tree: nodes.document) -> None:
    """Replace each Mermaid block of a page by its picture."""
    for block in list(tree.findall(nodes.literal_block)):
        if block.get("language") == "mermaid":
            block.replace_self(nodes.raw("", draw(block.astext()), format="html"))


def setup(app: Any) -> dict[str, bool]:
    app.connect("doctree-read", replace_flowcharts)
    return {"parallel_read_safe": True}
