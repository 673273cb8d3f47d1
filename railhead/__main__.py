"""`python -m railhead`: the same as the command `railhead`."""

from railhead.cli import main

main()
