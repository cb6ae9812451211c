"""What people and the clock order: each function decides, and appends the events of its decision."""
