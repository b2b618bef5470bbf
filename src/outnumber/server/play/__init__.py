"""The games of a server: what players want, what happened, and who hears of it."""
