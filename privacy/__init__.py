"""What is deleted with an account, and what people are given who ask for their data."""
