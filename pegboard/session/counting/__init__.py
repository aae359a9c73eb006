"""A hand counted by the camera: from the reading to the pegs."""
