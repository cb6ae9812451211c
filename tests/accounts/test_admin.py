"""What an operator does with accounts and players in the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Account, Player
from tests.scenes import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(Account.objects.create_superuser("boss"))
    return client


def edited(staff: Client, who: Account, name: str) -> Any:
    return staff.post(f"/admin/players/account/{who.pk}/change/", {"username": name})


def test_another_user_name_is_the_players_name_too(staff: Client) -> None:
    ada = account("Ada")
    assert edited(staff, ada, "Lovelace").status_code == 302
    assert Account.objects.get(pk=ada.pk).username == "Lovelace"
    assert Player.objects.get(account=ada).name == "Lovelace"
    assert staff.get("/players/Lovelace/").status_code == 200


@pytest.mark.parametrize("name", ["CHARLES", "Robo"])
def test_no_user_name_is_another_members(staff: Client, name: str) -> None:
    ada = account("Ada")
    account("Charles")
    Player.objects.create(name="robo", bot=True)
    assert "This name is taken." in str(edited(staff, ada, name).context["adminform"].form.errors["username"])
    assert sorted(Account.objects.values_list("username", flat=True)) == ["ada", "boss", "charles"]
    assert Player.objects.get(account=ada).name == "Ada"


def test_a_name_from_records_can_be_given(staff: Client) -> None:
    Player.objects.create(name="Napoleon")
    ada = account("Ada")
    assert edited(staff, ada, "Napoleon").status_code == 302
    assert Player.objects.get(account=ada).name == "Napoleon"


def test_the_name_of_an_accounts_player_is_the_accounts(staff: Client) -> None:
    """It cannot be changed beside it; a name of records can be corrected."""
    ada = account("Ada").player
    napoleon = Player.objects.create(name="Napoleno")
    for item, name in ((ada, "Grace"), (napoleon, "Napoleon")):
        assert staff.post(f"/admin/players/player/{item.pk}/change/", {"name": name}).status_code == 302
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ada", "Napoleon", "boss"]
