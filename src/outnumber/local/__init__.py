"""Playing at this machine: the plain terminal, the full-screen app, and games joined on a server."""
