"""Who has studies, who reads and writes them, and what stays of them."""

from __future__ import annotations

from uuid import UUID

import pytest

from accounts.conduct.blocks import block
from accounts.models import Account, Player
from games.domain import reveal
from games.models import Game
from games.rules import Illegal
from library.studies.domain import commands, edits
from library.studies.domain.edits import StudyChanged
from library.studies.domain.lines import StudyPlace
from library.studies.domain.queries import (
    StudyAccess,
    listed_of_game,
    listed_of_player,
    listed_studies,
    memberships_of,
    study_for,
)
from library.studies.models import Study, StudyComment, StudyMember, StudyVariation
from moderation.cases import reportables
from notices import unread
from notices.models import Notice
from privacy.erase import delete_account
from tests.caches import empty_cache
from tests.scenes import account, game_in_play, game_over
from web.keyset import PageCursor

from .studied import a_study, joins, open_game, vary

pytestmark = pytest.mark.django_db

PLACE = StudyPlace(0, 2)


def code_of(error: pytest.ExceptionInfo[Illegal]) -> str:
    return error.value.refusal.code


def members(study: Study) -> list[tuple[str, str, bool]]:
    return list(
        study.members.order_by("player__name").values_list("player__name", "role", "accepted"),
    )


def settings(study: Study, who: Account, **changed: object) -> None:
    values = {"title": study.title, "visibility": study.visibility, "seen": 10**6} | changed
    commands.change_settings(study=study.pk, by=who.player.pk, **values)  # type: ignore[arg-type]
    study.refresh_from_db()


def access(study: Study, who: Account | None, link: str = "") -> StudyAccess | None:
    return study_for(study.key, None if who is None else who.player.pk, link)


# -- making one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [game_in_play, lambda **result: game_over(reveal="never", **result)])
def test_only_a_game_that_is_open_is_studied(ada: Account, make) -> None:  # type: ignore[no-untyped-def]
    """By its players neither: what they say could tell a rank."""
    game: Game = make(slug="duel", accounts=(ada, None))
    with pytest.raises(Illegal) as error:
        commands.make_study(game=game, by=ada.player)
    assert (code_of(error), Study.objects.count()) == ("study-sealed", 0)


def test_a_form_sent_twice_makes_one_study(ada: Account) -> None:
    game, id = open_game(), UUID(int=7, version=4)
    made = [commands.make_study(game=game, by=ada.player, title=" My \n plans ", id=id) for _twice in range(2)]
    assert made[0] == made[1]
    assert [(study.title, study.visibility, study.version) for study in Study.objects.all()] == [
        ("My plans", "private", 0)
    ]
    other = commands.make_study(game=game, by=account("Eve").player, id=id)
    assert other.pk != id  # it tells nobody that there is one
    same_key = UUID(int=id.int + (1 << 64))
    third = commands.make_study(game=game, by=account("Rob").player, id=same_key)
    assert (third.pk != same_key, third.key != made[0].key) == (True, True)


