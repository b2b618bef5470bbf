"""Text about chains."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games import Text, Voice
from outnumber.games.links import together
from outnumber.study.chains.best import METHODS, Best
from outnumber.study.chains.bounds import Islands, best_islands
from outnumber.study.chains.chain import Chain
from outnumber.study.chains.play import Play
from outnumber.study.chains.search import longer

from .commands import help_for

TITLE: Text = "The longest chain"
HELP = help_for("chain prompt")
STAR, NO_STAR = "★", "☆"
_STEPS: dict[str, Text] = {
    "back": "put {number} at the back",
    "front": "put {number} at the front",
    "insert": "put {number} between two neighbours",
    "turn": "reverse the part from {number} to the back",
    "reverse": "reverse the whole chain",
}


def task(chain: Chain, voice: Voice) -> str:
    """The task."""
    when = voice.either(voice.word(together(each)) for each in chain.links.criteria)
    return voice.say(
        "Put as many of the numbers from 1 to {range} as you can into one chain. Two numbers can be "
        "neighbours if {when}.",
        range=chain.range, when=when,
    )  # fmt: skip


def drawn(chain: Chain, voice: Voice) -> str:
    """The chain in one line."""
    return " – ".join(map(str, chain.numbers)) or voice.say("Your chain is empty.")


def stand(play: Play, voice: Voice) -> str:
    """The length of the chain, and the stars for it."""
    said = [
        voice.say("Length: {n}.", n=len(play.chain.numbers)),
        voice.say("Best so far: {n}.", n=len(play.record.numbers)),
        stars(play.stars),
    ]
    if play.next_star:
        said.append(voice.say("Next star at {n}.", n=play.next_star))
    elif play.goal.proven:
        said.append(voice.say("No chain is longer: this is proven."))
    else:
        said.append(voice.say("No longer chain is known."))
    return " ".join(said)


def stars(count: int) -> str:
    return STAR * count + NO_STAR * (3 - count)


def fits(chain: Chain, voice: Voice) -> list[str]:
    """The numbers that fit at each place."""
    if not chain.numbers:
        return [voice.say("Any number can be the first.")]
    none = voice.say("nothing")

    def listed(numbers: Sequence[int]) -> str:
        return ", ".join(map(str, numbers)) or none

    lines = [
        voice.say(
            "At the front, before {number}: {fits}.", number=chain.numbers[0], fits=listed(chain.at_end(0))
        ),
        voice.say(
            "At the back, after {number}: {fits}.", number=chain.numbers[-1], fits=listed(chain.at_end(-1))
        ),
    ]
    if len(chain.numbers) > 1:
        lines.append(voice.say("Between two neighbours: {fits}.", fits=listed(chain.between())))
    return lines


def hint(play: Play, voice: Voice) -> str:
    """A way to make the chain longer, if one is found."""
    chain, goal = play.chain, play.goal
    if len(chain.numbers) >= goal.bound:
        return voice.say("No chain is longer: this is proven.")
    steps = longer(chain)
    if not steps:
        return voice.say(
            "No reversal was found that helps here. Cut off a part, and rebuild it differently: begin "
            "with numbers that go with few others."
        )
    if len(steps) == 1:
        step = steps[0]
        if step.name == "insert":
            after = chain.gaps(step.number)[0]
            before = chain.numbers[chain.numbers.index(after) + 1]
            return voice.say("{number} fits between {a} and {b}.", number=step.number, a=after, b=before)
        if not chain.numbers:
            return voice.say("Begin with {number}: it goes with few others.", number=step.number)
        if step.name == "front":
            return voice.say("{number} fits at the front.", number=step.number)
        return voice.say("{number} fits at the back.", number=step.number)
    *told, last = (voice.say(_STEPS[step.name], number=step.number) for step in steps)
    in_turn = voice.say("{first}, then {last}", first=", ".join(told), last=last)
    return voice.say("One longer: {steps}.", steps=in_turn)


def known(best: Best, voice: Voice) -> list[str]:
    """The longest known chain, its length, and whether it is proven to be the longest."""
    length, range = best.length, best.chain.range
    if best.proven:
        method = voice.word(METHODS[best.method])
        line = voice.say(
            "The longest chain of numbers from 1 to {range} has {length} of them. No chain is longer: this "
            "is proven by {method}.",
            range=range, length=length, method=method,
        )  # fmt: skip
    else:
        line = voice.say(
            "The longest chain of numbers from 1 to {range} has between {length} and {bound} of them. This "
            "one has {length}.",
            range=range, length=length, bound=best.bound,
        )  # fmt: skip
    return [line, drawn(best.chain, voice)]


def why(best: Best, voice: Voice) -> list[str]:
    """Why no chain has all numbers, by islands, if that argument applies."""
    range = best.chain.range
    if best.length == range:
        return [voice.say("The chain contains all numbers.")]
    found = best_islands(best.chain.links)
    if found.bound >= range:
        return [voice.say("Counting islands does not show that a number must be left out.")]
    lines = counted(found, range, voice)
    if best.bound < found.bound:
        lines.append(
            voice.say(
                "That is the proof by hand. The computer proves more: no chain is longer than {bound}.",
                bound=best.bound,
            )
        )
    return lines


def counted(found: Islands, range: int, voice: Voice) -> list[str]:
    """The argument by islands, in sentences."""
    if not found.out:
        return [
            voice.say(
                "The numbers from 1 to {range} fall into {n} islands: no chain goes from one to another.",
                range=range, n=len(found.sizes),
            ),
            voice.say("The largest has {n}, so no chain is longer.", n=found.bound),
        ]  # fmt: skip
    return [
        voice.say(
            "Take out {out:and}. The rest falls into {islands} islands: numbers on different islands "
            "never go together.",
            out=found.out, islands=len(found.sizes),
        ),
        voice.say(
            "A chain can move between islands only through a number that was taken out, so it visits at "
            "most {visits} islands. With the largest islands: {sum}.",
            visits=len(found.counted),
            sum=" + ".join(map(str, (len(found.out), *found.counted))) + f" = {found.bound}",
        ),
        voice.say("No chain is longer than {bound}.", bound=found.bound),
    ]  # fmt: skip
