"""What a release contains; `make test-release` builds it first."""
