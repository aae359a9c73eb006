"""How the parts are joined, for each of the three builds: as data, and as pictures of it."""
