"""What games that are over say of fair play. It shows moderators something and files cases; no more follows."""
