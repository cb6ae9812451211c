"""What detectors of games and their figures are called where moderators read of them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.cases.registry import register_detector
from moderation.fairness.domain.rings import Oddity

register_detector(
    "second-sight",
    _("Second sight"),
    {
        "games": _("Games"),
        "still": _("Attacks on pieces that never moved"),
        "moved": _("Attacks on pieces that had moved"),
        "score": _("Score"),
        "usual": _("Score beyond which fair play is rare"),
        "hundredths": _("Hundredths of a standard deviation above what is usual"),  # of cases until 2026
    },
)
register_detector(
    "rings",
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
)
register_detector(
    "reliability",
    _("Reliability"),
    {
        "percent": _("Reliability in percent"),
        "days": _("Days that are remembered"),
        "left": _("Days with a game left"),
        "warned": _("Days with a warning"),
    },
)
