"""The commands of `pegboard hall`: many boards, one event."""
