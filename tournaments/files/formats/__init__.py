"""The forms of files, read and written as plain values: TRF, JSON, CSV, iCalendar."""
