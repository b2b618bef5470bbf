"""HTTP and WebSockets under load: how much is read of whom, and when it ends."""
