"""The schema of the messages a board sends: one type for each JSON object.

`state.py` has the state of the board, `table.py` and `offer.py` have its parts, `messages.py` the
messages they travel in. The functions in `views/` return these types, so mypy checks every key they
write. The page's types (`web/static/core/protocol.d.ts`) are generated from them and from the
commands, docstrings included: `make types`.
"""
