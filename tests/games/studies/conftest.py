"""What tests of studies share: Ada, and her study."""

from __future__ import annotations

import pytest

from games.studies.models import Study
from players.models import Account
from tests.scenes import account

from .studied import a_study


@pytest.fixture
def ada() -> Account:
    return account("Ada")


@pytest.fixture
def study(ada: Account) -> Study:
    return a_study(ada)
