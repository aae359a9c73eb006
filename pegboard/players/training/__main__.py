"""`python -m pegboard.players.training WORK-FOLDER`."""

from pegboard.players.training.train import main

main()
