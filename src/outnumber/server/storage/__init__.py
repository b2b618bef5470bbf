"""The log of all games in a database: written in groups, told between processes."""
