"""The plain terminal at somebody's server."""
