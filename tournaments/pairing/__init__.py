"""Who plays whom: pure functions from a crosstable to the boards of the next round."""
