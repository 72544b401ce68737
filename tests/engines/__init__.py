"""Drives real engines with what `yardstick pack` writes, and provokes failures in them. Started by `run`."""
