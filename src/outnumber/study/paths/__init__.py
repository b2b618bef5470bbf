"""Paths: for each game, about 15 stages from a tiny board to the full game against the perfect player.

A stage has a drawn start that is proven to be won for the player to move, an opponent, and three stars:
`won`, `unaided` (won without help) and `flawless` (won without throwing the win away once). Each attempt
draws another start; the stage and a seed determine it.

The JSON of `outnumber path --list --json`, `GET /api/paths` and (one path only) `GET /api/paths/GAME`:

    {"paths": [{
        "game": "strategy-stacks", "title": "Strategy Stacks",
        "open": 3,                    the highest stage that may be played; null where progress is unknown
        "total": 7,                   stars so far, of three for each stage; null where progress is unknown
        "stages": [{
            "number": 1,
            "title": "Stage 1",
            "options": {"range": 5, "opening": "any"},
            "about": "1 to 5",        the options in words
            "opponent": "random",     the computer player, and the id of its face (`face-random`)
            "name": "Random",         its name in the language asked for
            "line": "I take …",       what it says about itself
            "learner": "beginner",    the level of player for which the stage is made
            "rounds": 1,
            "moves": [3], "seat": 2,  the start that `seed` draws, and the seat that wins: the player's;
                                      null without a seed
            "stars": ["won"]          the stars earned; empty where progress is unknown
        }]
    }]}

Over HTTP:

* `POST /api/games` with `{"game": GAME, "stage": 7}` (and `name`, if wanted) creates a game of a stage. The
  server draws the start and proves that it is won; options, opponent, rounds and seat come from the stage.
  The state of the game has `"stage": 7` (null in other games) and `"start": "drawn"`.
* `GET /api/games/{id}/stars` of a finished game of a stage: `{"game": GAME, "stage": 7, "won": true,
  "stars": ["won", "flawless"], "missed": 3, "theme": "left-over", "step": "drill-2"}`. The server computes
  the stars from its log. `missed` is the number of moves before the last one that threw the win away, and
  `step` is the step of the lesson (`/learn/GAME`) that teaches the missing idea; both may be null.

The server keeps no progress: a client stores the stars that it has earned, unites them with earlier ones, and
opens stages by the same rule as `progress.opened`: the stage after the highest one won; `2 * s + 1` with `s`
stars of the game's lesson; and `d + 1` with three puzzles of the game solved at `d` difficulties each.
"""
