"""What puzzles are made of, and what people do with them."""
