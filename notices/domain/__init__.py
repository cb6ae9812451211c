"""Notices are written, read, withdrawn, and found by sweeps."""
