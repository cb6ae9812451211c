"""What browsers and robots ask for by themselves."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Every game may be found; its thousand positions need not be."""
    lines = [
        "User-agent: *",
        "Disallow: /admin/",
        "Disallow: /games/*/at/",
        "Disallow: /games/*/moves/",
        "Disallow: /games/*/opened/",
        "Disallow: /*?",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for browsers that ask without having read a page."""
    return HttpResponseRedirect(static("img/favicon.svg"))
