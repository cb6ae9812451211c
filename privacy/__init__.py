"""What is deleted with an account, and what a data export has."""
