"""The people and programs that choose moves for a seat."""
