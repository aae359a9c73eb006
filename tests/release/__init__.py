"""Tests of a whole release, which `make test-release` builds first."""
