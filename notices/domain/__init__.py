"""Who is told what: notices are written, read, withdrawn, and found by sweeps."""