def test_there_are_only_so_many(ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_OF_ONE", 1)
    game = open_game()
    a_study(ada, game)
    with pytest.raises(Illegal) as error:
        commands.make_study(game=game, by=ada.player)
    assert (code_of(error), error.value.refusal.params) == ("study-many", {"most": 1})


# -- who reads it ---------------------------------------------------------------------------------


def test_who_reads_what(ada: Account) -> None:
    study = a_study(ada)
    rita, ivan, eve = joins(study, "Rita", "reader"), joins(study, "Ivan", accepted=False), account("Eve")
    readers = {"ada": ada, "rita": rita, "ivan": ivan, "eve": eve, "nobody": None}

    def who_reads(link: str = "") -> set[str]:
        return {name for name, who in readers.items() if access(study, who, link)}

    belong = {"ada", "rita", "ivan"}
    assert who_reads() == who_reads(study.link) == belong
    settings(study, ada, visibility="link")
    assert (who_reads(), who_reads("x" * 22), who_reads(study.link)) == (belong, belong, set(readers))
    settings(study, ada, visibility="public")
    assert who_reads() == set(readers)
    Study.objects.update(hidden=True)
    assert who_reads() == who_reads(study.link) == belong
    Study.objects.update(hidden=False)
    Game.objects.update(revealed=False)
    assert who_reads() == set()


def test_a_renewed_link_opens_and_the_old_one_does_not(ada: Account) -> None:
    study = a_study(ada, visibility="link")
    old = study.link
    commands.renew_link(study=study.pk, by=ada.player.pk)
    study.refresh_from_db()
    assert len(old) == len(study.link) == 22
    assert (access(study, None, old), access(study, None, study.link) is None) == (None, False)


def test_public_studies_are_listed_and_counted(ada: Account) -> None:
    game, bob = open_game(), account("Bob")
    private, by_link = a_study(ada, game), a_study(ada, game, visibility="link")
    older, newer = a_study(ada, game, visibility="public"), a_study(bob, game, visibility="public")
    joins(newer, "Ada")
    elsewhere = a_study(bob, open_game(seed=2), visibility="public")

    def listed(**asked: UUID) -> list[Study]:
        return listed_studies(10, PageCursor(), **asked).rows

    assert listed() == [elsewhere, newer, older]
    assert listed(game=game.id) == [newer, older]
    assert listed(player=ada.player.pk) == [newer, older]
    assert listed(player=ada.player.pk, game=elsewhere.game) == []
    first = listed_studies(2, PageCursor())
    assert (first.rows, first.newer, first.older) == ([elsewhere, newer], False, True)
    assert newer.published is not None
    assert listed_studies(2, PageCursor((newer.published, newer.pk))).rows == [older]
    assert (listed_of_game(game.id), listed_of_player(ada.player.pk)) == (2, 2)
    Study.objects.filter(pk=newer.pk).update(hidden=True)
    settings(older, ada, visibility="private")
    assert (listed(game=game.id), listed_of_game(game.id), listed_of_player(ada.player.pk)) == ([], 0, 0)
    assert {membership.study for membership in memberships_of(ada.player.pk)} == {private, by_link, older, newer}


def test_settings(ada: Account) -> None:
    study = a_study(ada)
    seen = study.version
    settings(study, ada, title=" New\tname ", visibility="public")
    published = study.published
    assert (study.title, study.visibility, published is None) == ("New name", "public", False)
    with pytest.raises(StudyChanged):
        settings(study, ada, title="Other", seen=seen)
    settings(study, ada, title="Other")
    assert study.published == published
    for changed, code in (
        ({"title": "x" * 81}, "study-title-long"),
        ({"visibility": "everybody"}, "study-visibility"),
    ):
        with pytest.raises(Illegal) as error:
            settings(study, ada, **changed)
        assert code_of(error) == code
    bob = joins(study, "Bob")
    with pytest.raises(Illegal) as error:
        settings(study, bob, title="Mine")
    assert code_of(error) == "study-not-yours"


def test_what_a_moderator_has_hidden_is_shown_to_no_more_people(ada: Account) -> None:
    study = a_study(ada, visibility="link")
    Study.objects.update(hidden=True)
    with pytest.raises(Illegal) as error:
        settings(study, ada, visibility="public")
    assert code_of(error) == "study-hidden"
    settings(study, ada, visibility="link", title="Still by link")
    settings(study, ada, visibility="private")
    assert study.visibility == "private"


# -- who writes it --------------------------------------------------------------------------------


def test_an_invitation_is_told_and_answered(ada: Account) -> None:
    study = a_study(ada)
    bob = joins(study, "Bob", accepted=False)
    notice = Notice.objects.get()
    assert (notice.player_id, notice.kind, notice.game, notice.actor, notice.mail) == (
        bob.player.pk,
        "study",
        study.game,
        ada.player.pk,
        "none",
    )
    empty_cache()
    assert unread(bob.player.pk) == 1
    commands.answer(study=study.pk, player=bob.player, accepted=True)
    assert (members(study), Notice.objects.count()) == ([("Ada", "owner", True), ("Bob", "author", True)], 0)
    with pytest.raises(Illegal) as error:
        commands.answer(study=study.pk, player=bob.player, accepted=True)
    assert code_of(error) == "study-uninvited"
    ivan = joins(study, "Ivan", accepted=False)
    commands.answer(study=study.pk, player=ivan.player, accepted=False)
    assert ("Ivan", "author", False) not in members(study)


def test_who_cannot_be_invited(ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    study = a_study(ada)
    guest, away, foe = account("Guest"), account("Away"), account("Foe")
    Player.objects.filter(pk=guest.player.pk).update(guest=True)
    Account.objects.filter(pk=away.pk).update(is_active=False)
    joins(study, "Bob")
    for name, code in (
        ("Guest", "study-nobody"),
        ("Away", "study-nobody"),
        ("Nemo", "study-nobody"),
        ("Bob", "study-member"),
        ("Ada", "study-member"),
        ("Foe", "study-blocked"),
    ):
        if name == "Foe":
            block(blocker=foe.player, target=ada.player)
        named = Player.objects.filter(name=name).first()
        with pytest.raises(Illegal) as error:
            commands.invite(study=study.pk, by=ada.player, player=named, role="author")
        assert code_of(error) == code, name
    monkeypatch.setattr(commands, "MOST_MEMBERS", 2)
    for role, code in (("owner", "study-role"), ("reader", "study-members")):
        with pytest.raises(Illegal) as error:
            commands.invite(study=study.pk, by=ada.player, player=account(f"Other {role}").player, role=role)
        assert code_of(error) == code


def test_roles_change_and_members_go(ada: Account) -> None:
    study = a_study(ada)
    bob = joins(study, "Bob")
    edits.write_comment(study=study.pk, by=bob.player.pk, place=PLACE, text="Bob's.", seen=0)
    commands.set_role(study=study.pk, by=ada.player.pk, player=bob.player.pk, role="reader")
    assert members(study)[1] == ("Bob", "reader", True)
    commands.remove_member(study=study.pk, by=ada.player.pk, player=bob.player.pk)
    assert (members(study), StudyComment.objects.count()) == ([("Ada", "owner", True)], 1)
    for change in (
        lambda: commands.remove_member(study=study.pk, by=ada.player.pk, player=ada.player.pk),
        lambda: commands.set_role(study=study.pk, by=ada.player.pk, player=ada.player.pk, role="reader"),
        lambda: commands.leave(study=study.pk, player=bob.player.pk),
    ):
        with pytest.raises(Illegal) as error:
            change()
        assert code_of(error) == "study-uninvited"


# -- what stays -----------------------------------------------------------------------------------


def test_the_owner_hands_it_over_to_who_came_first(ada: Account) -> None:
    study = a_study(ada, title="Ada's plans")
    joins(study, "Rita", "reader")
    joins(study, "Bob")
    joins(study, "Carol")
    joins(study, "Ivan", accepted=False)
    for name in ("ada", "bob"):
        who = Account.objects.get(username=name)
        edits.write_comment(study=study.pk, by=who.player.pk, place=PLACE, text=f"By {name}.", seen=0)
    commands.leave(study=study.pk, player=ada.player.pk)
    study.refresh_from_db()
    assert members(study) == [
        ("Bob", "owner", True),
        ("Carol", "author", True),
        ("Ivan", "author", False),
        ("Rita", "reader", True),
    ]
    assert (study.title, list(StudyComment.objects.values_list("text", flat=True))) == ("", ["By bob."])


def test_without_another_author_it_goes(ada: Account) -> None:
    study = a_study(ada)
    joins(study, "Rita", "reader")
    commands.leave(study=study.pk, player=ada.player.pk)
    assert (Study.objects.count(), StudyMember.objects.count()) == (0, 0)


@pytest.mark.slow
def test_an_account_that_is_deleted_takes_its_words_along(ada: Account) -> None:
    """Studies of its own go, those with another author go on, and its turns stay without its name."""
    bob, game = account("Bob"), open_game()
    alone = a_study(ada, game)
    shared, others = a_study(ada, game, title="By Ada"), a_study(bob, game, title="By Bob", visibility="public")
    for study, name in ((shared, "Bob"), (others, "Ada")):
        joins(study, name)
        for who in (ada, bob):
            edits.write_comment(study=study.pk, by=who.player.pk, place=PLACE, text=who.player.name, seen=0)
    vary(others, ada, PLACE)
    left = a_study(bob, game, title="Ada was here")
    joins(left, "Ada")
    edits.write_comment(study=left.pk, by=ada.player.pk, place=PLACE, text="Ada", seen=0)
    commands.remove_member(study=left.pk, by=bob.player.pk, player=ada.player.pk)
    assert StudyComment.objects.filter(author=ada.player).count() == 3

    delete_account(Account.objects.get(pk=ada.pk))
    assert not Study.objects.filter(pk=alone.pk).exists()
    result = {study.pk: (study.title, members(study)) for study in Study.objects.all()}
    assert result == {
        shared.pk: ("", [("Bob", "owner", True)]),
        others.pk: ("By Bob", [("Bob", "owner", True)]),
        left.pk: ("Ada was here", [("Bob", "owner", True)]),
    }
    assert set(StudyComment.objects.values_list("text", flat=True)) == {"Bob"}
    assert StudyVariation.objects.get().author is None


# -- reports --------------------------------------------------------------------------------------


def test_who_may_read_a_text_may_report_it(ada: Account) -> None:
    study = a_study(ada, title="Rude title")
    rita, eve = joins(study, "Rita", "reader"), account("Eve")
    edits.write_comment(study=study.pk, by=ada.player.pk, place=PLACE, text="Rude words.", seen=0)
    comment = StudyComment.objects.get()
    assert (
        reportables.find("study", study.pk, eve.player) is reportables.find("comment", comment.pk, eve.player) is None
    )
    result = reportables.find("study", study.pk, rita.player)
    assert result is not None
    assert (result.about, result.excerpt, result.url) == (ada.player, "Rude title", f"/studies/{study.key}/")
    words = reportables.find("comment", comment.pk, rita.player)
    assert words is not None
    assert (words.about, words.excerpt, words.url) == (
        ada.player,
        "Rude words.",
        f"/studies/{study.key}/?line=0&ply=2",
    )
    settings(study, ada, visibility="link")
    by_link = reportables.find("comment", comment.pk, eve.player)
    assert by_link is not None
    assert (by_link.excerpt, by_link.url) == ("Rude words.", "")


def test_a_game_in_play_has_no_studies_and_its_reveal_allows_them(ada: Account) -> None:
    game = game_over(slug="duel", reveal="never", accounts=(ada, None))
    reveal.reveal_game(game=game.id)
    game.refresh_from_db()
    assert commands.make_study(game=game, by=ada.player).game == game.id
