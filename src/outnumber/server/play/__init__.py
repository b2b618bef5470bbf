"""The games of a server: the players' requests, the resulting events, and notifications."""
