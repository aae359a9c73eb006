"""`pegboard layout`: lists, shows and checks board layouts."""
