"""What tests of studies share: Ada, and her study."""

from __future__ import annotations

import pytest

from accounts.models import Account
from library.studies.models import Study
from tests.scenes import account

from .studied import a_study


@pytest.fixture
def ada() -> Account:
    return account("Ada")


@pytest.fixture
def study(ada: Account) -> Study:
    return a_study(ada)
