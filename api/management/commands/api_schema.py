"""`manage.py api_schema`: regenerates the schema of the API, to be committed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from api.v1.reference import SCHEMA
from api.v1.schema import made


class Command(BaseCommand):
    """Write `docs/openapi.json`."""

    help = "Writes docs/openapi.json anew, from what the operations of the API say of themselves."

    def handle(self, *args: Any, **options: Any) -> None:
        SCHEMA.write_text(made(), encoding="utf-8")
        self.stdout.write(f"{SCHEMA.name} is written.")
