"""Writing studies: making one, its lines, words and drawings, who reads and writes it. All as the pages do it.

An edit names the version of the study that its sender saw as `If-Match`: it is refused only where the very thing was
changed since, and `*` takes whatever there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.models import Player
from api.http.endpoint import Body, Endpoint, Operation, json_answer
from api.http.problems import Problem, missing, moved_on
from api.models import Scope
from api.v1 import schemas_studies as shapes
from api.v1.play import NoBody
from api.v1.schemas_play import DoneShape
from api.v1.studies import StudiesEndpoint, StudyEndpoint, study_access
from games.domain import queries
from games.rules import Illegal, Refusal
from library.studies.domain import commands, edits
from library.studies.domain.edits import COLOURS, StudyChanged
from library.studies.domain.lines import StudyPlace
from library.studies.domain.queries import StudyAccess
from library.studies.models import COMMENT_LENGTH, TITLE_LENGTH, Study, StudyMember
from library.studies.words import changed_text, study_refusal
from web.limits import wait_for

EDITS_A_MINUTE = 120
NEWEST = 1 << 62
"""As if the newest version of all was seen."""

LONGEST_TURN = 40
ROLES = [StudyMember.Role.AUTHOR.value, StudyMember.Role.READER.value]

_STATUS = {
    "study-guest": 403,
    "study-sealed": 403,
    "study-not-yours": 403,
    "study-hidden": 403,
    "study-closed": 409,
    "study-place": 409,
    "study-holds": 409,
    "study-uninvited": 409,
    "too-many-invitations": 429,
    "invited-enough": 429,
}


def study_refused(refusal: Refusal) -> Problem:
    """A refusal of the room of studies."""
    return Problem(_STATUS.get(refusal.code, 422), refusal.code, study_refusal(refusal), params=refusal.params)


class WritingEndpoint(Endpoint):
    """What is done in one study."""

    def access(self, key: str) -> StudyAccess:
        """The study, if who asks may read it. Raises `Problem`."""
        return study_access(self, key)

    def done(self, key: str, do: Callable[[StudyAccess], object]) -> HttpResponse:
        """Do something, and answer at which version the study is then.

        Args:
            key: of the study.
            do: does it; a place that it returns is answered too.

        Raises:
            Problem: what stands against it; 412 if the very thing was changed since it was seen.
        """
        if seconds := wait_for("study edits", f"account:{self.request.user.pk}", most=EDITS_A_MINUTE, seconds=60):
            words = _("You change studies too often. Wait a minute, then send it again.")
            raise Problem(429, "too-often", words, headers={"Retry-After": str(seconds)})
        access = self.access(key)
        try:
            place = do(access)
        except StudyChanged:
            raise moved_on(_version_of(access), changed_text()) from None
        except Illegal as illegal:
            raise study_refused(illegal.refusal) from None
        version = _version_of(access)
        more = {"line": place.line, "ply": place.ply} if isinstance(place, StudyPlace) else {}
        return json_answer({"study": key, "version": version, **more}, version=version)

    def edit(self, key: str, command: Callable[..., object], **values: Any) -> HttpResponse:
        """An edit by who asks, answered as by `done`.

        Args:
            key: of the study.
            command: one of `edits` or `commands`.
            values: what it takes besides the study and who edits.
        """
        return self.done(key, lambda access: command(study=access.study.pk, by=self.player.id, **values))

    def seen(self) -> int:
        """The version that was seen."""
        version = self.seen_version()
        return NEWEST if version is None else version


def _version_of(access: StudyAccess) -> int:
    return Study.objects.values_list("version", flat=True).get(pk=access.study.pk)


# -- making, reading, deleting --------------------------------------------------------------------


class NewStudyBody(Body):
    """A study of a game that is open."""

    game = s.CharField(max_length=20, help_text="The key of the game.")
    title = s.CharField(max_length=TITLE_LENGTH, default="", allow_blank=True)


class WrittenStudiesEndpoint(StudiesEndpoint):
    """The list of public studies, and a new one."""

    operations = {
        **StudiesEndpoint.operations,
        "post": Operation(
            "makeStudy",
            "Begin a study of a game that is open: private, until you show it.",
            scope=Scope.TALK,
            body=NewStudyBody,
            answer=shapes.StudyChangedShape,
            status=201,
            weight=4,
        ),
    }

    def do_post(self, request: Request) -> HttpResponse:
        game = queries.game_by_key(self.body["game"].replace("\0", ""))
        if game is None:
            raise missing(_("There is no game with this key. Capitals matter in it."))
        try:
            made = commands.make_study(game=game, by=self.player, title=self.body["title"])
        except Illegal as illegal:
            raise study_refused(illegal.refusal) from None
        answer = json_answer({"study": made.key, "version": made.version}, status=201, version=made.version)
        answer["Location"] = reverse("api:study", args=[made.key])
        return answer


class WrittenStudyEndpoint(StudyEndpoint, WritingEndpoint):
    """A study, and its end."""

    operations = {
        **StudyEndpoint.operations,
        "delete": Operation(
            "deleteStudy",
            "Delete a study of your own, with all that is said and drawn there.",
            scope=Scope.TALK,
            answer=DoneShape,
        ),
    }

    def do_delete(self, request: Request, key: str) -> HttpResponse:
        access = self.access(key)
        try:
            commands.delete_study(study=access.study.pk, by=self.player.id)
        except Illegal as illegal:
            raise study_refused(illegal.refusal) from None
        return json_answer({"done": True})


# -- what it says ---------------------------------------------------------------------------------


class PlaceBody(Body):
    """A place: a line and a ply of it. Line 0 is the game."""

    line = s.IntegerField(min_value=0, max_value=99_999, default=0)
    ply = s.IntegerField(min_value=0, max_value=99_999)

    @staticmethod
    def place(sent: Mapping[str, Any]) -> StudyPlace:
        """The place that a body names."""
        return StudyPlace(sent["line"], sent["ply"])


class CommentBody(PlaceBody):
    """What you say at a place, in place of what you said there; empty to take it back."""

    text = s.CharField(max_length=4 * COMMENT_LENGTH, allow_blank=True, trim_whitespace=False)


class CommentsEndpoint(WritingEndpoint):
    """What is said in a study."""

    operations = {
        "put": Operation(
            "comment",
            "Say something at a place of a study, in place of what you said there.",
            scope=Scope.TALK,
            body=CommentBody,
            answer=shapes.StudyChangedShape,
            condition=True,
        )
    }

    def do_put(self, request: Request, key: str) -> HttpResponse:
        place, text = PlaceBody.place(self.body), self.body["text"]
        return self.edit(key, edits.write_comment, place=place, text=text, seen=self.seen())


class CommentEndpoint(WritingEndpoint):
    """Something that somebody else has said."""

    operations = {
        "delete": Operation(
            "deleteComment",
            "Delete what somebody else has said in a study of your own, by the id that the report of a comment takes.",
            scope=Scope.TALK,
            answer=shapes.StudyChangedShape,
            condition=True,
        )
    }

    def do_delete(self, request: Request, key: str, id: Any) -> HttpResponse:
        """It goes; nothing happens if it is gone."""
        return self.edit(key, edits.remove_comment, comment=id, seen=self.seen())


class DrawingBody(PlaceBody):
    """An arrow from one square to another, or a mark on one; the very same once more takes it away."""

    colour = s.ChoiceField(choices=list(COLOURS))
    squares = s.ListField(child=s.CharField(max_length=8), min_length=1, max_length=2)


class DrawingsEndpoint(WritingEndpoint):
    """What is drawn in a study."""

    operations = {
        "post": Operation(
            "draw",
            "Draw an arrow or mark a square at a place of a study.",
            scope=Scope.TALK,
            body=DrawingBody,
            answer=shapes.StudyChangedShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        sent, place = self.body, PlaceBody.place(self.body)
        return self.edit(key, edits.draw, place=place, colour=sent["colour"], squares=sent["squares"])


class RubbingBody(PlaceBody):
    """What is rubbed out at a place: the drawing of this number, from 0; all of them without one."""

    shape = s.IntegerField(min_value=0, max_value=999, required=False, allow_null=True, default=None)


class RubbingEndpoint(WritingEndpoint):
    """What is rubbed out in a study."""

    operations = {
        "post": Operation(
            "rubOut",
            "Take an arrow or a mark away at a place of a study, or all of them.",
            scope=Scope.TALK,
            body=RubbingBody,
            answer=shapes.StudyChangedShape,
            condition=True,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        place, shape = PlaceBody.place(self.body), self.body["shape"]
        return self.edit(key, edits.rub_out, place=place, shape=shape, seen=self.seen())


class StudyTurnBody(PlaceBody):
    """A turn, or the answer to a choice, at a place."""

    turn = s.CharField(max_length=LONGEST_TURN, help_text="In notation: `b4-b5`, `b4xb5`.")


class StudyTurnsEndpoint(WritingEndpoint):
    """Variations."""

    operations = {
        "post": Operation(
            "playInStudy",
            "Play a turn at a place of a study: on in the line if it was played there, else in a variation.",
            scope=Scope.TALK,
            body=StudyTurnBody,
            answer=shapes.StudyPlacedShape,
            weight=4,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """Play it, and answer where that leads."""
        return self.edit(key, edits.play, place=PlaceBody.place(self.body), turn=self.body["turn"])


class VariationBody(Body):
    """What becomes of a variation: its last ply is taken back, or all of it goes, with what is said there if `sure`."""

    act = s.ChoiceField(choices=["take-back", "remove"])
    sure = s.BooleanField(default=False)


class VariationEndpoint(WritingEndpoint):
    operations = {
        "post": Operation(
            "changeVariation",
            "Take the last ply of a variation back, or the whole variation out of the study.",
            scope=Scope.TALK,
            body=VariationBody,
            answer=shapes.StudyPlacedShape,
            condition=True,
            weight=4,
        )
    }

    def do_post(self, request: Request, key: str, line: int) -> HttpResponse:
        """Do it, and answer the place before."""
        if self.body["act"] == "take-back":
            return self.edit(key, edits.take_back, line=line, seen=self.seen())
        return self.edit(key, edits.remove_variation, line=line, sure=self.body["sure"], seen=self.seen())


# -- who reads and writes it ----------------------------------------------------------------------


class StudySettingsBody(Body):
    """What is to be otherwise."""

    title = s.CharField(max_length=TITLE_LENGTH, required=False, allow_blank=True)
    visibility = s.ChoiceField(choices=Study.Visibility.values, required=False)


class StudySettingsEndpoint(WritingEndpoint):
    """What a study is called, and who may read it."""

    operations = {
        "get": Operation(
            "getStudySettings",
            "Who may read a study of your own, who writes it, and its link.",
            scope=Scope.READ,
            answer=shapes.StudySettingsShape,
        ),
        "put": Operation(
            "changeStudySettings",
            "Name a study of your own, or choose who may read it.",
            scope=Scope.TALK,
            body=StudySettingsBody,
            answer=shapes.StudyChangedShape,
            condition=True,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """What the page of settings shows."""
        access = self._owned(key)
        study = access.study
        members = study.members.select_related("player").order_by("since", "pk")
        rows = [
            shapes.StudyMemberShape.of(member, name=member.player.name, invited=not member.accepted)
            for member in members
        ]
        value = shapes.StudySettingsShape.of(study, study=key, members=rows)
        return json_answer(value, version=study.version)

    def do_put(self, request: Request, key: str) -> HttpResponse:
        seen, study = self.seen(), self._owned(key).study
        now = {"title": study.title, "visibility": study.visibility} | dict(self.body)
        return self.edit(key, commands.change_settings, seen=seen, **now)

    def _owned(self, key: str) -> StudyAccess:
        access = self.access(key)
        if not access.owns:
            words = _("Only the owner of a study changes who may read and write it.")
            raise Problem(403, "study-not-yours", words)
        return access


class LinkEndpoint(WritingEndpoint):
    """The link of a study."""

    operations = {
        "post": Operation(
            "renewStudyLink",
            "Give a study of your own another link: the one before opens nothing any more.",
            scope=Scope.TALK,
            body=NoBody,
            answer=shapes.StudyChangedShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """Renew it. The settings have it: what is kept with an `Idempotency-Key` holds no secret."""
        return self.edit(key, commands.renew_link)


class RoleBody(Body):
    """As what somebody takes part."""

    role = s.ChoiceField(choices=ROLES)


class StudyMemberEndpoint(WritingEndpoint):
    """Somebody who takes part in a study."""

    operations = {
        "put": Operation(
            "inviteToStudy",
            "Invite a member to write or to read a study of your own, or change as what they take part.",
            scope=Scope.TALK,
            body=RoleBody,
            answer=shapes.StudyChangedShape,
        ),
        "delete": Operation(
            "removeFromStudy",
            "Take somebody out of a study of your own, or an invitation back.",
            scope=Scope.TALK,
            answer=shapes.StudyChangedShape,
        ),
    }

    def do_put(self, request: Request, key: str, name: str) -> HttpResponse:
        """Invite, or change the role of who is there."""

        def do(access: StudyAccess) -> None:
            usual: dict[str, Any] = {"study": access.study.pk, "role": self.body["role"]}
            player = _named(name)
            if player is not None and access.owns and access.study.members.filter(player=player).exists():
                commands.set_role(**usual, by=self.player.id, player=player.id)
            else:
                commands.invite(**usual, by=self.player, player=player)

        return self.done(key, do)

    def do_delete(self, request: Request, key: str, name: str) -> HttpResponse:
        def do(access: StudyAccess) -> None:
            player = _named(name)
            if player is None:
                raise Illegal(Refusal("study-uninvited"))
            commands.remove_member(study=access.study.pk, by=self.player.id, player=player.id)

        return self.done(key, do)


def _named(name: str) -> Player | None:
    players = Player.objects.filter(account__isnull=False, unproven=False, name__iexact=name.replace("\0", ""))
    return players.select_related("account").first()


class MembershipBody(Body):
    """What you say to an invitation, or that you leave, with what you have said there."""

    act = s.ChoiceField(choices=["accept", "decline", "leave"])


class MembershipEndpoint(WritingEndpoint):
    """Taking part in a study."""

    operations = {
        "post": Operation(
            "answerStudy",
            "Accept or decline an invitation to a study, or leave one: an owner hands it to the first author.",
            scope=Scope.TALK,
            body=MembershipBody,
            answer=DoneShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        access, act = self.access(key), self.body["act"]
        try:
            if act == "leave":
                commands.leave(study=access.study.pk, player=self.player.id)
            else:
                commands.answer(study=access.study.pk, player=self.player, accepted=act == "accept")
        except Illegal as illegal:
            raise study_refused(illegal.refusal) from None
        return json_answer({"done": True})
