"""The audit for operators: searched, paged by keys, sent as a file; for nobody else."""

from __future__ import annotations

import csv
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.audit.models import AuditEntry
from accounts.models import Account
from moderation.staff import audit_pages
from moderation.staff.moderators import Role, appoint
from tests.library.archive.test_views import text
from tests.scenes import account

PAGE = "/moderation/audit/"


def _versions(answer: Any) -> list[int]:
    _head, *rows = csv.reader(b"".join(answer.streaming_content).decode().splitlines())
    return [int(row[0]) for row in rows]


@pytest.mark.slow
@pytest.mark.django_db
def test_operators_search_page_and_take_it_along(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_pages, "PAGE", 2)
    monkeypatch.setattr(audit_pages, "AT_ONCE", 2)
    boss, ada = Account.objects.create_superuser("boss"), account("Ada")
    mona = account("Mona")
    appoint(mona, Role.MODERATOR, by=None)
    audit.record(Action.CLOSED_ACCOUNT, by=boss.pk, on=[ada])
    audit.record(Action.OPENED_ACCOUNT, by=boss.pk, on=[ada])
    audit.record(Action.CHANGED, by=uuid4(), on=[ada.player], fields=["name"])
    versions = list(AuditEntry.objects.values_list("version", flat=True))
    assert len(versions) == 4

    def listed(query: str = "") -> list[int]:
        return [row["entry"].version for row in client.get(PAGE + query).context["rows"]]

    assert client.get(PAGE).status_code == 302
    for other in (ada, mona):
        client.force_login(other)
        assert client.get(PAGE).status_code == 403
        assert client.get(f"{PAGE}audit.csv").status_code == 403
    client.force_login(boss)
    assert (listed(), listed(f"?before={versions[1]}")) == (versions[:2], versions[2:])
    assert f"before={versions[1]}" in client.get(PAGE).content.decode()
    assert listed("?who=boss") == versions[1:3]
    assert listed("?who=server") == versions[3:]
    assert listed("?who=nobody-of-this-name") == []
    assert listed("?target=ada&action=closed-account") == versions[2:3]
    assert listed(f"?target={ada.player.pk}") == versions[:1]
    assert (listed("?until=2001-01-01"), listed("?since=2001-01-01")) == ([], versions[:2])
    assert client.get(f"{PAGE}?since=never").status_code == 400
    assert "Opened an account again" in text(client.get(PAGE))

    answer = client.get(f"{PAGE}audit.csv?target=ada")
    assert (answer.streaming, answer["Content-Type"]) == (True, "text/csv; charset=utf-8")
    head, *rows = csv.reader(b"".join(answer.streaming_content).decode().splitlines())
    result = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(row["name"], row["action"], row["whose"], row["fields"]) for row in result] == [
        ("", "changed", "Ada", "name"),
        ("boss", "opened-account", "ada", ""),
        ("boss", "closed-account", "ada", ""),
    ]
    assert client.get(f"{PAGE}audit.csv?since=never").status_code == 400

    # A file has an end, and says where the next one begins.
    monkeypatch.setattr(audit_pages, "MOST_OF_FILE", 3)
    first = client.get(f"{PAGE}audit.csv?since=2001-01-01")
    following = f"http://testserver{PAGE}audit.csv?since=2001-01-01&before={versions[2]}"
    assert (_versions(first), first["Link"]) == (versions[:3], f'<{following}>; rel="next"')
    last = client.get(following)
    assert (_versions(last), "Link" in last) == (versions[3:], False)
