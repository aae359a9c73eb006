"""The circuit of the carrier board on perfboard, as an alternative to ordering a board."""
