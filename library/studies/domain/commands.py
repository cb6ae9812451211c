"""Making a study, showing it to others, and who writes it."""

from __future__ import annotations

import base64
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.conduct.blocks import blocked
from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Player
from eventlog.sources import new_id, random_bytes
from games.domain.daily_limits import approach
from games.models import Game, key_of
from games.rules import Illegal, Refusal
from library.studies.domain.edits import StudyChanged, check_words, edited
from library.studies.domain.queries import MOST_OF_ONE, Role
from library.studies.models import TITLE_LENGTH, Study, StudyMember
from notices.domain.commands import notify, withdraw
from notices.models import Kind
from web.words import clean_line

MOST_MEMBERS = 20
"""Members of a study and invited players, the owner included."""

Visibility = Study.Visibility


def check_may_write(player: Player) -> None:
    """Whether a player may have studies, and write in those of others. Raises `Illegal`: `study-guest`, since nobody
    knows who a guest is."""
    if player.guest or not player.member or player.account_id is None:
        raise Illegal(Refusal("study-guest"))


def make_study(*, game: Game, by: Player, title: str = "", id: UUID | None = None) -> Study:
    """Begins a study of a game: private, and by one author so far.

    Side effects: writes the study and its owner.

    Args:
        game: which game.
        by: who makes it.
        title: empty for none.
        id: of the study; the same one again gives the study there is, so a form may come twice.

    Raises:
        Illegal: `study-guest`; `study-sealed` while not everything of the game is open; `study-title-long` (`most`);
            `study-many` (`most`).
    """
    check_may_write(by)
    if not game.revealed:
        raise Illegal(Refusal("study-sealed"))
    words = _title(title)
    with transaction.atomic():
        _one_at_a_time(by.id)
        # By the address that follows from it: another id may lead to one that is taken, and tells nobody so either.
        known = None if id is None else Study.objects.filter(key=key_of(id)).first()
        if known is not None and known.pk == id and known.members.filter(player=by, role=Role.OWNER).exists():
            return known
        if StudyMember.objects.filter(player=by, role=Role.OWNER).count() >= MOST_OF_ONE:
            raise Illegal(Refusal("study-many", {"most": MOST_OF_ONE}))
        now, made = timezone.now(), new_id() if id is None or known is not None else id
        study = Study.objects.create(
            id=made,
            key=key_of(made),
            game=game.id,
            title=words,
            titled_by=by,
            link=_new_link(),
            created=now,
            changed=now,
        )
        StudyMember.objects.create(study=study, player=by, role=Role.OWNER, accepted=True, since=now)
    return study


def _title(text: str) -> str:
    words = clean_line(text)
    if len(words) > TITLE_LENGTH:
        raise Illegal(Refusal("study-title-long", {"most": TITLE_LENGTH}))
    return words


def _new_link() -> str:
    """128 random bits, as an address holds them."""
    return base64.urlsafe_b64encode(random_bytes(16)).decode().rstrip("=")


def _one_at_a_time(player: UUID) -> None:
    """A player's memberships are counted and written one after the other."""
    Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player)


def change_settings(*, study: UUID, by: UUID, title: str, visibility: str, seen: int) -> None:
    """Changes the title and visibility of a study.

    Side effects: writes the study. It comes to the top of the list when it becomes public.

    Args:
        study, by: which study, and its owner.
        title: empty for none.
        visibility: of `Study.Visibility`.
        seen: the version of the study that was seen.

    Raises:
        Illegal: `study-not-yours`; `study-title-long` (`most`); `study-visibility`; `study-hidden` if it is to be shown
            to more while a moderator has hidden it.
        StudyChanged: it was changed in another window.
        PlayerBarred: a penalty forbids words that others read.
    """
    with edited(study, by, roles=[Role.OWNER]) as held:
        if held.settings_version > seen:
            raise StudyChanged
        words = _title(title)
        if visibility not in Visibility.values:
            raise Illegal(Refusal("study-visibility"))
        if held.hidden and visibility not in (held.visibility, Visibility.PRIVATE):
            raise Illegal(Refusal("study-hidden"))
        if visibility != held.visibility and visibility != Visibility.PRIVATE:
            refuse_barred(by, Barred.TALK)
        if words != held.title:
            if words:
                check_words(held, by)
            held.title, held.titled_by_id = words, by
        if visibility == Visibility.PUBLIC:
            held.published = held.published or timezone.now()
        else:
            held.published = None
        held.visibility, held.settings_version = visibility, held.version
        held.save(update_fields=["title", "titled_by", "visibility", "published", "settings_version"])


