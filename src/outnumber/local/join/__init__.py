"""Games on a server, in the plain terminal."""
