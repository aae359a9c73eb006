"""Hardware and its simulations: strips, inputs, cameras and speakers; see README.md."""
