"""Two games from other packages, one file each. Adding this directory to the path installs them."""
