"""Several penalties in one decision, and cases that a moderator opens by hand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import Penalty, Player
from eventlog.rebuild import rebuild
from games.models import Game
from moderation.cases import commands, reports
from moderation.cases.exclusions import excluded_from
from moderation.cases.intake import open_case
from moderation.cases.models import Case, CaseLink, CaseText
from moderation.cases.refusals import CaseRefused
from moderation.cases.terms import PenaltyTerms
from moderation.evidence import panels
from moderation.evidence.parts import Panel
from tests.library.archive.test_views import text
from tests.moderation.cases.courts import case_of, reported
from tests.scenes import account, game_in_play

from .people import moderator, signed_in
from .test_exclusions import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def mona() -> Player:
    return moderator().player


@pytest.fixture
def browser(mona: Player) -> Client:
    return signed_in(mona.account)


def test_several_penalties_each_with_its_own_terms(
    mona: Player, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for one after the other by buttons that need no script; what was typed stays."""
    ada, charles = account("Ada").player, account("Charles").player
    game = game_in_play(plies=2, accounts=(ada.account, charles.account))
    case = reported(charles, ada)
    open_case(kind="abuse", about=charles.pk, source="words", score=500, target=game.pk)
    panel = Panel("talk", "What was said", "moderation/_keys.html", {"on": "case"})
    monkeypatch.setattr(panels, "PANELS", [SimpleNamespace(kinds=("abuse",), draw=lambda request: panel)])
    path = f"/moderation/cases/{case.pk}/"
    browser.post(f"{path}claim/")
    page = browser.get(path)
    assert ("Ada – Charles, Classic" in text(page), 'name="more"' in page.text) == (True, True)
    first = {"outcome": "penalised", "penalties": "1", "step": "", "kind": "no-talk", "length": "7"}
    first |= {"rule": "respect", "words": "You shouted.", "shown": ["talk"], "reason": "Clear."}
    more = browser.post(f"{path}decide/", first | {"more": "1"})
    assert (more.status_code, more.context["form"].errors, Penalty.objects.exists()) == (200, {}, False)
    item, other = more.context["form"].parts
    assert (item["kind"].value(), item["words"].value()) == ("no-talk", "You shouted.")
    assert (other["words"].value(), other["rule"].value(), other["shown"].value()) == (
        "You shouted.",
        "respect",
        ["talk"],
    )
    assert more.context["form"]["reason"].value() == "Clear."
    whole = first | {
        "penalties": "2",
        "p1-kind": "result-annulled",
        "p1-game": str(game.pk),
        "p1-rule": "no-telling",
    }
    wrong = browser.post(f"{path}decide/", whole)
    assert (wrong.status_code, "Nobody is penalised without a reason." in text(wrong)) == (400, True)
    assert Case.objects.get(pk=case.pk).state == "claimed"
    less = browser.post(f"{path}decide/", whole | {"less": "1"})
    assert (less.status_code, len(less.context["form"].parts)) == (200, 1)
    response = browser.post(f"{path}decide/", whole | {"p1-words": "It counts for nobody.", "p1-length": ""})
    assert response["Location"] == "/moderation/"
    rows = Penalty.objects.order_by("kind").values_list("kind", "rule", "shown", "game", "by", "ends")
    (talk, annulled) = rows
    assert talk[:5] == ("no-talk", "respect", ["talk"], None, mona.pk)
    assert annulled == ("result-annulled", "no-telling", [], game.pk, mona.pk, None)
    words = CaseText.objects.in_bulk(Penalty.objects.values_list("reason", flat=True))
    assert sorted(word.text for word in words.values()) == ["It counts for nobody.", "You shouted."]
    assert Penalty.objects.values("case").distinct().count() == 1


def test_free_terms_of_a_ban_say_what_becomes_of_games(browser: Client) -> None:
    from moderation.cases.command_handler import fold_of

    charles = account("Charles").player
    case = reported(charles, account("Ada").player)
    browser.post(f"/moderation/cases/{case.pk}/claim/")
    given = {"outcome": "penalised", "step": "", "kind": "ban", "length": "30", "words": "So.", "games": "resigned"}
    browser.post(f"/moderation/cases/{case.pk}/decide/", given)
    assert [penalty.games for penalty in fold_of(case.pk).penalties.values()] == ["resigned"]


