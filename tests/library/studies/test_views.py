"""The pages of studies: what they show to whom, what forms do, and what goes wrong politely."""

from __future__ import annotations

import json
import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account, Player, Report
from games.models import Game
from library.studies import views
from library.studies.domain import commands
from library.studies.domain.lines import StudyPlace
from library.studies.models import Study, StudyComment, StudyDrawing, StudyVariation
from tests.caches import empty_cache
from tests.scenes import account, game_in_play

from .studied import PLIES, a_study, another, joins, open_game, vary

pytestmark = pytest.mark.django_db

PLACE = StudyPlace(0, 3)
ONCE = str(UUID(int=9, version=4))


def browser(who: Account | None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(who)
    return client


def at(study: Study, name: str = "study") -> str:
    return reverse(f"studies:{name}", args=[study.key])


def edit(client: Client, study: Study, do: str, *, query: str = "ply=3", version: int | None = None, **sent: str):  # type: ignore[no-untyped-def]
    result = Study.objects.get(pk=study.pk).version if version is None else version
    return client.post(f"{at(study, 'edit')}?{query}", {"do": do, "version": str(result), **sent})


def text(response) -> str:  # type: ignore[no-untyped-def]
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# -- making one -----------------------------------------------------------------------------------


def test_a_study_begins_at_the_ply_of_the_replay(ada: Account) -> None:
    game, client = open_game(), browser(ada)
    replay = client.get(f"/games/{game.key}/?ply=5").content.decode()
    begin = f"/games/{game.key}/study/?ply=5"
    assert f'href="{begin}"' in replay
    assert 'name="title"' in client.get(begin).content.decode()
    answer = client.post(begin, {"title": "Plans", "once": ONCE})
    made = Study.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/studies/{made.key}/?ply=5")
    page = client.get(answer["Location"])
    assert (page.status_code, page["Cache-Control"]) == (200, "private, no-cache")
    assert "Move 5 of the game" in text(page)
    assert client.get(f"/studies/{made.key}/?line=9&ply=999").context["page"].place == StudyPlace(0, PLIES)


def test_where_no_study_begins(ada: Account) -> None:
    game, sealed = open_game(), game_in_play(slug="duel", accounts=(ada, None))
    for who in (None, ada):
        answer = browser(who).get(f"/games/{sealed.key}/study/")
        assert (answer.status_code, "come back once it is" in text(answer).lower()) == (403, True)
        assert "Study this game" not in browser(who).get(f"/games/{sealed.key}/").content.decode()
    assert browser(None).get("/games/nosuchgame1/study/").status_code == 404
    asked = browser(None).get(f"/games/{game.key}/study/?ply=2")
    assert (asked.status_code, asked["Location"]) == (302, f"/login/?next=%2Fgames%2F{game.key}%2Fstudy%2F%3Fply%3D2")
    guest = account("Guest")
    Player.objects.filter(pk=guest.player.pk).update(guest=True)
    assert "Sign up first" in text(browser(guest).get(f"/games/{game.key}/study/"))
    answer = browser(ada).post(f"/games/{game.key}/study/", {"title": "x" * 81, "once": ONCE})
    assert (answer.status_code, "x" * 81 in answer.content.decode(), Study.objects.count()) == (422, True, 0)


# -- reading --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_private_study_and_none_are_one_answer(study: Study) -> None:
    """For strangers and members of the site, by any address, with any link; and when its game is not open any more."""
    eve = account("Eve")
    for who in (None, eve):
        client = browser(who)
        for name, sent in (
            ("study", ""),
            ("study", f"?link={study.link}"),
            ("export", ""),
            ("settings", ""),
            ("delete", ""),
        ):
            here = client.get(at(study, name) + sent)
            there = client.get(at(Study(key="x" * 11), name) + sent)
            assert (here.status_code, here.content) == (there.status_code, there.content) == (404, there.content)
        for name in ("edit", "answer", "settings", "delete"):
            here, there = (client.post(at(item, name), {"do": "accept"}) for item in (study, Study(key="x" * 11)))
            assert (here.status_code, here.content) == (there.status_code, there.content) == (404, there.content)
    commands.change_settings(
        study=study.pk, by=Player.objects.get(name="Ada").pk, title="", visibility="public", seen=10**6
    )
    assert browser(None).get(at(study)).status_code == 200
    Game.objects.update(revealed=False)
    for who in (None, eve, Account.objects.get(username="ada")):
        assert browser(who).get(at(study)).status_code == 404


def test_texts_are_escaped_and_lines_kept(study: Study, ada: Account) -> None:
    client = browser(ada)
    assert edit(client, study, "comment", text="<script>x</script>\n\nSecond & last").status_code == 303
    joins(study, "Rita", "reader")
    page = browser(Account.objects.get(username="rita")).get(f"{at(study)}?ply=3").content.decode()
    assert "<p>&lt;script&gt;x&lt;/script&gt;</p>" in page
    assert "<p>Second &amp; last</p>" in page


def test_by_link_every_address_keeps_the_link(ada: Account) -> None:
    study = a_study(ada, visibility="link")
    page = browser(None).get(at(study), {"link": study.link}).content.decode()
    assert '<meta name="robots" content="noindex">' in page
    own = [item for item in re.findall(r'href="([^"]+)"', page) if f"/studies/{study.key}/" in item]
    assert len(own) > 10
    assert all(f"link={study.link}" in item for item in own)
    assert 'name="do"' not in page
    assert browser(None).get(at(study, "export"), {"link": study.link})["X-Robots-Tag"] == "noindex"


def test_a_public_study_is_listed_on_its_game_and_its_author(ada: Account) -> None:
    study = a_study(ada, visibility="public", title="Where the Flag stood")
    game = Game.objects.get(id=study.game)
    stranger = browser(None)
    for address in ("/studies/", f"/studies/?game={game.key}", "/studies/?player=ada"):
        assert f'<a href="/studies/{study.key}/">Where the Flag stood</a>' in stranger.get(address).content.decode()
    assert "There is no public study here yet." in text(stranger.get("/studies/?player=nobody"))
    assert stranger.get("/studies/?game=nosuchgame1").status_code == 404
    assert "1 public study" in text(stranger.get(f"/games/{game.key}/"))
    assert "1 public study" in text(stranger.get("/players/Ada/"))
    page = stranger.get(at(study)).content.decode()
    assert "noindex" not in page
    assert f'rel="canonical" href="http://testserver/studies/{study.key}/"' in page


def test_a_comment_is_reported(ada: Account) -> None:
    study, eve = a_study(ada, visibility="public"), account("Eve")
    edit(browser(ada), study, "comment", text="Rude words")
    comment = StudyComment.objects.get()
    client = browser(eve)
    report = f"/report/?comment={comment.pk}"
    assert report in client.get(f"{at(study)}?ply=3").content.decode()
    answer = client.post(report, {"why": "abuse", "text": ""})
    assert (answer.status_code, answer["Location"]) == (302, f"/studies/{study.key}/?line=0&ply=3")
    assert [(report.kind, report.excerpt, report.about.name) for report in Report.objects.all()] == [
        ("comment", "Rude words", "Ada")
    ]


# -- writing --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_forms_do(study: Study, ada: Account) -> None:
    client, here = browser(ada), f"/studies/{study.key}/?ply=3"
    assert edit(client, study, "comment", text="A trap.")["Location"] == here
    assert edit(client, study, "draw", colour="red", **{"from": "a1", "to": "b3"})["Location"] == here
    assert edit(client, study, "draw", colour="blue", **{"from": "c4", "to": ""})["Location"] == here
    page = text(client.get(here))
    assert "Arrow from a1 to b3 (red, dashed)" in page
    assert "c4 marked (blue, dotted)" in page
    assert edit(client, study, "rub-out", shape="0")["Location"] == here
    assert StudyDrawing.objects.get().shapes == [["blue", "c4"]]
    led = edit(client, study, "play", turn=another(study, PLACE))["Location"]
    assert led == f"/studies/{study.key}/?line=1&ply=4"
    page = text(client.get(led))
    assert "Move 4 of variation 1" in page
    assert "Take the last move back" in page
    assert edit(client, study, "take-back", query="line=1&ply=4")["Location"] == here
    assert (StudyComment.objects.count(), StudyVariation.objects.count()) == (1, 0)
    assert client.get(at(study, "edit") + "?ply=3")["Location"] == here


@pytest.mark.slow
def test_nothing_typed_is_lost(study: Study, ada: Account) -> None:
    client = browser(ada)
    edit(client, study, "comment", text="First window.")
    slower = edit(client, study, "comment", text="Second window.", version=0)
    content = slower.content.decode()
    assert (slower.status_code, "This was changed meanwhile" in content, "Second window.</textarea>" in content) == (
        409,
        True,
        True,
    )
    assert slower["HX-Push-Url"] == "false"
    long = edit(client, study, "comment", text="y" * 2001)
    assert (long.status_code, "y" * 2001 in long.content.decode()) == (422, True)
    wrong = edit(client, study, "draw", colour="yellow", **{"from": "b2", "to": "q9"})
    content = wrong.content.decode()
    assert (wrong.status_code, "There is no square “q9”" in content) == (422, True)
    assert re.search(r'<option value="yellow"\s+selected>', content)
    assert re.search(r'<option\s+value="b2" selected>', content)
    assert edit(client, study, "play", turn="a1-a9").status_code == 422
    assert edit(client, study, "dance").status_code == 400
    assert StudyComment.objects.get().text == "First window."


@pytest.mark.slow
@pytest.mark.parametrize("do", ["take-back", "remove-variation"])
def test_what_is_written_at_a_place_that_is_gone_stands_nowhere_else(study: Study, ada: Account, do: str) -> None:
    """Bob takes the variation away at which Ada writes. The nearest place has a comment of hers already."""
    mine, his = browser(ada), browser(joins(study, "Bob"))
    edit(mine, study, "comment", text="Of the game.")
    place = vary(study, ada, PLACE)
    edit(his, study, do, query=f"line=1&ply={place.ply}")
    for query in ("line=1&ply=4", "ply=99"):
        gone = edit(mine, study, "comment", query=query, text="Of the variation.")
        content = gone.content.decode()
        assert (
            gone.status_code,
            "This was changed meanwhile" in content,
            "Of the variation.</textarea>" in content,
        ) == (
            409,
            True,
            True,
        )
        assert edit(mine, study, "draw", query=query, colour="red", **{"from": "a1", "to": ""}).status_code == 409
    assert [(comment.text, comment.ply) for comment in StudyComment.objects.all()] == [("Of the game.", 3)]
    assert not StudyDrawing.objects.exists()


def test_a_variation_with_comments_is_deleted_at_the_second_press(study: Study, ada: Account) -> None:
    client = browser(ada)
    place = vary(study, ada, PLACE)
    edit(client, study, "comment", query=f"line=1&ply={place.ply}", text="Here.")
    asked = edit(client, study, "remove-variation", query="line=1&ply=4")
    assert (asked.status_code, "Press the button again" in text(asked)) == (422, True)
    assert 'name="sure" value="1"' in asked.content.decode()
    assert edit(client, study, "remove-variation", query="line=1&ply=4", sure="1").status_code == 303
    assert StudyVariation.objects.count() == 0


def test_who_edits_too_often_waits(study: Study, ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    empty_cache()
    monkeypatch.setattr(views, "EDITS_A_MINUTE", 1)
    client = browser(ada)
    answers = [edit(client, study, "comment", text=f"Number {number}") for number in range(2)]
    assert [answer.status_code for answer in answers] == [303, 429]
    assert int(answers[1]["Retry-After"]) > 0


# -- sharing --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_settings_of_the_owner(study: Study, ada: Account) -> None:
    bob, client = account("Bob"), browser(ada)
    page = at(study, "settings")
    saved = client.post(page, {"do": "save", "title": "New", "visibility": "link", "version": "0"})
    assert saved.status_code == 303
    study.refresh_from_db()
    assert f"http://testserver/studies/{study.key}/?link={study.link}" in client.get(page).content.decode()
    slower = client.post(page, {"do": "save", "title": "Old", "visibility": "public", "version": "0"})
    assert (slower.status_code, 'value="Old"' in slower.content.decode()) == (409, True)
    assert client.post(page, {"do": "invite", "name": "bob", "role": "author"}).status_code == 303
    wrong = client.post(page, {"do": "invite", "name": "Nemo", "role": "reader"})
    assert (wrong.status_code, 'value="Nemo"' in wrong.content.decode()) == (422, True)
    assert "There is no member of this name" in text(wrong)
    invited = browser(bob)
    assert "You are invited" in text(invited.get("/studies/mine/"))
    assert "invites you to a study of a game" in text(invited.get("/notices/"))
    assert invited.post(at(study, "answer"), {"do": "accept"})["Location"] == at(study)
    member = study.members.get(player=bob.player)
    assert client.post(page, {"do": "role", "member": str(member.pk), "role": "reader"}).status_code == 303
    assert client.post(page, {"do": "renew"}).status_code == 303
    assert client.post(page, {"do": "remove", "member": str(member.pk)}).status_code == 303
    assert client.post(page, {"do": "remove", "member": str(member.pk)}).status_code == 422
    assert invited.get(at(study)).status_code == 404


# -- as a file ------------------------------------------------------------------------------------


def test_the_study_as_a_file(study: Study, ada: Account) -> None:
    client, turn = browser(ada), another(study, PLACE)
    edit(client, study, "comment", text="A “trap”.")
    edit(client, study, "draw", colour="red", **{"from": "a1", "to": "b3"})
    edit(client, study, "play", turn=turn)
    edit(client, study, "comment", query="line=1&ply=4", text="Better.")
    answer = client.get(at(study, "export"))
    assert answer["Content-Disposition"] == f'attachment; filename="vexillum-study-{study.key}.json"'
    first, second = (str(comment.pk) for comment in StudyComment.objects.order_by("ply"))
    assert json.loads(answer.content) == {
        "format": "vexillum-study",
        "version": 1,
        "study": study.key,
        "title": "Plans",
        "game": Game.objects.get(id=study.game).key,
        "variant": "duel",
        "edition": 2,
        "authors": ["Ada"],
        "variations": [{"line": 1, "leaves": 0, "after": 3, "plies": [[turn]]}],
        "comments": [
            {"line": 0, "ply": 3, "id": first, "author": "Ada", "text": "A “trap”."},
            {"line": 1, "ply": 4, "id": second, "author": "Ada", "text": "Better."},
        ],
        "drawings": [{"line": 0, "ply": 3, "shapes": [{"colour": "red", "squares": ["a1", "b3"]}]}],
    }
