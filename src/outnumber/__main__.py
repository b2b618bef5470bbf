"""`python -m outnumber` is the command `outnumber`."""

from outnumber.cli.main import main

main()
