"""How the recogniser's weights are made; not part of the wheel. See README.md beside this file."""
