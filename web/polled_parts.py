"""Parts of a page that ask for themselves again while somebody looks at them (`static/js/lobby.js`)."""

from __future__ import annotations

import hashlib

from django.template.loader import render_to_string
from django.utils.safestring import SafeString


def polled(inner: SafeString, *, seconds: int, url: str) -> SafeString:
    """A part with an element around it that names its address, its version and its pace.

    Args:
        inner: the markup. It holds no token, so that it stays the same while nothing has changed.
        seconds: from one question to the next.
        url: where the part alone is asked for.
    """
    version = hashlib.sha256(inner.encode()).hexdigest()[:16]
    return render_to_string("_polled.html", {"inner": inner, "version": version, "seconds": seconds, "url": url})
