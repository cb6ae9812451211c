"""What the front page of the admin says of the service's processes: what `/readyz` does."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from config.health import ready

register = template.Library()


@register.simple_tag
def health_lines() -> list[tuple[bool, str]]:
    """A line for each server, kind of process and queue, and whether it works."""
    words = {
        "ok": _("ok"),
        "away": _("away"),
        "refused": _("refused"),
        "silent": _("silent"),
        "never seen": _("never seen"),
    }
    lines = []
    for name, finding in ready().items():
        values = {"name": name, "word": words[finding.word], "seconds": round(finding.age or 0)}
        line = _("%(name)s: %(word)s") if finding.age is None else _("%(name)s: %(word)s, %(seconds)d s ago")
        lines.append((finding.fine, line % values))
    return lines
