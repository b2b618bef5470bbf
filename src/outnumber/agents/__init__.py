"""Interfaces for programs that play: adapters, batches, the arena, MCP and prompts."""
