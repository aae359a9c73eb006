"""What the pictures show: what moved, which cards lay where, that hands were dealt."""
