"""Number Stack Attack as a picture: two totals on their way to the target."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from outnumber.games.base import Seat
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.numbers import ordered
from outnumber.games.sentences import Voice
from outnumber.study.pictures.frame import MARGIN, SEAT_COLOURS, WIDTH, PositionPicture
from outnumber.study.pictures.svg import INK, PAPER, SHADE, SOFT, round_step
from outnumber.theory import fewest_turns, stand_off
from outnumber.theory.best import evenly_spread
from outnumber.theory.verdict import Verdict

LEFT = MARGIN
TRACK = WIDTH - 2 * MARGIN
# The height of a track: two lines of text, the arcs of the missing tokens, and the track itself.
PITCH = 122
# Above these numbers, steps are not drawn individually, and tokens are not shown.
MOST_STEPS = 24
MOST_TOKENS = 36
GAP = 8


def draw(position: AttackPosition, moves: Sequence[int], verdict: Verdict, voice: Voice) -> str:
    """Draw a track for each player with the added tokens, the distance, and the tokens to choose from."""
    rules = position.rules
    picture = PositionPicture(position, moves, verdict, voice)
    picture.y += 76
    for seat in Seat:
        _track(picture, picture.y, position, seat)
        picture.y += PITCH
    picture.y -= 52
    y = picture.y
    scale = TRACK / rules.target
    words = voice.say("target {target}", target=rules.target)
    picture.text(LEFT + TRACK, y - 20, words, 13, anchor="end", bold=True)
    every = round_step((24 + 7 * len(str(rules.target))) / scale)
    # The last mark leaves space for the label of the target.
    for tick in range(0, rules.target - int(8 * len(words) / scale), every):
        picture.line(LEFT + tick * scale, y - 40, LEFT + tick * scale, y - 34, stroke=SOFT)
        picture.text(LEFT + tick * scale, y - 20, tick, 13, anchor="middle", fill=SOFT)
    picture.y += 14
    if position.legal:
        _tokens(picture, position, verdict)
    return picture.closed()


def _track(picture: PositionPicture, y: float, position: AttackPosition, seat: Seat) -> None:
    target, total = position.rules.target, position.total(seat)
    scale = TRACK / target
    mover = seat is position.turn and bool(position.legal)
    say = picture.voice.say
    picture.rect(LEFT, y - 13, TRACK, 32, fill=SHADE, stroke=SOFT)
    picture.line(LEFT + TRACK, y - 20, LEFT + TRACK, y + 26, stroke_width=3)
    steps = [move for who, move in picture.played if who is seat]
    with picture.group(picture.caption("of-target", seat=seat, total=total, target=target)):
        if len(steps) > MOST_STEPS:
            steps = [total]
        x = float(LEFT)
        for step in steps:
            wide = step * scale
            # Rounded for Player 1, square for Player 2, as everywhere.
            corner = 12 if seat is Seat.ONE else 0
            picture.rect(x, y - 13, wide, 32, rx=min(corner, wide / 2), fill=SEAT_COLOURS[seat])
            if wide >= 8 * len(str(step)) + 4:
                picture.text(x + wide / 2, y + 8, step, 13, anchor="middle", bold=True, fill=PAPER)
            x += wide
    words, jumps = _missing(picture, position, seat)
    _arcs(picture, x, y - 15, [jump * scale for jump in jumps])
    who = say("Player {seat}", seat=seat)
    picture.text(LEFT, y - 62, f"{who}: {say('to move')}" if mover else who, 14, bold=mover)
    has = picture.caption("has", seat=seat, total=total)
    picture.text(LEFT + TRACK, y - 62, has, 14, anchor="end", bold=True)
    picture.text(LEFT + TRACK, y - 44, words, 13, anchor="end")


def _missing(picture: PositionPicture, position: AttackPosition, seat: Seat) -> tuple[str, list[int]]:
    """What a player still needs in words, and the fewest tokens that suffice, largest first."""
    rules = position.rules
    left = rules.target - position.total(seat)
    if left == 0:
        return picture.caption("on-target", seat=seat), []
    if not fewest_turns.applies(rules):
        fits, reaches = rules.fitting(position.total(seat)), stand_off.turns_left(rules, left) < inf
        code = "lacks-stuck" if not fits else "lacks" if reaches else "lacks-out"
        return picture.caption(code, seat=seat, left=left), []
    turns = fewest_turns.fewest(rules, left)
    jumps: list[int] = []
    while left and turns <= MOST_STEPS:
        # Largest first; one of the tokens that fit always leads on.
        fits, rest = ordered(rules.fitting(rules.target - left)), turns - len(jumps) - 1
        jump = next(v for v in reversed(fits) if fewest_turns.fewest(rules, left - v) == rest)
        jumps.append(jump)
        left -= jump
    return picture.caption("needs", seat=seat, n=turns), jumps


def _arcs(picture: PositionPicture, x: float, y: float, jumps: list[float]) -> None:
    """Draw the remaining distance, one dashed arc per token."""
    for wide in jumps:
        high = min(26.0, 8 + wide / 3)
        picture.path(
            f"M{x:.1f} {y:.1f}q{wide / 2:.1f} {-2 * high + 8:.1f} {wide:.1f} 0",
            stroke=INK,
            stroke_width=1.6,
            stroke_dasharray="5 3",
        )
        x += wide


def _tokens(picture: PositionPicture, position: AttackPosition, verdict: Verdict) -> None:
    """Draw the tokens in a row, or some of them if there are many."""
    everything = ordered(position.rules.tokens)
    shown = list(everything)
    if len(everything) > MOST_TOKENS:
        legal = ordered(position.legal)
        shown = sorted(
            {*evenly_spread(verdict.winning, MOST_TOKENS // 2), *evenly_spread(legal, MOST_TOKENS // 2)}
        )
    total, turn = position.total(position.turn), position.turn
    code = "tokens" if len(shown) == len(everything) else "some-tokens"
    picture.told(picture.caption(code, all=len(everything), seat=turn, total=total), 14)
    r = max(15.0, 4.6 * len(str(shown[-1])))
    picture.y += r - 3
    picture.tokens(shown, r, GAP, WIDTH - MARGIN - r)
    picture.y += r + 30
