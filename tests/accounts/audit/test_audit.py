"""Who with powers did what is written down, and nobody can change it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import psycopg
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.contrib.auth import get_permission_codename
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.audit import audit
from accounts.audit.audit import STREAM, Action
from accounts.audit.audited_admin import Audited
from accounts.audit.models import AuditEntry
from accounts.models import Account, Player, Report, Session
from api.tokens.tokens import make_token, token_behind
from eventlog.models import Event
from eventlog.registry import projections
from eventlog.store import load
from privacy.erase import delete_account
from tests.databases import with_database
from tests.library.archive.test_views import text
from tests.moderation.staff.people import audited, last, moderator, operator, signed_in
from tests.moderation.staff.test_guarded import pages
from tests.scenes import account, player

pytestmark = pytest.mark.django_db


def test_what_is_done_is_an_event_and_a_row() -> None:
    boss, ada = account("Boss"), account("Ada")
    audit.record(Action.CHANGED, by=boss.pk, on=[ada, ada.player], fields=["username", "is active", "is_active"])
    audit.record(Action.APPOINTED_OPERATOR, by=None, on=[boss])
    audit.record(Action.DELETED, by=boss.pk, on=[])

    assert audited() == [
        (boss.pk, "changed", "players-account", str(ada.pk), "is_active username"),
        (boss.pk, "changed", "players-player", str(ada.player.pk), "is_active username"),
        (None, "appointed-operator", "players-account", str(boss.pk), ""),
    ]
    assert [(event.version, event.actor, event.event.action) for event in load(STREAM)] == [
        (1, boss.pk, "changed"),
        (2, boss.pk, "changed"),
        (3, None, "appointed-operator"),
    ]


def test_it_is_made_again_from_the_log() -> None:
    boss = account("Boss")
    audit.record(Action.CHANGED, by=boss.pk, on=[boss], fields=["username"])
    kept = list(AuditEntry.objects.values())
    AuditEntry.objects.all().delete()
    projections()["audit"].apply(list(load(STREAM)))
    assert (list(AuditEntry.objects.values()), len(kept)) == (kept, 1)


def test_the_service_can_neither_change_nor_remove_it(owner_connection: psycopg.Connection[Any]) -> None:
    boss = account("Boss")
    audit.record(Action.CHANGED, by=boss.pk, on=[boss])
    for statement in (
        "UPDATE eventlog_event SET actor = NULL",
        "DELETE FROM eventlog_event",
        "TRUNCATE eventlog_event",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), _as_the_service() as service:
            service.execute(statement)
        with pytest.raises(psycopg.errors.RestrictViolation):
            owner_connection.execute(statement)
    io = StringIO()
    call_command("verify_log", str(STREAM), stdout=io)
    assert "1 stream, 1 event, 0 broken" in io.getvalue()


def _as_the_service() -> psycopg.Connection[Any]:
    url = with_database(settings.DATABASE_URL, connection.settings_dict["NAME"])
    return psycopg.connect(url, autocommit=True)


def test_nothing_in_it_is_a_name_and_deleting_leaves_it(client: Client) -> None:
    boss, ada = operator(), account("Quixotina")
    signed_in(boss).post(f"/admin/players/account/{ada.pk}/delete/", {"post": "yes"})
    gone = (str(ada.pk), "quixotina")
    assert not Account.objects.filter(pk=ada.pk).exists()
    assert audited(after=1) == [(boss.pk, "deleted", "players-account", gone[0], "")]
    assert gone[1] not in str(list(Event.objects.values_list("data", flat=True))).lower()
    bosses = str(boss.pk)
    delete_account(boss)
    assert AuditEntry.objects.count() == 2
    assert bosses in text(signed_in(moderator()).get("/admin/moderation/auditentry/"))


@pytest.mark.slow
def test_it_is_read_and_filtered_and_nothing_else() -> None:
    boss, ada = operator(), account("Ada")
    browser = signed_in(boss)
    browser.post("/admin/players/account/", {"action": "close", "_selected_action": str(ada.pk)}, follow=True)
    audit.record(Action.DECIDED_APPEAL, by=boss.pk, on=[ada.player], fields=["stands"])
    for who in (boss, moderator()):
        reader = signed_in(who)
        page = text(reader.get("/admin/moderation/auditentry/"))
        assert ("Closed an account" in page, f"Boss ({boss.pk})".lower() in page.lower()) == (True, True)
        assert f"ada ({ada.pk})" in page
        assert "Closed an account" in text(reader.get(f"/admin/moderation/auditentry/?q={ada.pk}"))
        heard = reader.get("/admin/moderation/auditentry/?action__exact=decided-appeal").context["cl"].result_count
        assert heard == (1 if who == boss else 0)
        listed = reader.get("/admin/moderation/auditentry/?action__exact=deleted").context["cl"].result_count
        assert listed == 0
        assert reader.get("/admin/moderation/auditentry/add/").status_code == 403
        assert reader.post("/admin/moderation/auditentry/1/delete/", {"post": "yes"}).status_code == 403
        assert reader.post("/admin/moderation/auditentry/1/change/", {"action": "added"}).status_code == 403
        asked = {"action": "delete_selected", "_selected_action": "1", "post": "yes"}
        reader.post("/admin/moderation/auditentry/", asked)
        assert AuditEntry.objects.filter(version=1).exists()


def test_every_page_of_the_admin_that_changes_something_is_audited(rf: Any) -> None:
    """Whoever registers a page that writes derives it from `Audited`."""
    request = rf.get("/")
    request.user = operator()
    assert [
        page
        for _model, page in pages()
        if not isinstance(page, Audited)
        and (
            page.has_add_permission(request)
            or page.has_change_permission(request)
            or page.has_delete_permission(request)
            or page.get_actions(request)
        )
    ] == []


def test_every_action_of_the_admin_asks_for_its_permission() -> None:
    for _model, page in pages():
        for action in page.actions:
            asked = getattr(getattr(page, action), "allowed_permissions", None)
            assert asked, f"{type(page).__name__}.{action} may be used by everybody who sees the list"


def rows_to_act_on() -> dict[type, Any]:
    from library.studies.models import Study, StudyComment
    from play.talk.models import Message
    from tests.library.studies.studied import a_study
    from tests.scenes import game_in_play

    ada, charles = account("Ada"), account("Charles")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    game = game_in_play(accounts=(ada, charles), plies=0)
    said = Message.objects.create(game=game.id, author=ada.player, text="rude", sent=game.created)
    study = a_study(ada)
    comment = StudyComment.objects.create(study=study, ply=0, author=ada.player, text="rude", written=study.created)
    about = {"about": ada.player, "reporter": charles.player, "why": "abuse"}
    for kind, row in (("message", said), ("study", study), ("comment", comment)):
        Report.objects.create(kind=kind, target=row.pk, **about)
    return {Account: ada, Player: ada.player, Message: said, Study: study, StudyComment: comment}


UNDONE_BY = {"open": "close", "show": "hide", "take_powers": "make_moderator", "withdraw_approval": "approve_organiser"}


@pytest.mark.slow
def test_every_action_of_the_admin_is_written_down() -> None:
    """Of an operator; and nothing of what an action changes is changed without it."""
    boss, rows = operator(), rows_to_act_on()
    TOTP.activate(rows[Account], "JBSWY3DPEHPK3PXP")
    browser, seen = signed_in(boss), []
    for model, page in pages():
        for action in page.actions:
            where = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
            row = rows[model]
            if action in UNDONE_BY:
                browser.post(where, {"action": UNDONE_BY[action], "_selected_action": str(row.pk)})
            before = last()
            browser.post(where, {"action": action, "_selected_action": str(row.pk)})
            (result,) = audited(after=before)
            seen.append((model.__name__, action, *result[1:3]))
            assert result[0] == boss.pk
            browser.post(where, {"action": action, "_selected_action": str(row.pk)})
            assert last() == before + 1 or action == "send_reset"  # what is so already is nothing
            if model in (Account, Player):
                Account.objects.filter(pk=rows[Account].pk).update(is_active=True)
    assert sorted(seen) == [
        ("Account", "approve_organiser", "approved-organiser", "players-account"),
        ("Account", "close", "closed-account", "players-account"),
        ("Account", "make_moderator", "appointed-moderator", "players-account"),
        ("Account", "open", "opened-account", "players-account"),
        ("Account", "reset_factors", "reset-factors", "players-account"),
        ("Account", "send_reset", "sent-reset", "players-account"),
        ("Account", "take_powers", "dismissed", "players-account"),
        ("Account", "withdraw_approval", "withdrew-approval", "players-account"),
        ("Message", "hide", "hid-message", "talk-message"),
        ("Message", "show", "showed-message", "talk-message"),
        ("Player", "close", "closed-account", "players-account"),
        ("Player", "open", "opened-account", "players-account"),
        ("Study", "hide", "hid-study", "studies-study"),
        ("Study", "show", "showed-study", "studies-study"),
        ("StudyComment", "hide", "hid-comment", "studies-studycomment"),
        ("StudyComment", "show", "showed-comment", "studies-studycomment"),
    ]


def test_forms_are_written_down_with_the_fields_that_they_change() -> None:
    boss, ada, napoleon = operator(), account("Ada"), player("Napoleno")
    browser = signed_in(boss)
    browser.post(f"/admin/players/account/{ada.pk}/change/", {"username": "lovelace"})
    browser.post(f"/admin/players/account/{ada.pk}/change/", {"username": "lovelace"})  # changes nothing
    browser.post(f"/admin/players/player/{napoleon.pk}/change/", {"name": "Napoleon"})
    asked = {"action": "delete_selected", "_selected_action": str(napoleon.pk), "post": "yes"}
    browser.post("/admin/players/player/", asked)
    assert audited(after=1) == [
        (boss.pk, "changed", "players-account", str(ada.pk), "username"),
        (boss.pk, "changed", "players-player", str(napoleon.pk), "name"),
        (boss.pk, "deleted", "players-player", str(napoleon.pk), ""),
    ]


def test_what_moderators_may_has_a_permission_that_exists() -> None:
    for model, page in pages():
        for action in getattr(page, "for_moderators", ()):
            codes = {code for code, _words in model._meta.permissions}
            codes |= {
                get_permission_codename(permission, model._meta) for permission in model._meta.default_permissions
            }
            assert get_permission_codename(action, model._meta) in codes


def test_commands_write_it_too() -> None:
    ada = account("Ada")
    browser = signed_in(ada)
    made = make_token(account=ada, name="bot", scopes=["read"], days=9, site="http://s")
    call_command("createsuperuser", username="first", email="", interactive=False, verbosity=0)
    first = Account.objects.get(username="first")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("getpass.getpass", lambda prompt: "anlytical-engine")
        call_command("changepassword", "ada", stdout=StringIO())
    assert (browser.get("/account/").status_code, Session.objects.filter(account=ada.pk).exists()) == (302, False)
    assert token_behind(made.secret) is None
    call_command("appoint", "ADA", "moderator", stdout=StringIO())
    assert audited() == [
        (None, "appointed-operator", "players-account", str(first.pk), ""),
        (None, "set-password", "players-account", str(ada.pk), ""),
        (None, "appointed-moderator", "players-account", str(ada.pk), ""),
    ]
