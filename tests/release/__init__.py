"""Tests of a complete release; `make test-release` builds it first."""
