"""HTTP and WebSocket connections, with their rate limits, size limits and timeouts."""
