"""Panel data: cutting, drilling, engraving and wiring."""
