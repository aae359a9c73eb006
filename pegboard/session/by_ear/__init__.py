"""Play against the computer by sound and four buttons, without looking."""
