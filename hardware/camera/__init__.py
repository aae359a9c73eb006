"""Where the camera stands above the table: the table and the picture of `hardware/CAMERA.md`."""
