"""What the pages of rules show of a rule book."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.rules import Variant
from games.wording import variant_name

__all__ = ["RuleBook"]


@dataclass(frozen=True)
class RuleBook:
    """The rules of a variant, for players. Everything follows from the variant's data."""

    rules: Variant

    @property
    def name(self) -> str:
        """The name of the rule book."""
        return variant_name(self.rules.slug)

    @property
    def url(self) -> str:
        """Its page."""
        return reverse("games:rule-book", args=[self.rules.slug])
