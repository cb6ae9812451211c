"""What people do in a tournament: announce, enter, pair, report, rule, finish."""
