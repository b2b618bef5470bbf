"""The server: games over HTTP and WebSocket, kept in a log that is the truth."""
