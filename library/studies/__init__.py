"""Studies: games that people explain, with comments, arrows and variations."""
