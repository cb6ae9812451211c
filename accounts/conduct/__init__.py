"""What people may do to one another: block, report, and ask so much in a day."""
