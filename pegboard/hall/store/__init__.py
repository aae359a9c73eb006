"""The hall's store: everything acknowledged is committed."""
