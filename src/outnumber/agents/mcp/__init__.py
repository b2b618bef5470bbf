"""Server for AI assistants, over the Model Context Protocol (MCP)."""
