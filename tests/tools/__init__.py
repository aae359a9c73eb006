"""Programs beside the tests: soaks, fuzzing, probes, measurements, and generators of files."""
