"""Records in and out, as plain values: JSON, Gravon XML, GSN. Knows no Django."""

from .archive_codes import has_gravon_type
from .files import File, parse_records, read_files, read_records
from .gravon import to_gravon
from .json_record import to_json
from .record import CODES, Record, RecordError

__all__ = [
    "CODES",
    "File",
    "Record",
    "RecordError",
    "has_gravon_type",
    "parse_records",
    "read_files",
    "read_records",
    "to_gravon",
    "to_json",
]
