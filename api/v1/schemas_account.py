"""What answers about reports, blocks and an account look like."""

from __future__ import annotations

from rest_framework import serializers as s

from accounts.models import Penalty, Preferences, Report
from api.http.answers import Answer
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Appeal
from privacy.models import DataExport

# -- reports and blocks ---------------------------------------------------------------------------


class OwnReportShape(Answer):
    """A report of yours, and what came of it in general words."""

    id = s.UUIDField()
    kind = s.ChoiceField(choices=Report.Kind.values)
    about = s.CharField(allow_null=True)
    why = s.ChoiceField(choices=CaseKind.values)
    text = s.CharField(allow_blank=True)
    made = s.DateTimeField(source="created")
    state = s.ChoiceField(choices=Report.State.values)
    state_text = s.CharField()


class ReportsShape(Answer):
    """Your reports, the newest first."""

    reports = OwnReportShape(many=True)
    next = s.CharField(allow_null=True)


class ReportedShape(Answer):
    """The report that was made."""

    id = s.UUIDField()


class ReasonShape(Answer):
    """What may be wrong, and in words."""

    why = s.ChoiceField(choices=CaseKind.values)
    words = s.CharField()


class ReportableShape(Answer):
    """What can be reported. Where there are `choices`, one of them is to be named as `about`."""

    kind = s.ChoiceField(choices=Report.Kind.values)
    about = s.CharField(allow_null=True)
    choices = s.ListField(child=s.CharField())
    reasons = ReasonShape(many=True)


class BlocksShape(Answer):
    """Names."""

    blocked = s.ListField(child=s.CharField())
    next = s.CharField(allow_null=True)


class BlockedShape(Answer):
    """Whether there is a block now."""

    blocked = s.BooleanField()


# -- the account ----------------------------------------------------------------------------------


class PreferencesShape(Answer):
    """How somebody wants the pages."""

    board_side = s.ChoiceField(choices=Preferences.BoardSide.values)
    coordinates = s.BooleanField()
    ranks = s.ChoiceField(choices=Preferences.Ranks.values)
    pieces = s.ChoiceField(choices=Preferences.Pieces.values)
    board = s.ChoiceField(choices=Preferences.Board.values)
    confirm_moves = s.BooleanField()
    presence = s.BooleanField(help_text="Opponents in live games see whether I am at the board, if all want that.")
    open_guesses = s.BooleanField()
    show_figures = s.BooleanField()
    open_data = s.ChoiceField(choices=Preferences.OpenData.values)
    bot_challenges = s.BooleanField()
    rated_bots = s.BooleanField(help_text="Rated games against bots count for my rating.")
    theme = s.ChoiceField(choices=Preferences.Theme.values)
    time_zone = s.CharField()


class NoticeShape(Answer):
    """Something that you were told: a sentence, and where it leads."""

    id = s.UUIDField()
    kind = s.CharField()
    text = s.CharField()
    url = s.CharField()
    deadline = s.DateTimeField(allow_null=True)
    made = s.DateTimeField(source="created")
    read = s.DateTimeField(allow_null=True)


class NoticesShape(Answer):
    """The newest first."""

    notices = NoticeShape(many=True)


class ToldShape(Answer):
    """Where you are told of a kind."""

    kind = s.CharField()
    words = s.CharField()
    page = s.BooleanField()
    mail = s.BooleanField()


class WishesShape(Answer):
    """All kinds."""

    wishes = ToldShape(many=True)


class VacationShape(Answer):
    """Until when you are away, and how many whole days are left of those of a year."""

    until = s.DateTimeField(allow_null=True)
    left = s.IntegerField()
    a_year = s.IntegerField()


class DataExportShape(Answer):
    """The file with all data of an account: its state, until when it can be fetched at `url` by who is signed in there,
    and when one can ask `again`.
    """

    state = s.ChoiceField(choices=DataExport.State.values, allow_null=True)
    asked = s.DateTimeField(allow_null=True)
    ends = s.DateTimeField(allow_null=True)
    again = s.DateTimeField(allow_null=True)
    url = s.CharField()


class AppealWordsShape(Answer):
    """Something that was written in an appeal, by you or by a moderator; null once it is erased."""

    own = s.BooleanField(source="mine")
    sent = s.DateTimeField(source="at")
    text = s.CharField(allow_null=True)


class AppealShape(Answer):
    """An appeal: `made` is null as long as there is none, and `refused` says why there can be none. `letters` is how
    often you may write now.
    """

    made = s.DateTimeField(allow_null=True)
    open = s.BooleanField()
    refused = s.CharField(allow_null=True)
    until = s.CharField(allow_null=True)
    due = s.CharField()
    state = s.CharField(allow_null=True)
    outcome = s.ChoiceField(choices=Appeal.Outcome.values, allow_null=True)
    outcome_text = s.CharField(allow_null=True, source="outcome")
    reason = s.CharField(allow_blank=True)
    letters = s.IntegerField()
    talk = AppealWordsShape(many=True)


class PenaltyShape(Answer):
    """What a moderator decided. `url` is where to appeal; what is `to_be_read` keeps you from new games until then."""

    id = s.UUIDField(source="penalty.pk")
    url = s.CharField()
    kind = s.ChoiceField(choices=Penalty.Kind.values, source="penalty.kind")
    words = s.CharField(source="kind")
    rule = s.CharField()
    reason = s.CharField(allow_blank=True)
    begins = s.DateTimeField(source="penalty.begins")
    ends = s.DateTimeField(allow_null=True, source="penalty.ends")
    in_force = s.BooleanField(source="now")
    state = s.CharField()
    by = s.CharField(allow_null=True)
    to_be_read = s.BooleanField(source="asks")


class PenaltiesShape(Answer):
    """The newest first."""

    penalties = PenaltyShape(many=True)
    next = s.CharField(allow_null=True)
