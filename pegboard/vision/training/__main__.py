"""`python -m pegboard.vision.training WORK-FOLDER`."""

from pegboard.vision.training.train import main

if __name__ == "__main__":
    main()
