"""`pegboard camera`: setting up the camera."""
