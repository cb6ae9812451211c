"""What a form says that lost a race: what somebody else has changed since its page was opened."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.organizer.names import Names


def busy() -> str:
    """Words for a form that others kept getting in the way of; it can be sent again as it is."""
    return _("Others changed the event in the same moment, so nothing was kept here. Look it over, and send it again.")


def who_changed(shown: Collection[int], here: Collection[int], names: Names) -> str:
    """Who came and who left since a page was opened, in sentences; "" if nobody.

    Args:
        names: of the people of the event.
        shown, here: the entries that the page had, and those of now.
    """
    came = ", ".join(names.entry(number) for number in here if number not in shown)
    left = ", ".join(names.entry(number) for number in shown if number not in here)
    said = [_("New since this page was opened: %(names)s.") % {"names": came}] if came else []
    said += [_("Gone since this page was opened: %(names)s.") % {"names": left}] if left else []
    return " ".join(said)
