"""What results are worth: scores, tie-breaks, standings, the crosstable. Pure."""
