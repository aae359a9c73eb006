"""A board's whole journal as one signed chain, and a hall's view of it."""
