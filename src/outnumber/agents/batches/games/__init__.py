"""Rules and winning moves of each game on arrays; one module per game, found by its name."""
