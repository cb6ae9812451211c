"""The figure, the days that it is made of, and what follows from games that were left."""
