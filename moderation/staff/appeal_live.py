"""The part of a page of an appeal that asks for itself again: what was written, and whether the rest of the page is out
of date. What somebody types there stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from web.polled_parts import polled

SECONDS = 60
"""It asks again so often if it hears of nothing."""


def live_talk(request: HttpRequest, talk: Sequence[Any], *state: object) -> SafeString:
    """The self-refreshing conversation of an appeal.

    Args:
        talk: lines, as `moderation/_appeal_talk.html` wants them.
        state: the state of the appeal for its reader, as far as the page shows it.
    """
    now = hashlib.sha256(repr(state).encode()).hexdigest()[:12]
    seen = request.GET.get("state", now) if "HX-Request" in request.headers else now
    part = {"talk": talk, "changed": seen != now, "page": request.path}
    url = f"{request.path}?state={seen if seen.isalnum() else now}"
    return polled(render_to_string("moderation/_appeal_now.html", part), seconds=SECONDS, url=url)


def asked_alone(request: HttpRequest, listed: SafeString) -> HttpResponse | None:
    """The answer with the self-refreshing part; None if the page is requested."""
    return HttpResponse(listed) if "HX-Request" in request.headers and request.method == "GET" else None
