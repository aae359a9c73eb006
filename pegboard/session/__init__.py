"""The core of the application: one table, its players, and the order of their actions."""
