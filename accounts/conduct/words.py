"""Penalties in words: what they are, what they keep somebody from, and until when."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.conduct.blocks import MOST
from accounts.conduct.rules import Rule
from accounts.models import Penalty

Kind = Penalty.Kind

_UNTIL: dict[str, str | Promise] = {
    Kind.NO_TALK: gettext_lazy("You cannot write to other players until %(until)s."),
    Kind.NO_RATED: gettext_lazy("You cannot begin rated games until %(until)s."),
    Kind.NO_EVENTS: gettext_lazy("You cannot enter or hold tournaments until %(until)s."),
    Kind.NO_SEEKS: gettext_lazy("You cannot post or join seeks and challenges until %(until)s."),
    Kind.BAN: gettext_lazy("Your account is banned until %(until)s."),
}
_FOR_GOOD: dict[str, str | Promise] = {
    Kind.NO_TALK: gettext_lazy("You cannot write to other players any more."),
    Kind.NO_RATED: gettext_lazy("You cannot begin rated games any more."),
    Kind.NO_EVENTS: gettext_lazy("You cannot enter or hold tournaments any more."),
    Kind.NO_SEEKS: gettext_lazy("You cannot post or join seeks and challenges any more."),
    Kind.BAN: gettext_lazy("Your account is banned for good."),
    Kind.WARNING: gettext_lazy(
        "A moderator has warned you. Read the warning and confirm that you have read it, then you can go on."
    ),
}


def too_many_blocks_text() -> str:
    """That somebody has blocked as many players as one can, and what to do."""
    words = _("You have blocked %(most)d players, and can block no more. Unblock somebody on the page of your account.")
    return words % {"most": MOST}


def barred_text(penalty: Penalty) -> str:
    """What a penalty keeps its player from and until when, as a sentence to that player; "" for one that keeps nobody
    from anything.
    """
    if penalty.ends is not None and penalty.kind in _UNTIL:
        return str(_UNTIL[penalty.kind]) % {"until": time_text(penalty.ends)}
    return str(_FOR_GOOD.get(penalty.kind, ""))


def rule_text(rule: str) -> str:
    """The rule that a penalty names."""
    return str(Rule(rule).label) if rule in Rule.values else rule


def length_text(penalty: Penalty) -> str:
    """How long a penalty lasts; "" for what has no length, such as a note."""
    if penalty.ends is not None:
        return _("until %(until)s") % {"until": time_text(penalty.ends)}
    if penalty.kind in _UNTIL:
        return _("for good")
    if penalty.amount is not None:
        return ngettext("%(points)d point", "%(points)d points", penalty.amount) % {"points": penalty.amount}
    return ""


def state_text(penalty: Penalty, at: datetime) -> str:
    """The state of a penalty at a time."""
    if penalty.reversed_at is not None:
        return _("taken back on %(day)s, with all its effects") % {"day": day_text(penalty.reversed_at)}
    if penalty.acknowledged_at is not None:
        return _("read on %(day)s") % {"day": day_text(penalty.acknowledged_at)}
    if not penalty.in_force(at):
        return _("over")
    return _("not read yet") if penalty.kind == Kind.WARNING else _("in force") if penalty.kind in _UNTIL else ""


def day_text(when: datetime) -> str:
    """A day, in the reader's time zone."""
    return date_format(timezone.localtime(when), "j F Y")


def barred_note(penalty: Penalty) -> SafeString:
    """The same with the way to the reason and to an appeal: for a part of a page, beside the typed input."""
    return format_html(
        '{} <a href="{}">{}</a>', barred_text(penalty), url_of(penalty), _("Read why, and how to appeal")
    )


def url_of(penalty: Penalty) -> str:
    """The page of a penalty, for its player."""
    return reverse("players:penalty", args=[penalty.pk])


def appeal_url_of(penalty: Penalty) -> str:
    """The page of the appeal against a penalty, for its player."""
    return reverse("players:appeal", args=[penalty.pk])


def time_text(when: datetime) -> str:
    """A time with its zone, in the reader's time zone."""
    return date_format(timezone.localtime(when), _("j F Y, H:i e"))
