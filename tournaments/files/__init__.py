"""Records of tournaments: report files, tables, calendars and JSON, out and in, with their pages."""
