"""Settings made on the page, without changing the configuration file.

The configuration file has priority: a key in `config.toml` or on the command line cannot be changed
on the page. Others can, and are stored in `settings.json` in the state folder.
"""
