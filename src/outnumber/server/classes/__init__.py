"""Classes: children join with a code, and a teacher follows their progress."""
