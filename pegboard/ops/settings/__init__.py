"""Settings that people make on the page, without touching the configuration file.

The file of the machine goes first: a key that stands in `config.toml`, or was given on the command
line, cannot be changed on the page. Everything else can, and is kept in `settings.json` in the
state folder.
"""
