"""Training of the expert's tables and nets; needs torch, and is not part of the package."""
