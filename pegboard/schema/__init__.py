"""Messages to and from a board: one type for each JSON object.

`state.py` has the state of the board, `table.py` and `offer.py` have its parts, `messages.py` the
messages they travel in; `commands.py` has what a board takes, `setup_request.py` the request for a
game, which becomes a `GameSetup` (`setup.py`). The functions in `session/views/` return these
types, so mypy checks every key they write. The page's types (`web/static/core/protocol.d.ts`) are
generated from them and from the commands, docstrings included: `make types`.
"""