def renew_link(*, study: UUID, by: UUID) -> None:
    """Gives a study another link; the one before opens nothing any more.

    Side effects: writes the study.

    Args:
        study, by: which study, and its owner.

    Raises:
        Illegal: `study-not-yours`.
    """
    with edited(study, by, roles=[Role.OWNER]) as held:
        held.link = _new_link()
        held.save(update_fields=["link"])


def delete_study(*, study: UUID, by: UUID) -> None:
    """Deletes a study with all that is said and drawn there. The caller has asked for confirmation.

    Side effects: deletes the rows; whoever was invited is told no more of it, since that no longer holds.

    Args:
        study, by: which study, and its owner.

    Raises:
        Illegal: `study-not-yours`.
    """
    with transaction.atomic():
        result = Study.objects.select_for_update(of=("self",)).filter(pk=study).first()
        if result is None or not result.members.filter(player=by, role=Role.OWNER).exists():
            raise Illegal(Refusal("study-not-yours", {"needs": Role.OWNER}))
        result.delete()


# -- who writes and reads it ----------------------------------------------------------------------


def invite(*, study: UUID, by: Player, player: Player | None, role: str) -> None:
    """Asks a player to write or to read a study.

    Side effects: writes the invitation and tells the player; counts it for the day.

    Args:
        study, by: which study, and its owner.
        player: the invited player; None if there is no such player.
        role: `author` or `reader`.

    Raises:
        Illegal: `study-not-yours`; `study-role`; `study-nobody`; `study-member` (`name`); `study-blocked` (`name`);
            `study-members` (`most`); for the day `too-many-invitations`, `invited-enough`.
        PlayerBarred: a penalty forbids words that others read.
    """
    with edited(study, by.id, roles=[Role.OWNER]) as held:
        if role not in (Role.AUTHOR, Role.READER):
            raise Illegal(Refusal("study-role"))
        if player is None or player.guest or player.bot or player.account is None or not player.account.is_active:
            raise Illegal(Refusal("study-nobody"))
        refuse_barred(by.id, Barred.TALK)
        named = {"name": player.name}
        if held.members.filter(player=player).exists():
            raise Illegal(Refusal("study-member", named))
        if blocked(by, player):
            raise Illegal(Refusal("study-blocked", named))
        if held.members.count() >= MOST_MEMBERS:
            raise Illegal(Refusal("study-members", {"most": MOST_MEMBERS}))
        approach(by.id, [player.id])
        now = timezone.now()
        StudyMember.objects.create(study=held, player=player, role=role, invited_by=by.id, since=now)
        notify(player.id, Kind.STUDY, game=held.game, actor=by.id)


def answer(*, study: UUID, player: Player, accepted: bool) -> None:
    """Takes an invitation, or declines it. Who declines is not told on; it can be asked again.

    Side effects: writes or deletes the membership, and withdraws the notice.

    Args:
        study, player: the study and the invited player.
        accepted: whether it is taken.

    Raises:
        Illegal: `study-uninvited`; `study-guest`; `study-many-others` (`most`).
    """
    with transaction.atomic():
        _one_at_a_time(player.id)
        member = StudyMember.objects.select_for_update(of=("self",)).filter(study=study, player=player).first()
        if member is None or member.accepted:
            raise Illegal(Refusal("study-uninvited"))
        if accepted:
            check_may_write(player)
            others = StudyMember.objects.filter(player=player, accepted=True).exclude(role=Role.OWNER)
            if others.count() >= MOST_OF_ONE:
                raise Illegal(Refusal("study-many-others", {"most": MOST_OF_ONE}))
            member.accepted, member.since = True, timezone.now()
            member.save(update_fields=["accepted", "since"])
        else:
            member.delete()
        game = Study.objects.values_list("game", flat=True).get(pk=study)
        _withdraw(player.id, game, member.invited_by)


