"""Programs around the tests: soaks, fuzzing, measurements, and file generators."""
