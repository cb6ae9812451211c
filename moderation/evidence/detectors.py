"""What detectors of games and their figures are called where moderators read of them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from moderation.fairness.domain.rings import Oddity

DETECTORS: Mapping[str, tuple[Promise, Mapping[str, Promise]]] = {
    "second-sight": (
        _("Second sight"),
        {
            "games": _("Games"),
            "still": _("Attacks on pieces that never moved"),
            "moved": _("Attacks on pieces that had moved"),
            "score": _("Score"),
            "usual": _("Score beyond which fair play is rare"),
            "hundredths": _("Hundredths of a standard deviation above what is usual"),  # of cases until 2026
        },
    ),
    "rings": (
        _("Rings"),
        {
            "partners": _("Partners that do not fit"),
            "quick": _("Games that they lost quickly"),
            "wins": _("Rated wins in all"),
            Oddity.ALONE.value: _("Partners who play hardly anybody else"),
            Oddity.NEW.value: _("Partners with a new account"),
            Oddity.BETTER.value: _("Partners who do better against others"),
            Oddity.ADDRESS.value: _("Partners who share an address"),
        },
    ),
    "reliability": (
        _("Reliability"),
        {
            "percent": _("Reliability in percent"),
            "days": _("Days that are remembered"),
            "left": _("Days with a game left"),
            "warned": _("Days with a warning"),
        },
    ),
}
"""What each is called and what its figures count, by its slug, the `source` of its cases."""


def detector_name(slug: str) -> str:
    """A detector in the reader's language; its slug if it has no words."""
    return str(DETECTORS[slug][0]) if slug in DETECTORS else slug


def figure_words(slug: str, figure: str) -> str:
    """What a figure of a detector counts, in the reader's language; its code if it has no words.

    Args:
        slug: of the detector.
        figure: its code.
    """
    return str(DETECTORS[slug][1].get(figure, figure)) if slug in DETECTORS else figure