def set_role(*, study: UUID, by: UUID, player: UUID, role: str) -> None:
    """Makes an author a reader, or a reader an author; what was said stays.

    Side effects: writes the membership.

    Args:
        study, by: which study, and its owner.
        player: whose role.
        role: `author` or `reader`.

    Raises:
        Illegal: `study-not-yours`; `study-role`; `study-uninvited` for the owner, and who is no member.
    """
    with edited(study, by, roles=[Role.OWNER]) as held:
        if role not in (Role.AUTHOR, Role.READER):
            raise Illegal(Refusal("study-role"))
        if not held.members.filter(player=player).exclude(role=Role.OWNER).update(role=role):
            raise Illegal(Refusal("study-uninvited"))


def remove_member(*, study: UUID, by: UUID, player: UUID) -> None:
    """Takes somebody out of a study, or an invitation back. What was said there stays, until its author goes or the
    owner deletes it.

    Side effects: deletes the membership, and withdraws the notice.

    Args:
        study, by: which study, and its owner.
        player: who goes.

    Raises:
        Illegal: `study-not-yours`; `study-uninvited` for the owner, and who is no member.
    """
    with edited(study, by, roles=[Role.OWNER]) as held:
        gone, _rows = held.members.filter(player=player).exclude(role=Role.OWNER).delete()
        if not gone:
            raise Illegal(Refusal("study-uninvited"))
        _withdraw(player, held.game, by)


def _withdraw(player: UUID, game: UUID, by: UUID | None) -> None:
    """Takes the notice of an invitation back, unless the same player has invited to another study of the game."""
    others = StudyMember.objects.filter(player=player, accepted=False, invited_by=by, study__game=game)
    if not others.exists():
        withdraw(Kind.STUDY, player_id=player, game=game, actor=by)


def leave(*, study: UUID, player: UUID) -> None:
    """Goes out of a study with all that one has said there. The owner hands it over to the author who came first;
    without one the study is deleted.

    Side effects: deletes the membership and the comments, or the study.

    Args:
        study, player: the study and the leaving member.

    Raises:
        Illegal: `study-uninvited`: no member.
    """
    with transaction.atomic():
        held = Study.objects.select_for_update(of=("self",)).filter(pk=study).first()
        member = None if held is None else held.members.filter(player=player).first()
        if held is None or member is None:
            raise Illegal(Refusal("study-uninvited"))
        _depart(held, member)


def _depart(study: Study, member: StudyMember) -> None:
    """Takes a member's words and membership out of a study that is held."""
    if member.role == Role.OWNER:
        heirs = study.members.filter(role=Role.AUTHOR, accepted=True).exclude(pk=member.pk)
        heir = heirs.order_by("since", "pk").first()
        if heir is None:
            study.delete()
            return
        member.delete()  # first: there is one owner
        heir.role = Role.OWNER
        heir.save(update_fields=["role"])
    else:
        member.delete()
    study.comments.filter(author=member.player_id).delete()
    study.version += 1
    if study.titled_by_id == member.player_id:
        study.title, study.titled_by, study.settings_version = "", None, study.version
    study.save(update_fields=["version", "title", "titled_by", "settings_version"])


def erase_from_studies(player: UUID) -> None:
    """Takes a player out of all studies, with every title and comment. Those with another author go on without.

    Side effects: as `leave`, of each.
    """
    mine = StudyMember.objects.filter(player=player).values_list("study_id", flat=True)
    for study in Study.objects.select_for_update(of=("self",)).filter(pk__in=list(mine)).order_by("pk"):
        member = study.members.filter(player=player).first()
        if member is not None:
            _depart(study, member)
    # What was said before somebody was taken out of a study, and titles likewise.
    Study.objects.filter(titled_by=player).update(title="", titled_by=None)
