"""`pegboard camera`: set-up of the camera."""
