"""The server in a world of its own: time, network, disk and chance come from one seed.

Everything runs in one event loop whose time is made up. Processes can be frozen and killed in it, their disk
can fail, and what they send can get lost; a history of half a minute takes some milliseconds. The code of the
server is the real one, from the WebSocket's messages down to the statements that SQLite runs.
"""
