"""`pegboard follow`: follows real deals in a film."""
