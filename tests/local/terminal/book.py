"""The sample session of a rule book for any range and moves, written from the books alone.

It shares no code with the package: the naive rules determine the legal moves, and the sentences are those of
the samples. A game that is not over ends with the prompt for the next number.
"""

from collections.abc import Callable
from typing import Any

from tests import naive

NAMES = {1: "Player 1", 2: "Player 2"}


def runs(numbers: list[int]) -> list[str]:
    """Numbers with consecutive ones as runs: 1, 2, 3, 5 is 1-3 and 5."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]


def listed(numbers: list[int], separator: str) -> str:
    """A list of a sample; above 100 numbers as runs."""
    texts = runs(numbers) if len(numbers) > 100 else [str(number) for number in numbers]
    return separator.join(texts)


def session(game: str, options: dict[str, Any], moves: list[int]) -> str:
    """The whole session in which these moves are typed."""
    state = naive.start(game, options)
    text = BEFORE[game](state)
    for move in moves:
        seat = naive.to_move(state)
        assert seat is not None
        text += PROMPT[game](state) + f"{move}\n"
        state = naive.play(state, move)
        text += AFTER[game](state, seat, move)
        if naive.winner(state) is None:
            text += BEFORE[game](state)
    winner = naive.winner(state)
    return text + (PROMPT[game](state) if winner is None else END[game](state, winner))


def unused(state: naive.State) -> list[int]:
    return [n for n in range(1, state.options["range"] + 1) if n not in state.moves]


def nothing(*_: object) -> str:
    return ""


# Number Stack Duel


def stack_duel_pattern(state: naive.State) -> str:
    first = state.options["first_pattern"] == "greater"
    greater = first if len(state.moves) % 2 == 1 else not first
    return "greater" if greater else "less"


def stack_duel_named(state: naive.State) -> str:
    return {"greater": "Greater Than (>)", "less": "Less Than (<)"}[stack_duel_pattern(state)]


def stack_duel_before(state: naive.State) -> str:
    available = listed(unused(state), ", ") or "None"
    if not state.moves:
        return (
            f"Available Numbers: {available}\nStack: Empty\n-------------------------\nPlayer 1's Turn\n"
            "Pattern: N/A (First move)\nChoose any number from the available numbers.\n"
        )
    name = NAMES[naive.seat_at_turn(state)]
    return (
        f"\n-------------------------\nAvailable Numbers: {available}\n"
        f"Stack: {listed(list(state.moves), ', ')}\n{name}'s Turn\nPattern: {stack_duel_named(state)}\n"
        f"You must choose a number {stack_duel_pattern(state)} than {state.moves[-1]}.\n"
        f"Available numbers: {listed(naive.legal(state), ', ') or 'None'}\n"
    )


def stack_duel_after(state: naive.State, seat: int, move: int) -> str:
    return f"\n{NAMES[seat]} placed {move} on the stack.\nNext Pattern: {stack_duel_named(state)}\n"


def stack_duel_end(state: naive.State, winner: int) -> str:
    return stack_duel_before(state) + (
        f"No valid moves available.\n{NAMES[naive.other(winner)]} cannot make a valid move.\n"
        f"{NAMES[winner]} wins the game!\n"
    )


# Order Challenge


def order_before(state: naive.State) -> str:
    one, two = list(state.moves[0::2]), list(state.moves[1::2])
    seat = naive.seat_at_turn(state)
    own = one if seat == 1 else two
    allowed = f"[{listed(naive.legal(state), ',')}]" if naive.legal(state) else "None"
    text = "\n" if state.moves else ""
    text += f"Shared Pool: [{listed(unused(state), ',')}]\n"
    text += f"Player 1's Sequence: [{listed(one, ',')}]\nPlayer 2's Sequence: [{listed(two, ',')}]\n"
    text += f"\n{NAMES[seat]}'s turn.\n"
    if own:
        text += (
            f"Last number in your sequence: {own[-1]}\nAvailable numbers greater than {own[-1]}: {allowed}\n"
        )
    else:
        text += f"Available numbers: {allowed}\n"
    return text


def order_end(state: naive.State, winner: int) -> str:
    loser = NAMES[naive.other(winner)]
    return order_before(state) + (
        f"No valid moves available.\n\n{loser} cannot make a valid move. {NAMES[winner]} wins!\n"
    )


# Strategy Stacks


def strategy_before(state: naive.State) -> str:
    allowed = listed(naive.legal(state), ", ")
    name = NAMES[naive.seat_at_turn(state)]
    if not state.moves:
        return (
            f"Game Start!\nShared Numbers: [{listed(unused(state), ', ')}]\n\n"
            f"{name}'s Turn:\nAvailable Numbers: [{allowed}]\n"
        )
    last = state.moves[-1]
    return (
        f"\n{name}'s Turn:\nLast opponent's number: {last}\n"
        f"Available Numbers (factors or multiples of {last}): [{allowed}]\n"
    )


def strategy_end(state: naive.State, winner: int) -> str:
    return strategy_before(state) + (
        f"No available moves. {NAMES[naive.other(winner)]} loses!\n\n{NAMES[winner]} wins the game!\n"
    )


# Number Duel


def duel_before(state: naive.State) -> str:
    name = NAMES[naive.seat_at_turn(state)]
    if not state.moves:
        return f"Game Start!\nAvailable numbers: 1 to {state.options['range']}\n\n{name}, it's your turn.\n"
    last, used = state.moves[-1], listed(sorted(state.moves), ",")
    return (
        f"\n{name}, it's your turn.\nPrevious number: {last}\n"
        f"Available numbers: {','.join(runs(unused(state)))} (excluding {used})\n"
        f"Select a number that is a multiple/factor of {last} or shares a digit with it.\n"
    )


def duel_prompt(state: naive.State) -> str:
    return "Enter your number: " if state.moves else f"Enter your number (1-{state.options['range']}): "


def duel_end(state: naive.State, winner: int) -> str:
    return (
        f"\n{NAMES[naive.other(winner)]}, it's your turn.\nPrevious number: {state.moves[-1]}\n"
        f"No valid moves available.\n{NAMES[winner]} wins the game!\n"
    )


# Number Stack Attack, with consecutive tokens and no passes


def attack_as_in_the_book(state: naive.State) -> bool:
    return state.options["target"] == 21 and list(state.options["tokens"]) == list(range(1, 10))


def attack_before(state: naive.State) -> str:
    seat = naive.to_move(state)
    assert seat is not None
    totals = naive.attack_totals(state)
    text = "\n" if state.moves else ""
    text += f"{NAMES[seat]} Turn:\nYour current stack total is {totals[seat]}.\n"
    if attack_as_in_the_book(state):
        return text
    other = naive.other(seat)
    return text + f"{NAMES[other]} has a stack total of {totals[other]}.\n"


def attack_prompt(state: naive.State) -> str:
    allowed = naive.legal(state)
    if len(allowed) == 1:
        return f"Enter {allowed[0]} to add it to your stack: "
    return f"Enter a number between {allowed[0]} and {allowed[-1]} to add to your stack: "


def attack_after(state: naive.State, seat: int, move: int) -> str:
    total = naive.attack_totals(state)[seat]
    return f"You added {move} to your stack.\nYour new stack total is {total}.\n"


def attack_end(state: naive.State, winner: int) -> str:
    text = f"Congratulations, you have reached {state.options['target']} and won the game!\n"
    if attack_as_in_the_book(state):
        return text
    loser = naive.other(winner)
    had = f"{NAMES[loser]} had a stack total of {naive.attack_totals(state)[loser]}."
    return text + f"{NAMES[winner]} wins the game! {had}\n"


BEFORE = {
    "number-stack-duel": stack_duel_before,
    "order-challenge": order_before,
    "strategy-stacks": strategy_before,
    "number-duel": duel_before,
    "number-stack-attack": attack_before,
}
PROMPT = {
    "number-stack-duel": lambda _: "Enter your number: ",
    "order-challenge": lambda _: "Enter a number to select: ",
    "strategy-stacks": lambda _: "Select a number: ",
    "number-duel": duel_prompt,
    "number-stack-attack": attack_prompt,
}
AFTER: dict[str, Callable[[naive.State, int, int], str]] = {
    "number-stack-duel": stack_duel_after,
    "order-challenge": nothing,
    "strategy-stacks": nothing,
    "number-duel": nothing,
    "number-stack-attack": attack_after,
}
END = {
    "number-stack-duel": stack_duel_end,
    "order-challenge": order_end,
    "strategy-stacks": strategy_end,
    "number-duel": duel_end,
    "number-stack-attack": attack_end,
}
