"""The server of the environment: `uvicorn server.app:app`."""

from outnumber.agents.adapters import openenv

app = openenv.app()


def main() -> None:
    """Start the server."""
    openenv.main()


if __name__ == "__main__":
    main()
