"""The event log of all games in a database, and notifications between processes."""
