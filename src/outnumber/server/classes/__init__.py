"""A class: children who join with a code, and a teacher who sees where they are."""
