"""Inference of the pack on the table, and hence of the rank of each printed letter.

`countries` lists the packs, `faces` computes the likelihood of each given an index, and `belief`
combines them. Ranks are never decided card by card: a V is a jack once the pack is French.
"""
