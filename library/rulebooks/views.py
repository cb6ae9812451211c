"""The pages of rules: the list of rule books, and each."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.rules import VARIANTS, variant
from library.rulebooks.pages import RuleBook
from web.answers import refused, revalidated


@revalidated
def rules(request: HttpRequest) -> HttpResponse:
    """The list of rule books."""
    return render(
        request, "rules/index.html", {"room": "rules", "books": [RuleBook(item) for item in VARIANTS.values()]}
    )


@revalidated
def rule_book(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one variant for players."""
    if slug not in VARIANTS:
        return refused(request, 404, _("There is no rule book of this name. The list of rules has them all."))
    context = {
        "room": "rules",
        "book": RuleBook(variant(slug)),
        "books": [RuleBook(item) for item in VARIANTS.values()],
    }
    return render(request, "rules/book.html", context)
