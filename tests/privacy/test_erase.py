"""A deleted account leaves no name, no address and no text in the whole database but what others wrote in their own
words, and every game stays."""

from __future__ import annotations

import json
import random
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils.timezone import now

from accounts.authentication.sessions import SessionStore
from accounts.conduct.blocks import block
from accounts.models import Account, Player, Preferences, Report, Session
from eventlog.registry import projections
from games.domain import commands, creation
from games.models import Game, GameSeat
from games.rules import Options, Seat, variant
from library.archive.tasks import count_all_opened
from moderation.cases import reports
from play.setups import domain as saved_setups
from play.setups.models import SavedSetup
from play.talk.models import Message, Note
from privacy.erase import delete_account, erase_player
from tests.library.archive.test_views import text
from tests.notices.people import begun
from tests.scenes import PASSWORD, account, game_in_play, game_over, placements, play_quietly, player
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands import organization, registration
from tournaments.models import Announcement, Text

NAME, ADDRESS, OTHER = "Quixotella", "la.mancha@example.org", "dulcinea@example.net"


def dump() -> str:
    """Everything in the database, as `pg_dump` would write it; what sessions keep is decoded."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = 'public'")
        tables = [name for (name,) in cursor.fetchall()]
        parts = []
        for table in tables:
            with cursor.copy(f"COPY (TABLE {table}) TO STDOUT") as copy:
                parts += [bytes(part).decode() for part in copy]
    parts += [str(session.get_decoded()) for session in Session.objects.all()]
    return "".join(parts).lower()


def projected() -> dict[str, list[str]]:
    """Every row of every table that follows from the log, without the numbers that a table gives its rows itself."""
    tables = {table for projection in projections().values() for table in projection.tables}
    result = {}
    with connection.cursor() as cursor:
        for table in sorted(tables | {"eventlog_projection"}):
            cursor.execute(f"SELECT to_jsonb(one)::text FROM {table} one")
            rows = [json.loads(row) for (row,) in cursor.fetchall()]
            result[table] = sorted(str({k: v for k, v in row.items() if (k, type(v)) != ("id", int)}) for row in rows)
    return result


def said(words: tuple[str, ...] = (NAME, ADDRESS, OTHER)) -> list[str]:
    result = dump()
    return [word for word in words if word.lower() in result]


def member(client: Client) -> Account:
    """An account that has left traces everywhere: addresses, sessions, preferences, blocks, reports, the admin."""
    made = account(NAME)
    Account.objects.filter(pk=made.pk).update(username=NAME, first_name=NAME, email=ADDRESS)
    made.refresh_from_db()
    EmailAddress.objects.create(user=made, email=ADDRESS, verified=True, primary=True)
    EmailAddress.objects.create(user=made, email=OTHER)
    Preferences.objects.create(account=made, theme="dark")
    client.post("/login/", {"login": NAME, "password": PASSWORD})
    Client().post("/account/password/reset/", {"email": ADDRESS})
    other = account("Charles").player
    block(blocker=other, target=made.player)
    reports.report(kind="player", target=made.player.pk, reporter=other, why="abuse", text="rude")
    reports.report(kind="player", target=other.pk, reporter=made.player, why="abuse", text=f"{NAME} says so")
    third = account("Grace").player
    reports.report(kind="player", target=other.pk, reporter=third, why="spam", text="He wrote to me.")
    staff = Account.objects.create_superuser("boss")
    for thing in (made, made.player, *EmailAddress.objects.all()):
        log(staff, thing, str(thing), "")
    log(staff, staff, "boss", json.dumps([{"changed": {"fields": ["E-mail"]}}]))
    return made


def log(staff: Account, thing: object, name: str, message: str) -> None:
    kind = ContentType.objects.get_for_model(type(thing))  # type: ignore[arg-type]
    pk = str(thing.pk)  # type: ignore[attr-defined]
    LogEntry.objects.create(
        user=staff, content_type=kind, object_id=pk, object_repr=name, action_flag=CHANGE, change_message=message
    )


@pytest.mark.django_db(transaction=True)
def test_nothing_is_left_but_the_games(client: Client) -> None:
    ada = member(client)
    mine = ada.player.pk
    over, playing = (make(accounts=(ada, None)) for make in (game_over, game_in_play))
    waiting = creation.create_game(
        variant=variant("classic"), players={Seat.RED: mine, Seat.BLUE: player("Napoleon").pk}, options=Options()
    )
    charles = Player.objects.get(account__username="charles")
    rated = begun(ada.player, charles, rated=True)
    play_quietly(rated)
    commands.resign(game=rated, seat=Seat.BLUE)
    Message.objects.create(game=over.id, author=ada.player, text="Good bye, cruel windmill", sent=now())
    assert said() == [NAME, ADDRESS, OTHER]  # there is something that could stay

    response = client.post("/account/delete/", {"sure": "on", "password": PASSWORD})

    assert "Your account is deleted" in text(response)
    assert SESSION_KEY not in client.session
    assert said((NAME, ADDRESS, OTHER, "windmill")) == []
    assert not Message.objects.exists()
    outcomes = dict(Game.objects.values_list("id", "outcome"))
    assert (outcomes[playing.id], outcomes[waiting]) == ("resignation", "aborted")
    assert GameSeat.objects.filter(player_id=mine).count() == 4
    page = text(client.get(f"/games/{over.key}/"))
    assert "Deleted player" in page
    assert NAME not in page
    io = StringIO()
    call_command("verify_log", "--all", stdout=io)
    assert "0 broken" in io.getvalue()
    count_all_opened()
    kept = projected()
    counted = {table: len(rows) for table, rows in kept.items() if rows and not table.endswith(("tally", "projection"))}
    assert counted == {
        "archive_countedbands": 1,
        "archive_entry": 4,
        "archive_entryratings": 1,
        "archive_formcount": 4,
        "archive_placementcount": 12,
        "archive_playedsetup": 4,
        "cases_case": 3,
        "cases_casefigure": 3,
        "cases_caselink": 3,
        "figures_due": 3,
        "games_game": 4,
        "fairness_pair": 1,
        "fairness_unsighted": 3,
        "games_gameseat": 8,
        "ratings_change": 2,
        "ratings_meeting": 1,
        "ratings_rating": 2,
        "releases_reveal": 3,
        "reliability_day": 2,
    }
    call_command("rebuild", verbosity=0, stdout=StringIO())
    assert projected() == kept


@pytest.mark.django_db
def test_what_others_have_stays(client: Client) -> None:
    ada = member(client)
    mine, charles = ada.player.pk, Player.objects.get(name="Charles")
    other = Client()
    other.force_login(charles.account)

    delete_account(ada)

    assert other.get("/account/").status_code == 200
    result = [("Charles", ""), ("Grace", "He wrote to me.")]
    assert sorted(Report.objects.values_list("reporter__name", "text")) == result
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Charles", "Grace"]
    kept = LogEntry.objects.exclude(change_message="").order_by("id").values_list("object_repr", "change_message")
    assert [(name, json.loads(result)[0]["changed"]["fields"]) for name, result in kept] == [
        ("boss", ["E-mail"]),
    ]
    assert not Player.objects.filter(pk=mine).exists()


@pytest.mark.django_db
def test_only_the_password_deletes_and_not_by_guessing(client: Client) -> None:
    client.force_login(account("Ada"))
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 400  # the box was not ticked
    responses = [client.post("/account/delete/", {"sure": "on", "password": f"wrong-{n}"}) for n in range(6)]
    assert [response.status_code for response in responses] == [400] * 6
    assert "This is not your password." in text(responses[0])
    assert "Too many wrong passwords" in text(responses[5])
    assert Account.objects.filter(username="ada").exists()


@pytest.mark.django_db
def test_the_admin_deletes_as_thoroughly(client: Client) -> None:
    ada = member(client)
    staff = Client()
    staff.force_login(Account.objects.get(username="boss"))
    staff.post(f"/admin/players/player/{ada.player.pk}/delete/", {"post": "yes"})
    assert not Account.objects.filter(username=NAME).exists()
    assert NAME.lower() not in str(list(LogEntry.objects.values_list("object_repr", "change_message"))).lower()


@pytest.mark.django_db
def test_a_name_in_records_can_be_erased() -> None:
    napoleon = player("Napoleon")
    game = game_over(names=("Napoleon", "Charles"))
    erase_player(napoleon)
    assert Game.objects.filter(pk=game.pk).exists()
    assert said(("Napoleon",)) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["backend", "password", "session"])
def test_a_name_that_sessions_use_ends_no_other_session(name: str) -> None:
    """Such names are reserved now; an account may have one all the same, from before or from an operator."""
    gone, stranger = Client(), Client()
    leaver = account(name)
    account("Charles")
    for client, login in ((gone, name), (stranger, "charles")):
        client.post("/login/", {"login": login, "password": PASSWORD})
    delete_account(leaver)
    assert stranger.get("/account/").status_code == 200
    assert SESSION_KEY not in gone.session


@pytest.mark.django_db
def test_whom_a_session_is_about_is_found_by_its_row_and_told_by_no_word_in_it() -> None:
    browser = Client()
    leaver = member(browser)
    store = SessionStore()
    store.update({"account_login": {"email": ADDRESS, "login": NAME}, "next": "/my/"})
    store.save()
    signed_in, waiting = Session.objects.order_by("account")
    assert (signed_in.account, signed_in.about) == (leaver.pk, [])
    assert (waiting.account, len(waiting.about)) == (None, 2)
    assert not {NAME, NAME.lower(), ADDRESS} & set(waiting.about)
    Session.objects.update(session_data="")
    delete_account(leaver)
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_words_of_others_stay_theirs() -> None:
    weekend, charles = account("Weekend"), account("Charles")
    game = game_over(names=("Ada", "Grace"))
    event = a_tournament(2, owner=charles.player.pk, name="Harz Open Weekend Swiss")
    organization.describe(tournament=event, by=charles.player.pk, description="A weekend!", place="Weekend Inn")
    registration.expel(tournament=event, entry=1, by=charles.player.pk, reason="Away all weekend")
    Message.objects.create(game=game.id, author=charles.player, text="Nice weekend!", sent=now())
    Note.objects.create(game=game.id, player=charles.player, text="the weekend trap")
    form = placements("duel", random.Random(1))[Seat.RED]
    saved_setups.save(player=charles.player.pk, slug="duel", name="Weekend", form=form)
    third = account("Grace").player
    reports.report(kind="player", target=charles.player.pk, reporter=third, why="spam", text="All weekend long")

    delete_account(weekend)

    announcement = Announcement.objects.get()
    assert (announcement.name, announcement.description, announcement.place, Text.objects.get().text) == (
        "Harz Open Weekend Swiss",
        "A weekend!",
        "Weekend Inn",
        "Away all weekend",
    )
    assert (Message.objects.get().text, Note.objects.get().text) == ("Nice weekend!", "the weekend trap")
    assert (SavedSetup.objects.get().name, Report.objects.get().text) == ("Weekend", "All weekend long")


@pytest.mark.django_db
def test_the_history_of_other_rows_with_the_same_number_stays() -> None:
    leaver = member(Client())
    address = EmailAddress.objects.get(email=ADDRESS)
    staff = Account.objects.get(username="boss")
    of_a_report = {"user": staff, "content_type": ContentType.objects.get_for_model(Report), "action_flag": CHANGE}
    LogEntry.objects.create(object_id=str(address.pk), object_repr="a report", change_message="closed", **of_a_report)
    delete_account(leaver)
    assert LogEntry.objects.filter(object_repr="a report", change_message="closed").count() == 1
