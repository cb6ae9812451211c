"""Who may not handle a case: of the own reports, games, events, studies and opponents; by no door, without a trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from accounts.models import Account, Penalty, Player, Report
from games.domain import creation
from games.models import Game, GameSeat
from games.rules import variant
from library.puzzles.models import Puzzle
from library.studies.models import Study, StudyComment, StudyMember
from moderation.cases import appeals, commands, reports
from moderation.cases.exclusions import excluded_from
from moderation.cases.intake import open_case
from moderation.cases.models import Case
from moderation.cases.refusals import CaseRefused
from moderation.cases.terms import PenaltyTerms
from play.talk.models import Message
from realtime.topics import player_topic
from tests.library.archive.test_views import text
from tests.moderation.cases.courts import case_of, reported
from tests.scenes import account, player
from tests.tournaments.scenes import a_tournament
from tests.two_worlds.streams import published
from tournaments.domain.commands import organization, registration
from tournaments.models import Letter, Tournament, TournamentGame, TournamentStaff

from .people import moderator, signed_in

pytestmark = pytest.mark.django_db


def played(*players: Player) -> Game:
    rules = variant("duel")
    seats = dict(zip(rules.seats, (item.pk for item in players), strict=True))
    return Game.objects.get(pk=creation.create_game(variant=rules, players=seats))


def case_about(thing: str, target: UUID) -> Case:
    return case_of(open_case(kind="other", thing=thing, target=target, source="moderator"))


def why(case: Case, moderator: Player) -> str | None:
    return excluded_from([case], moderator.pk).get(case.pk)


def later(game: Game, **ago: int) -> None:
    GameSeat.objects.filter(game=game).update(over_at=timezone.now() - timedelta(**ago))


@pytest.fixture
def mona() -> Player:
    return moderator().player


@pytest.fixture
def milo() -> Player:
    return moderator("Milo").player


@pytest.mark.slow
def test_no_door_opens_to_who_has_to_do_with_it(mona: Player, milo: Player) -> None:
    ada, charles = account("Ada").player, account("Charles").player
    mine, result, free = reported(mona, charles), reported(charles, mona, why="spam"), reported(ada, charles)
    browser = signed_in(mona.account)
    for case, code in ((mine, "own-case"), (result, "own-report")):
        doors: Sequence[tuple[Callable[..., object], dict[str, object]]] = (
            (commands.claim, {"case": case.pk}),
            (commands.look, {"case": case.pk, "what": "evidence"}),
            (commands.merge, {"case": case.pk, "into": free.pk}),
            (commands.merge, {"case": free.pk, "into": case.pk}),
            (commands.decide, {"case": case.pk, "outcome": "dismissed"}),
        )
        for door, more in doors:
            with pytest.raises(CaseRefused) as refused:
                door(by=mona.pk, **more)
            assert (refused.value.code, refused.value.parameters) == ("excluded", {"why": code})
        path = f"/moderation/cases/{case.pk}/"
        assert "This case is left to other moderators, because you" in text(browser.get(path))
        asked = [browser.get(path), *(browser.post(f"{path}{act}/") for act in ("claim", "look", "merge", "decide"))]
        assert {item.status_code for item in asked} == {404}
    assert set(Case.objects.values_list("state", flat=True)) == {"open"}
    browser.post("/moderation/next/")
    assert {item.pk: item.claimed_by for item in Case.objects.all()} == {
        mine.pk: None,
        result.pk: None,
        free.pk: mona.pk,
    }
    assert browser.post(f"/moderation/cases/{mine.pk}/release/")["Location"] == "/moderation/"
    assert browser.post(f"/moderation/cases/{uuid4()}/release/").status_code == 404


@pytest.mark.slow
def test_opening_by_hand_tells_nothing_of_a_case_that_is_left_to_others(mona: Player, milo: Player) -> None:
    charles, grace = account("Charles").player, account("Grace").player
    game = played(mona, charles)
    later(game, days=30)
    hidden = open_case(kind="chasing", about=charles.pk, thing="game", target=game.pk, source="rings", score=1)
    browser, result = signed_in(mona.account), []
    for item in (charles, grace, charles):
        response = browser.post("/moderation/open/", {"player": item.name, "kind": "chasing", "words": "Seen."})
        assert (response.status_code, browser.get(response["Location"]).status_code) == (302, 200)
        result.append(response["Location"].split("/")[-2])
    assert (result[0] == result[2], str(hidden) in result, case_of(hidden).version) == (True, False, 2)
    assert case_of(reported(charles, grace, why="chasing").pk).pk == hidden  # reports go on where they went


@pytest.mark.slow
def test_what_happens_is_told_to_the_pages_of_who_may_see_it(
    mona: Player, milo: Player, django_capture_on_commit_callbacks
) -> None:
    """Neither to who played at the game, nor to who imposed what is appealed."""
    nina, charles, ada = moderator("Nina").player, account("Charles").player, account("Ada").player
    game = played(mona, charles)
    later(game, days=30)
    topics = {player_topic(item.pk): item.name for item in (mona, milo, nina, charles, ada)}

    def heard(act: Callable[[], object]) -> list[str]:
        with published() as sent, django_capture_on_commit_callbacks(execute=True):
            act()
        names = {
            name for body in sent for topic, name in topics.items() if topic.encode() in body and b'"cases"' in body
        }
        return sorted(names)

    data = {"kind": "chasing", "about": charles.pk, "thing": "game", "target": game.pk, "source": "rings"}
    assert heard(lambda: open_case(**data, score=1)) == ["Milo", "Nina"]
    case = Case.objects.get().pk
    warned = [PenaltyTerms(charles.pk, "warning", "fair-play", reason="So.")]
    assert heard(lambda: commands.decide(case=case, by=milo.pk, outcome="penalised", penalties=warned)) == [
        "Milo",
        "Nina",
    ]
    penalty = Penalty.objects.get().pk
    assert heard(lambda: appeals.appeal(penalty=penalty, player=charles.pk, words="No.")) == ["Charles", "Nina"]
    history = [text(signed_in(item.account).get(f"/moderation/cases/{case}/")) for item in (milo, nina)]
    assert ["Charles: appealed" in page for page in history] == [False, True]


@pytest.mark.slow
def test_games_of_the_own(mona: Player, milo: Player) -> None:
    charles = account("Charles").player
    mine, other = played(mona, player("Grace")), played(charles, player("Linus"))
    things: list[tuple[str, UUID, UUID]] = []
    for game in (mine, other):
        said = Message.objects.create(game=game.pk, author=charles, text="Hm.", sent=game.created)
        values = {"key": str(game.key), "seat": 0, "ply": 2, "kind": "where", "variant": "duel"}
        puzzle = Puzzle.objects.create(id=uuid4(), game=game.pk, choices=["a1"], answer=["a1"], **values)
        at = {"created": game.created, "changed": game.created}
        study = Study.objects.create(key=str(game.key), game=game.pk, link=str(game.key), **at)
        comment = StudyComment.objects.create(study=study, author=charles, ply=0, text="So.", written=game.created)
        for kind, target in (("game", game.pk), ("message", said.pk), ("puzzle", puzzle.pk)):
            things.append((kind, target, game.pk))
        things += [("study", study.pk, game.pk), ("comment", comment.pk, game.pk)]
    for kind, target, game_id in things:
        case = case_about(kind, target)
        assert (why(case, mona), why(case, milo)) == ("own-game" if game_id == mine.pk else None, None), kind
    study = Study.objects.get(game=other.pk)
    StudyMember.objects.create(study=study, player=milo, role="author", since=other.created)
    own = case_about("study", study.pk), case_about("comment", StudyComment.objects.get(study=study).pk)
    assert [why(case, milo) for case in own] == ["own-study", "own-study"]


def test_whom_a_detector_names(mona: Player, milo: Player) -> None:
    """Who loses to a player on purpose is no opponent of this week any more, when the games are old enough."""
    data = {"kind": "boosting", "about": account("Charles").player.pk, "thing": "player"}
    case = open_case(**data, source="rings", score=500, target=mona.pk)
    assert (why(case_of(case), mona), why(case_of(case), milo)) == ("own-game", None)
    open_case(**data, source="more-rings", score=500, target=milo.pk)
    assert why(case_of(case), milo) == "own-game"


def test_opponents_of_this_week(mona: Player) -> None:
    reporter = account("Rosa").player
    people = {name: account(name).player for name in ("Now", "Lately", "Before", "Never")}
    played(mona, people["Now"])
    later(played(people["Lately"], mona), days=6, hours=23)
    later(played(mona, people["Before"]), days=7, minutes=1)
    cases = {name: reported(person, reporter) for name, person in people.items()}
    excluded = excluded_from(list(cases.values()), mona.pk)
    assert {name: excluded.get(case.pk) for name, case in cases.items()} == {
        "Now": "opponent",
        "Lately": "opponent",
        "Before": None,
        "Never": None,
    }


def test_nobody_closes_the_account_of_an_opponent(mona: Player, milo: Player) -> None:
    """Else a moderator would do in the admin what the cases keep from her."""
    grace = account("Grace")
    played(mona, grace.player)
    data = {"action": "close", "_selected_action": str(grace.player.pk)}
    is_open = []
    for who in (mona, milo):
        page = text(signed_in(who.account).post("/admin/players/player/", data, follow=True))
        assert ("You play with Grace, or have" in page) == (who == mona)
        is_open.append(Account.objects.get(pk=grace.pk).is_active)
    assert is_open == [True, False]


@pytest.mark.slow
def test_events_of_the_own(mona: Player, milo: Player) -> None:
    """Who plays, arbitrates or owns has a part; whom a case is about, while the event goes on."""
    ada, charles = account("Ada").player, account("Charles").player
    event = a_tournament([ada.pk, *(account(name).player.pk for name in ("B", "C", "D"))], owner=mona.pk)
    game = uuid4()
    TournamentGame.objects.create(game=game, tournament_id=event, round=1, board=1)
    letter = Letter.objects.create(
        tournament=event, number=1, by=mona.pk, audience="all", text="Hm.", to=[ada.pk], written=timezone.now()
    )
    about = reported(ada, charles)
    cases = [about, case_about("game", game), case_about("letter", letter.pk), reported(charles, ada)]

    def all_of(who: Player) -> list[str | None]:
        excluded = excluded_from(cases, who.pk)
        return [excluded.get(case.pk) for case in cases]

    part, none = ["own-event"] * 3 + [None], [None] * 4
    assert (all_of(mona), all_of(milo)) == (part, none)
    staff = TournamentStaff.objects.create(tournament_id=event, player=milo.pk, role="arbiter")
    assert all_of(milo) == part
    staff.delete()
    other = a_tournament([charles.pk, milo.pk], started=False)
    assert all_of(milo) == [None, None, None, "own-event"]
    registration.withdraw(tournament=other, entry=1, by=None)
    assert all_of(milo) == none
    beside = Player.objects.get(name="B")
    assert all_of(beside) == part
    organization.cancel_tournament(tournament=event, by=mona.pk)
    assert Tournament.objects.get(pk=event).status == "cancelled"
    # What belongs to it does so for ever; who took part is no longer there.
    assert all_of(mona) == all_of(beside) == [None, "own-event", "own-event", None]


@pytest.mark.slow
def test_the_admin_lists_to_moderators_what_is_theirs_to_handle(mona: Player, milo: Player) -> None:
    """To find the own words there would tell that they are reported, and so by whom."""
    grace = account("Grace").player
    game = played(mona, grace)
    said = Message.objects.create(game=game.pk, author=mona, text="Rude.", sent=game.created)
    reports.report(kind="message", target=said.pk, reporter=grace, why="abuse", text="Rude.")
    at = {"created": game.created, "changed": game.created}
    study = Study.objects.create(key=str(game.key), game=game.pk, link=str(game.key), visibility="public", **at)
    comment = StudyComment.objects.create(study=study, author=mona, ply=0, text="So.", written=game.created)
    for thing, target in (("study", study.pk), ("comment", comment.pk)):
        case = open_case(kind="abuse", about=mona.pk, thing=thing, target=target, source="moderator")
        Report.objects.create(kind=thing, target=target, reporter=grace, about=mona, why="abuse", case=case)
    seen = {}
    for who in (mona, milo):
        for page, row in (("talk/message", said), ("studies/study", study), ("studies/studycomment", comment)):
            browser = signed_in(who.account)
            listed = str(row.pk) in browser.get(f"/admin/{page}/").content.decode()
            code = browser.get(f"/admin/{page}/{row.pk}/change/").status_code
            browser.post(f"/admin/{page}/", {"action": "hide", "_selected_action": str(row.pk)})
            row.refresh_from_db()
            seen[who.name, page] = listed, code, row.hidden
    pages = ("talk/message", "studies/study", "studies/studycomment")
    assert seen == {("Mona", page): (False, 302, False) for page in pages} | {
        ("Milo", page): (True, 200, True) for page in pages
    }


@pytest.mark.slow
def test_what_is_left_to_others_leaves_no_trace(monkeypatch: pytest.MonkeyPatch, mona: Player, milo: Player) -> None:
    """Neither a row nor a number, nor a shorter page, nor its id in the address of the next one."""
    from moderation.staff import queue

    monkeypatch.setattr(queue, "SIZE", 2)
    monkeypatch.setattr(queue, "STRETCHES", 3)
    ada = account("Ada").player
    people = [account(f"Player{number}").player for number in range(9)]
    for person in people:
        reported(person, ada)
    order = list(Case.objects.order_by("-rank", "id"))
    about = {person.pk: person for person in people}
    hidden = [order[place] for place in (0, 1, 2, 4, 8)]
    for case in hidden:
        played(mona, about[case.about])
    browser = signed_in(mona.account)

    def pages(address: str) -> list[list[UUID]]:
        result, query = [], address
        while query is not None:
            shown = browser.get(f"/moderation/?{query}")
            assert [str(case.pk) for case in hidden if str(case.pk) in shown.text] == []
            assert "left to other" not in shown.text
            page = shown.context["page"]
            result.append([row.case.pk for row in page.rows])
            query = None if page.lower is None else f"after={page.lower}"
        return result

    free = [case.pk for case in order if case not in hidden]
    assert pages("") == [free[:2], free[2:]]
    last = browser.get(f"/moderation/?before={queue.key_text(order[7], 'open')}").context["page"]
    assert ([row.case.pk for row in last.rows], last.higher is None) == (free[1:3], False)
    browser.post("/moderation/next/")
    assert Case.objects.get(claimed_by=mona.pk).pk == free[0]
    assert [row.case.pk for row in signed_in(milo.account).get("/moderation/").context["page"].rows] == [
        item.pk for item in order[:2]
    ]
