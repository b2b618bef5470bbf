"""The plain terminal."""
