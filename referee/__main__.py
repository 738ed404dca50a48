"""`python -m referee` is the command `junanaho`."""

from referee.daemon.cli import main

if __name__ == "__main__":
    main()
