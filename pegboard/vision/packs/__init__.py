"""Printed letters: the pack on the table, and the rank of each glyph in it.

`countries` lists the packs, `faces` says how well each fits an index that was read, and `belief`
weighs them. A rank is never decided card by card: a V is a jack once the pack is French.
"""
