"""The archive, released month by month as open data (docs/open-data.md)."""
