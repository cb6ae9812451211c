"""What templates say about live pages."""
