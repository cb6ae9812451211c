"""What is not given out of exports: themselves."""

from __future__ import annotations

from accounts.erasing.data_export import not_exported
from accounts.exports.models import DataExport

not_exported("this very export, of which there is one at a time", DataExport)
