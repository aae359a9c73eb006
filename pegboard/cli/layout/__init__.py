"""`pegboard layout`: board layouts, listed, shown and checked."""
