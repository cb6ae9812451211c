"""What is wrong with a file, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.records.errors import FileError
from tournaments.records.trf import TrfError
from tournaments.show.wording import trf_error_text

FILE_ERRORS: dict[str, Promise] = {
    "encoding": gettext_lazy("The file is no text. Give a report file (TRF), our JSON, or a crosstable as CSV."),
    "too-large": gettext_lazy("The file is too large. At most %(allowed)s MiB can be read."),
    "form-unknown": gettext_lazy(
        "This is neither a report file (TRF), nor our JSON, nor our crosstable as CSV. A report file has lines that "
        "begin with 001."
    ),
    "json-broken": gettext_lazy("The JSON is broken at column %(column)s."),
    "json-deep": gettext_lazy("The JSON nests its lists and objects deeper than any event; it is refused."),
    "json-large": gettext_lazy("The JSON has more than %(allowed)s lists and objects, or too many values in them."),
    "version-unknown": gettext_lazy("The file is of version %(found)s; this service reads version %(known)s."),
    "value-missing": gettext_lazy("“%(path)s” is missing."),
    "value-type": gettext_lazy("“%(path)s” has to be of another kind: %(expected)s."),
    "value-unknown": gettext_lazy("“%(path)s” is not known, or not allowed here."),
    "numbers": gettext_lazy("The numbers of “%(path)s” do not run from 1 without gaps."),
    "not-here": gettext_lazy("Round %(path)s names player %(number)s, who is not in the file."),
    "twice-in-a-round": gettext_lazy("In round %(round)s player %(number)s is paired twice."),
    "not-alike": gettext_lazy("In round %(round)s player %(one)s names %(other)s as opponent, who says otherwise."),
    "marks": gettext_lazy("In round %(round)s the results of %(one)s and %(other)s do not go together."),
    "bye-with-opponent": gettext_lazy("In round %(round)s player %(number)s has a bye and an opponent."),
    "no-players": gettext_lazy("There are no players in the file."),
    "too-many": gettext_lazy("There are more lines than can be read; at most %(allowed)s."),
}


def file_error_text(error: FileError | TrfError) -> str:
    """What is wrong, with the line if it is one line's fault."""
    if isinstance(error, TrfError):
        return trf_error_text(error)
    words = str(FILE_ERRORS[error.code]) % error.params
    return _("Line %(line)s: %(words)s") % {"line": error.line, "words": words} if error.line else words
