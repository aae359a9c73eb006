"""`python -m pegboard` is the command `pegboard`."""

from pegboard.cli.app import main

if __name__ == "__main__":
    main()
