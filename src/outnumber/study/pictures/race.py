"""Number Stack Attack as a picture: two totals on their way to the target."""

from __future__ import annotations

from math import inf

from outnumber.games import Seat, ordered
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.theory import fewest_turns, stand_off
from outnumber.theory.best import evenly_spread

from .frame import MARGIN, SEAT_COLOURS, WIDTH, PositionPicture
from .svg import EDGE, INK, PAPER, SHADE, SOFT, round_step

LEFT = MARGIN
TRACK = WIDTH - 2 * MARGIN
# The height of a track: two lines of text, the arcs of the missing tokens, and the track itself.
PITCH = 122
# Above these numbers, steps are not drawn individually, and tokens are not shown.
MOST_STEPS = 24
MOST_TOKENS = 36
GAP = 8


class Race(PositionPicture):
    """A track for each player with the added tokens, the distance, and the tokens to choose from."""

    position: AttackPosition

    def board(self) -> None:
        target = self.position.rules.target
        self.scale = scale = TRACK / target
        self.y += 76
        for seat in Seat:
            self._track(seat)
            self.y += PITCH
        self.y -= 52
        y = self.y
        words = self.say("target {target}", target=target)
        self.text(LEFT + TRACK, y - 20, words, 13, anchor="end", bold=True)
        every = round_step((24 + 7 * len(str(target))) / scale)
        # The last mark leaves space for the label of the target.
        for tick in range(0, target - int(8 * len(words) / scale), every):
            self.line(LEFT + tick * scale, y - 40, LEFT + tick * scale, y - 34, stroke=SOFT)
            self.centred(LEFT + tick * scale, y - 20, tick, 13, fill=SOFT)
        self.y += 14
        if self.position.legal:
            self._tokens()

    def _track(self, seat: Seat) -> None:
        target, total, y = self.position.rules.target, self.position.total(seat), self.y
        mover = seat is self.position.turn and bool(self.position.legal)
        self.rect(LEFT, y - 13, TRACK, 32, rx=6, fill=SHADE, stroke=EDGE)
        self.line(LEFT + TRACK, y - 20, LEFT + TRACK, y + 26, stroke_width=3)
        steps = [move for who, move in self.played if who is seat]
        with self.group(self.caption("of-target", seat=seat, total=total, target=target)):
            if len(steps) > MOST_STEPS:
                steps = [total]
            x = float(LEFT)
            for step in steps:
                wide = step * self.scale
                # Rounded for Player 1, square for Player 2, as everywhere.
                corner = 12 if seat is Seat.ONE else 4
                style = {"fill": SEAT_COLOURS[seat], "stroke": PAPER, "stroke_width": 1.5}
                self.rect(x, y - 13, wide, 32, rx=min(corner, wide / 2), **style)
                if wide >= 8 * len(str(step)) + 4:
                    self.centred(x + wide / 2, y + 8, step, 13, bold=True, fill=PAPER)
                x += wide
        words, jumps = self._missing(seat)
        self._arcs(x, y - 15, jumps)
        who = self.say("Player {seat}", seat=seat)
        self.text(LEFT, y - 62, f"{who}: {self.say('to move')}" if mover else who, 14, bold=mover)
        has = self.caption("has", seat=seat, total=total)
        self.text(LEFT + TRACK, y - 62, has, 14, anchor="end", bold=True)
        self.text(LEFT + TRACK, y - 44, words, 13, anchor="end")

    def _missing(self, seat: Seat) -> tuple[str, list[int]]:
        """What a player still needs in words, and the fewest tokens that suffice, largest first."""
        rules, total = self.position.rules, self.position.total(seat)
        left = rules.target - total
        if left == 0:
            return self.caption("on-target", seat=seat), []
        if not fewest_turns.applies(rules):
            fits, reaches = rules.fitting(total), stand_off.turns_left(rules, left) < inf
            code = "lacks-stuck" if not fits else "lacks" if reaches else "lacks-out"
            return self.caption(code, seat=seat, left=left), []
        turns = fewest_turns.fewest(rules, left)
        jumps: list[int] = []
        while left and turns <= MOST_STEPS:
            # Largest first; one of the tokens that fit always leads on.
            fits, rest = ordered(rules.fitting(rules.target - left)), turns - len(jumps) - 1
            jump = next(v for v in reversed(fits) if fewest_turns.fewest(rules, left - v) == rest)
            jumps.append(jump)
            left -= jump
        return self.caption("needs", seat=seat, n=turns), jumps

    def _arcs(self, x: float, y: float, jumps: list[int]) -> None:
        """Draw the remaining distance, one dashed arc per token."""
        for jump in jumps:
            wide = jump * self.scale
            high = min(26.0, 8 + wide / 3)
            arc = f"M{x:.1f} {y:.1f}q{wide / 2:.1f} {-2 * high + 8:.1f} {wide:.1f} 0"
            self.path(arc, stroke=INK, stroke_width=1.6, stroke_dasharray="5 3")
            x += wide

    def _tokens(self) -> None:
        """Draw the tokens in a row, or some of them if there are many."""
        position = self.position
        all = shown = ordered(position.rules.tokens).tolist()
        if len(all) > MOST_TOKENS:
            sides = (self.verdict.winning, ordered(position.legal))
            shown = sorted({move for side in sides for move in evenly_spread(side, MOST_TOKENS // 2)})
        code = "tokens" if len(shown) == len(all) else "some-tokens"
        turn = position.turn
        self.told(self.caption(code, all=len(all), seat=turn, total=position.total(turn)), 14)
        r = max(15.0, 4.6 * len(str(shown[-1])))
        self.y += r - 3
        self.tokens(shown, r, GAP, WIDTH - MARGIN - r)
        self.y += r + 30
