"""The hall: many boards, one event, exact to the point. See README.md."""
