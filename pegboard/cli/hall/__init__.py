"""The commands of `pegboard hall`: events with many boards."""
