"""The erasable rows: accounts, and the names of those who played."""
