"""Placement of the camera: the table and picture of `hardware/CAMERA.md`."""
