"""What the tests of pages in two worlds share."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from tests.databases import with_database
from tests.owner import owner_url

from .pages import Cast


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    url = with_database(owner_url(), connection.settings_dict["NAME"])
    with psycopg.connect(url, autocommit=True) as owner:
        yield Cast(owner)
