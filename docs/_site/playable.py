"""Offer each example position in the pages, and each step of a lesson, to be played on the spot.

It works where the site has the folder `play`, which `docs/build.py --play` writes with `outnumber site`.
"""

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import escape
from itertools import pairwise, zip_longest
from typing import Any
from urllib.parse import urlencode

from docutils import nodes

import outnumber
from outnumber.games.errors import GameError
from outnumber.match.record import read

COMMAND = re.compile(r"^(?:\$ )?(?:.* \| )?outnumber (solve|play|puzzle|learn|chain|path)\b(.*)$", re.M)
DRAWN = re.compile(r"start was drawn: ([\d, ]+)")
# What a person typed, and what a computer answered.
PLAYED = re.compile(r"(?<!1 or 2)[:?] (\d+)$|^The computer played (\d+)\.$|placed (\d+) on the stack", re.M)
PUZZLE = re.compile(r"^Puzzle \d+: ([A-Z][A-Za-z ]+) \(1 to (\d+)\).*\nPlayed so far: ([\d ]+)", re.M)
# Positions as JSON and in Python.
OBJECT = re.compile(r'"game": "([a-z-]+)".*?"options": (\{[^{}]*\})(?:, "moves": (\[[\d, ]*\]))?', re.S)
PYTHON = re.compile(r'game\("([a-z-]+)"((?:, \w+=(?:\d+|"[^"]*"))*)\)')
OPTION = re.compile(r'(\w+)=(\d+|"[^"]*")')
# A picture says which position it shows.
PICTURE = re.compile(r"^([A-Z][A-Za-z ]+) at range (\d+) after ([\d, and]+):")
# Boards have up to 1,000 numbers.
MOST = 1000


def places(text: str) -> list[str]:
    """The addresses of the positions and steps in an example or in the description of a picture.

    >>> places("$ outnumber solve strategy-stacks --range 20 6 3")
    ['/board?game=strategy-stacks&range=20&moves=6%2C3']
    >>> places("$ outnumber learn number-duel --step tiny-1")
    ['/learn/number-duel#tiny-1']
    >>> places("Strategy Stacks at range 20 after 8 and 4: 12, 16 and 20 win")
    ['/board?game=strategy-stacks&range=20&moves=8%2C4']
    >>> places('>>> game("order-challenge").start().play(2).play(5).legal_moves()')
    ['/board?game=order-challenge&moves=2%2C5']
    """
    return list(dict.fromkeys(filter(None, _found(text))))


def _found(text: str) -> Iterator[str]:
    if text.startswith("[Outnumber "):
        with suppress(GameError):  # a damaged record is an example, too
            match = read(text)
            yield _board(match.rules.name, match.rules.options, match.rounds[0].moves)
    commands = [*COMMAND.finditer(text)]
    for command, following in zip_longest(commands, commands[1:]):
        shown = text[command.end() : following.start() if following else len(text)].split("\nRound 2 ")[0]
        yield from _of_command(command[1], shlex.split(command[2].split("|")[0].split(">")[0]), shown)
    for game, options, moves in OBJECT.findall(text):
        yield _board(game, json.loads(options), json.loads(moves or "[]"))
    for title, size, moves in [*PUZZLE.findall(text), *PICTURE.findall(text)]:
        yield _board(_name(title), {"range": size}, re.findall(r"\d+", moves))
    parts = PYTHON.split(text)
    for game, given, code in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        options = {name: value.strip('"') for name, value in OPTION.findall(given)}
        played = re.findall(r"\.play\((\d+)\)", code)
        if moves := re.match(r", \[([\d, ]+)\]", code):
            played = moves[1].split(", ")
        yield _board(game, options, played)


def _of_command(name: str, words: list[str], shown: str) -> Iterator[str]:
    game = words[0] if words and not words[0].startswith("-") else ""
    pairs = [*pairwise(words)]
    options = {key[2:].replace("-", "_"): value for key, value in pairs if key.startswith("--")}
    if name == "learn":
        yield f"/learn/{game}#{options['step']}" if "step" in options else "/learn"
    elif name == "path" and game:
        yield f"/path/{game}"
    elif name == "chain":
        yield f"/chain?range={options['range']}" if "range" in options else "/chain"
    elif name == "solve":
        yield _board(game, options, [word for before, word in pairs if word.isdigit() and before[:2] != "--"])
    elif name == "play":
        drawn = DRAWN.search(shown)
        played = re.findall(r"\d+", drawn[1] if drawn else "")
        yield _board(game, options, played + [next(filter(None, each)) for each in PLAYED.findall(shown)])


def _name(title: str) -> str:
    return title.lower().replace(" ", "-")


def _board(game: str, options: dict[str, Any], moves: Iterable[Any]) -> str:
    """The address of a board after those moves that are legal, or nothing for what is no game of the site."""
    try:
        usual = outnumber.game(game).options
        rules = outnumber.game(game, **{name: options[name] for name in options if name in usual})
    except GameError:
        return ""
    position = rules.start()
    if len(position.legal_moves()) > MOST:
        return ""
    played = []
    for move in map(int, moves):
        if not position.outcome() and move in position.legal_moves():
            position = position.play(move)
            played.append(move)
    named = {
        name: ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value
        for name, value in rules.options.items()
        if value != usual[name]
    }
    if played:
        named["moves"] = ",".join(map(str, played))
    return f"/board?{urlencode({'game': game, **named})}"


def offer(app: Any, doctree: nodes.document, docname: str) -> None:
    """Add a link below each example and picture; `playable.js` opens it in place."""
    if not app.config.playable:
        return
    top = "../" * docname.count("/")
    kinds = (nodes.literal_block, nodes.literal, nodes.image)
    for node in [each for kind in kinds for each in doctree.findall(kind)]:
        text = node.get("alt", "") if isinstance(node, nodes.image) else node.astext()
        if isinstance(node, nodes.literal) and not text.startswith("{"):
            continue  # a command in a sentence is no example
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