def test_the_same_penalty_is_not_imposed_twice(mona: Player, browser: Client) -> None:
    charles, ada = account("Charles"), account("Ada")
    case = reported(charles.player, ada.player)
    path = f"/moderation/cases/{case.pk}/"
    browser.post(f"{path}claim/")
    given = {"outcome": "penalised", "penalties": "2", "step": "warning", "words": "So.", "p1-step": "warning"}
    response = browser.post(f"{path}decide/", given | {"p1-words": "So."})
    assert (response.status_code, "The same penalty is here twice." in text(response)) == (409, True)
    games = [game_in_play(plies=2, accounts=(charles, ada)).id for _one in range(2)]
    for game in games:
        reports.report(kind="game", target=game, reporter=ada.player, why="abuse", about=charles.player, text="")
    Game.objects.filter(id=games[0]).update(spectators="ended")  # whose page nobody but its players may see
    (part,) = browser.get(path).context["form"].parts
    days = [date_format(localtime(game.created), "j F Y") for game in Game.objects.filter(id__in=games)]
    named = {f"Charles – Ada, Classic, {day}" for day in days}
    assert {words for _id, words in part.fields["game"].choices} == {"—", *named}
    terms = [PenaltyTerms(case.about, "result-annulled", "respect", game=game, reason="So.") for game in games]
    commands.decide(case=case.pk, by=mona.pk, outcome="penalised", penalties=terms)
    assert Penalty.objects.count() == 2


# -- by hand -----------------------------------------------------------------------------------------


def test_a_case_is_opened_by_hand_from_a_profile(mona: Player, browser: Client) -> None:
    ada, charles = account("Ada"), account("Charles")
    game = game_in_play(plies=2, accounts=(ada, charles))
    link = "/moderation/open/?player=Charles"
    assert link in browser.get("/players/Charles/").text
    assert "/moderation/open/" not in signed_in(ada).get("/players/Charles/").text
    assert signed_in(ada).get(link).status_code == 403
    assert 'value="Charles"' in browser.get(link).text
    good = {"player": "charles", "kind": "stalling", "game": f"http://x/games/{game.key}/", "words": "To and fro."}
    for wrong, said in (
        ({"player": "Nobody"}, "Nobody with an account has this name."),
        ({"game": "11111111111"}, "There is no game at this address."),
        ({"words": " "}, "This field is required."),
        ({"kind": "wrong"}, "Select a valid choice."),
    ):
        response = browser.post(link, good | wrong)
        assert (response.status_code, said in text(response)) == (400, True), wrong
    assert not Case.objects.exists()
    opened = browser.post(link, good)
    (case,) = Case.objects.all()
    assert opened["Location"] == f"/moderation/cases/{case.pk}/"
    assert (case.kind, case.source, case.about, case.claimed_by) == (
        "stalling",
        "moderator",
        charles.player.pk,
        mona.pk,
    )
    assert case.things == [["game", str(game.pk)]]
    page = text(browser.get(opened["Location"]))
    assert ("To and fro." in page, "Mona: wrote a note" in page) == (True, True)
    assert excluded_from([case], ada.player.pk) == {case.pk: "own-game"}
    before = sorted(CaseLink.objects.values_list("case", "what", "target"))
    rebuild()
    assert (sorted(CaseLink.objects.values_list("case", "what", "target")), case_of(case.pk).things) == (
        before,
        case.things,
    )


def test_nobody_opens_a_case_that_is_not_theirs_to_handle(mona: Player, browser: Client) -> None:
    grace = account("Grace").player
    played(mona, grace)
    for name in ("Mona", "Grace"):
        response = browser.post("/moderation/open/", {"player": name, "kind": "abuse", "words": "Hm."})
        assert (response.status_code, "This case is left to other moderators" in text(response)) == (409, True)
    assert (Case.objects.count(), CaseText.objects.count()) == (0, 0)
    with pytest.raises(CaseRefused, match="words-needed"):
        commands.open_by_hand(kind="abuse", about=grace.pk, by=mona.pk, words="")
