"""The server in a simulated world: time, network, disk and chance come from one seed.

Everything runs in one event loop with simulated time. Processes can be frozen and killed, their disk can
fail, and their messages can get lost; a history of half a minute takes some milliseconds. The code of the
server is real, from the WebSocket's messages down to the SQLite statements.
"""
