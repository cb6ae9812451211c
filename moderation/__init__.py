"""Cases, evidence, detectors, what penalties do, and the pages of all that: above the rooms that they judge."""
