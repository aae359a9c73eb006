"""Updates and rollbacks: refused during a game, made with a backup, and reverted on failure.

Each version is a complete virtual environment in its own folder; `current` and `previous` are
symbolic links, so switching is atomic.

    /opt/pegboard/versions/0.1.0   …/versions/0.2.0   current -> versions/0.2.0   previous -> …

This runs as root. The service can only request it; see `request`.
"""
