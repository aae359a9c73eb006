"""Updates and rollbacks: never during a game, with a backup, and reverted if they fail.

Versions lie side by side, each a whole virtual environment; `current` and `previous` are links, so
exchanging them takes one moment and no version is ever half of another.

    /opt/pegboard/versions/0.1.0   …/versions/0.2.0   current -> versions/0.2.0   previous -> …

Root does this. The service may only wish for it; see `request`.
"""
