"""The lists of the strongest players."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.presentation.words import variant_name
from games.rules import VARIANTS
from ratings.domain.glicko import PROVISIONAL
from ratings.domain.standings import MOST, ranked_bots, ranking


@require_safe
def ratings(request: HttpRequest, slug: str = "classic") -> HttpResponse:
    """The strongest players of a variant; the bots, of whom there are more pages, each by the name before it."""
    if slug not in VARIANTS:
        raise Http404(_("There is no such rule book."))
    machines = request.GET.get("bots") == "1"
    bots = ranked_bots(slug, after=request.GET.get("after", "").replace("\0", "")) if machines else None
    if machines and bots is None:
        raise Http404(_("There is no such bot in this list. Begin at its first page."))
    context = {
        "room": "ratings",
        "machines": machines,
        "slug": slug,
        "variant": variant_name(slug),
        "variants": [(variant, variant_name(variant)) for variant in VARIANTS],
        "ranked": ranking(slug) if bots is None else bots.ranked,
        "first": "after" not in request.GET,
        "next": bots.last if bots is not None and bots.older else "",
        "most": MOST,
        "limit": round(PROVISIONAL),
    }
    return render(request, "ratings/ratings.html", context)
