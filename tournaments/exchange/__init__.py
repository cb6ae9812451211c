"""Tournaments out and in: report files, tables, calendars, records of games; and the import of what others wrote."""
