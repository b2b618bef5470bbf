"""Two games of another package, each in one file: with this directory on the path, they are installed."""
