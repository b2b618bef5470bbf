"""What is said in `language/review.py`, and what each text claims."""

from __future__ import annotations

from tests.claims import rounds

# What each sentence claims of the round.
CLAIMS: rounds.Claims = {
    "kept the win": rounds.kept_it,
    "threw it away": rounds.threw_it_away,
    "forced": rounds.forced,
    "nothing wins": rounds.nothing_wins,
    "drawn": rounds.drawn,
    "the only move": rounds.forced,
    "none of {count} moves wins": rounds.nothing_wins,
    "{moves:or} wins ({n} of {count})": rounds.some_win,
    "[You were|{name} was] winning until move {place}.": rounds.was_winning_until,
    "No turning point: [you|{name:inside}] held the win from the start to the end.": rounds.from_the_start,
    "No turning point: [you|{name:inside}] held the win from the drawn start to the end.": (
        rounds.from_a_drawn_start
    ),
    "No turning point: no move threw a win away.": rounds.no_mistake,
    "The win changed hands {n} time.": rounds.changed_hands,
    "Turning point: move {place}. [You|{name}] played {move} and threw the win away.": rounds.turning,
    "{moves:or} would have won. [|In {name:inside}'s place: ]{reason}": rounds.would_win,
    "How [you then win|{name:inside} then wins]: {line}{rest}": rounds.then_wins,
    "{move} ended the game: {ending}": rounds.ended,
    "{move} ended the game.": rounds.ended,
    "Unfinished: [you are|{name:inside} is] winning.": rounds.unfinished,
    "[You|{name}] won.": rounds.has_won,
    "[You|{name}] won because {why}.": rounds.has_won,
    "[You were|{name} was] winning then.": rounds.was_winning,
    "[You|{name}] kept {wins}.": rounds.kept_wins,
    "[You|{name}] had no win to keep.": rounds.no_wins,
    "[You made no move while you were|{name} made no move while] winning.": rounds.no_wins,
}
