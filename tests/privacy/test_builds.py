"""My data: asked for on a page, made by a task, fetched by one account alone, and gone after some days."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.test import Client
from django.utils import timezone

from accounts.conduct.blocks import block
from accounts.models import Account
from eventlog import store
from games.domain.events import SetupMade
from games.models import Game
from games.rules import Seat
from moderation.cases.reports import report
from play.setups.models import SavedSetup
from play.talk.models import Message, Note
from privacy import builds
from privacy.erase import delete_account
from privacy.models import DataExport, DataExportPart
from tests.library.archive.test_views import text
from tests.scenes import account, game_in_play, game_over

PAGE = "/account/data/"


def placed(game: Game, seat: Seat) -> str:
    made = (event.event for event in store.load(game.id) if isinstance(event.event, SetupMade))
    return next(event.placement for event in made if event.seat == seat.slug)


def fetch(client: Client) -> dict[str, Any]:
    """The files behind the link of the page, parsed."""
    match_ = re.search(r'href="(/account/data/[^"]+/)"', client.get(PAGE).content.decode())
    assert match_ is not None
    answer = client.get(match_.group(1))
    whole = b"".join(answer.streaming_content)
    assert (answer.status_code, answer["Content-Length"]) == (200, str(len(whole)))
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/zip", "private, no-store")
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert archive.testzip() is None
        read = {name: archive.read(name).decode() for name in archive.namelist()}
    return {name: json.loads(content) if name.endswith(".json") else content for name, content in read.items()}


@pytest.fixture
def ada(client: Client) -> Account:
    made = account("Ada")
    EmailAddress.objects.create(user=made, email="ada@example.org", verified=True, primary=True)
    client.force_login(made)
    return made


@pytest.mark.slow
@pytest.mark.django_db
def test_everything_that_is_mine_and_nothing_that_is_hidden(
    client: Client, ada: Account, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    charles = account("Charles")
    playing = game_in_play(accounts=(ada, charles))
    over = game_over(accounts=(charles, ada), seed=2)
    kept = game_over(accounts=(ada, charles), seed=3, reveal="never")
    for who, words in ((ada, "my own words"), (charles, "his own words")):
        Message.objects.create(game=playing.id, author=who.player, text=words, sent=timezone.now())
        Note.objects.create(game=playing.id, player=who.player, text=f"thought: {words}")
        SavedSetup.objects.create(player=who.player, variant="duel", name=words, form="F")
    block(blocker=ada.player, target=charles.player)
    block(blocker=charles.player, target=ada.player)
    report(kind="player", target=ada.player.pk, reporter=charles.player, why="abuse", text="what he says of her")
    report(kind="player", target=charles.player.pk, reporter=ada.player, why="spam", text="what she says of him")
    monkeypatch.setattr(builds, "PART", 2000)
    assert "Put my data together" in text(client.get(PAGE))

    with django_capture_on_commit_callbacks(execute=False):  # the message is lost
        assert client.post(PAGE).status_code == 302
    assert "It is being made" in text(client.get(PAGE))
    assert "is being made" in text(client.get("/account/"))
    with django_capture_on_commit_callbacks(execute=True):
        builds.sweep()
    files = fetch(client)

    assert DataExportPart.objects.count() > 2
    name = {game: f"games/{game.created:%Y}/{game.key}.json" for game in (playing, over, kept)}
    assert [row["key"] for row in files["games/list.json"]] == [playing.key, over.key, kept.key]
    own = files[name[playing]]
    assert (own["setup"], own["seat"], len(own["turns"])) == (placed(playing, Seat.RED), "red", 12)
    theirs = [piece for piece in own["view"]["pieces"] if piece["seat"] == "blue" and not piece["revealed"]]
    assert {piece["rank"] for piece in theirs} == {None}
    record = files[name[over]]
    seats = {seat: (result["player"], result["setup"]) for seat, result in record["seats"].items()}
    assert seats == {"red": ("Charles", placed(over, Seat.RED)), "blue": ("Ada", placed(over, Seat.BLUE))}
    everything = json.dumps(files, ensure_ascii=False)
    for hidden in (placed(playing, Seat.BLUE), placed(kept, Seat.BLUE), "his own words", "what he says of her"):
        assert hidden not in everything
    assert placed(kept, Seat.RED) in everything
    assert [row["text"] for row in files["talk/messages.json"]] == ["my own words"]
    assert [row["text"] for row in files["people/reports.json"]] == ["what she says of him"]
    assert [row["name"] for row in files["people/blocks.json"]] == ["Charles"]
    assert files["account/account.json"][0].keys() & {"password", "is_superuser"} == set()
    assert "Not in it: your password" in files["README.txt"]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_link_is_for_one_account_and_ends(
    client: Client, ada: Account, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        client.post(PAGE)
        client.post(PAGE)
    assert DataExport.objects.get().tries == 1
    assert "You can ask again from" in text(client.get(PAGE))
    (result,) = (item for item in mail.outbox if item.to == ["ada@example.org"])
    link = re.search(r"http://testserver(/account/data/\S+/)", result.body)
    assert link is not None
    path = link.group(1)
    stranger = Client()
    assert stranger.get(path).status_code == 302  # to sign in
    stranger.force_login(account("Charles"))
    assert [stranger.get(path).status_code, client.get(path).status_code] == [404, 200]
    assert client.get(f"{PAGE}{uuid4().hex}/").status_code == 404
    other = signing.dumps(str(DataExport.objects.get().pk), salt="another")
    assert client.get(f"{PAGE}{other}/").status_code == 404

    later = timezone.now() + builds.KEPT + timedelta(seconds=1)
    with monkeypatch.context() as patch:
        patch.setattr("django.core.signing.time.time", later.timestamp)
        assert client.get(path).status_code == 404
        patch.setattr("django.utils.timezone.now", lambda: later)
        builds.sweep()
    assert (DataExport.objects.count(), DataExportPart.objects.count()) == (0, 0)

    with django_capture_on_commit_callbacks(execute=True):
        client.post(PAGE)
    client.post(PAGE, {"remove": "1"})
    assert DataExportPart.objects.count() == 0
    assert client.get(path).status_code == 404
    client.post(PAGE)
    assert DataExport.objects.get().state == "removed"  # once a day, also for who removes it
    delete_account(ada)
    assert DataExport.objects.count() == 0


@pytest.mark.slow
@pytest.mark.django_db
def test_a_name_that_goes_goes_from_the_exports_of_others(client: Client, ada: Account, monkeypatch: Any) -> None:
    charles, grace = account("Charles"), account("Grace")
    game_over(accounts=(charles, ada))
    row = builds.want(ada, site="http://testserver")
    builds.make(ada.pk)
    assert "Charles" in json.dumps(fetch(client))

    delete_account(grace)
    assert DataExport.objects.get().state == "done"  # she is not in it
    delete_account(charles)
    assert (DataExport.objects.get().state, DataExportPart.objects.count()) == ("waiting", 0)

    helen = account("Helen")
    block(blocker=ada.player, target=helen.player)
    packed = builds.packed

    def slowly(files: Any) -> Any:
        yield from packed(files)
        delete_account(helen)

    with monkeypatch.context() as patch:
        patch.setattr(builds, "packed", slowly)
        builds.make(ada.pk)
    assert (DataExport.objects.get().state, DataExportPart.objects.count()) == ("waiting", 0)
    builds.make(ada.pk)
    assert not re.search("Charles|Helen", json.dumps(fetch(client)))
    assert DataExport.objects.get().pk == row.pk  # the link in the mail leads there still
