from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class CasesConfig(AppConfig):
    """What moderators look into. A case is a stream of the log; these rows follow from it."""

    name = "moderation.cases"
    label = "cases"
    verbose_name = _("Cases")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Registers the rows of cases and how their streams are verified."""
        from moderation.cases import mails, notices, projections, verification  # noqa: F401

        post_migrate.connect(_adopt, sender=self, dispatch_uid="cases-adopt-reports")


def _adopt(*, using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Opens cases for the open reports of an installation from before there were cases."""
    from moderation.cases.reports import adopt_reports

    if using == DEFAULT_DB_ALIAS and "cases_case" in connections[using].introspection.table_names():
        adopt_reports()
