"""Rendered films of whole deals with ground truth; see README.md."""
