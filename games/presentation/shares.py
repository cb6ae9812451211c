"""Shares as a reader sees them."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _


def share_text(value: float) -> str:
    """A share in per cent, with one digit after the point.

    Args:
        value: the share, from 0 to 1.
    """
    return _("%(number)s%%") % {"number": number_format(round(100 * value, 1), 1)}
