"""What answers about set-ups, talk, notes and guesses look like."""

from __future__ import annotations

from rest_framework import serializers as s

from api.http.answers import Answer
from api.v1.schemas_games import BOOKS, RANKS, SEATS, PersonShape, ResultsShape
from play.talk.models import Phrase

# -- set-ups --------------------------------------------------------------------------------------


class FamilyLinkShape(Answer):
    """The family that a set-up belongs to: its number and its page."""

    number = s.IntegerField()
    url = s.CharField()


class SavedSetupShape(Answer):
    """A saved set-up: the row nearest the enemy first, each from the own left, `.` for an empty square."""

    id = s.UUIDField()
    variant = s.ChoiceField(choices=BOOKS)
    name = s.CharField()
    version = s.IntegerField()
    rows = s.CharField(source="form")


class ListedSetupShape(SavedSetupShape):
    """A saved set-up in the list: how your open games with it went, and the family it belongs to."""

    results = ResultsShape(allow_null=True)
    family = FamilyLinkShape(allow_null=True)


class SavedSetupsShape(Answer):
    """Your saved set-ups by name."""

    setups = ListedSetupShape(many=True)


class KeptSetupShape(Answer):
    """What was saved, without its squares."""

    id = s.UUIDField()
    variant = s.ChoiceField(choices=BOOKS)
    name = s.CharField()
    version = s.IntegerField()


class TroubleShape(Answer):
    """What keeps a form from being a set-up: too many of a rank, so many missing, squares to fill, or no Flag."""

    code = s.ChoiceField(choices=["surplus", "missing", "empty", "flag"])
    count = s.IntegerField()
    rank = s.ChoiceField(choices=RANKS, allow_null=True)


class SetupCheckShape(Answer):
    """Whether a form is a set-up, and what is missing or wrong."""

    complete = s.BooleanField()
    troubles = TroubleShape(many=True)


class DraftShape(SetupCheckShape):
    """A draft as it stands. `version` is 0 while nothing has been kept."""

    variant = s.ChoiceField(choices=BOOKS)
    game = s.CharField(allow_null=True)
    version = s.IntegerField()
    undoable = s.BooleanField()
    rows = s.CharField()


class ListedDraftShape(Answer):
    """A draft in the list: of a game, or of the workshop of a rule book."""

    variant = s.ChoiceField(choices=BOOKS)
    game = s.CharField(allow_null=True)
    version = s.IntegerField()


class DraftsShape(Answer):
    """Your drafts."""

    drafts = ListedDraftShape(many=True)


class KeptDraftShape(Answer):
    """The version that a draft has now."""

    version = s.IntegerField()
    undoable = s.BooleanField()


# -- talk, notes, guesses -------------------------------------------------------------------------


class MessageShape(Answer):
    """A message as you may read it. `phrase` is one of the set ones; `text` has its words then."""

    id = s.UUIDField()
    seat = s.ChoiceField(choices=SEATS, allow_null=True)
    author = PersonShape()
    own = s.BooleanField()
    phrase = s.ChoiceField(choices=Phrase.values, allow_null=True)
    text = s.CharField()
    sent = s.DateTimeField()


class TalkShape(Answer):
    """What was said at a table, the newest first."""

    open = s.BooleanField()
    phrases_only = s.BooleanField()
    phrases = s.ListField(child=s.ChoiceField(choices=Phrase.values))
    unread = s.IntegerField()
    muted = s.ListField(child=s.ChoiceField(choices=SEATS))
    messages = MessageShape(many=True)
    next = s.CharField(allow_null=True)
    prev = s.CharField(allow_null=True)


class SaidShape(Answer):
    """A message that was sent."""

    id = s.UUIDField()
    sent = s.DateTimeField()


class UnreadShape(Answer):
    """How much there is yet to read at a table."""

    unread = s.IntegerField()


class MutedShape(Answer):
    """Whom you do not hear at a table."""

    muted = s.ListField(child=s.ChoiceField(choices=SEATS))


class NotesShape(Answer):
    """Your notes on a game, and whether it allows any while it is played."""

    allowed = s.BooleanField()
    text = s.CharField(allow_blank=True)


class KeptNotesShape(Answer):
    """How many characters were kept."""

    kept = s.IntegerField()


class MarkShape(Answer):
    """What you take a piece for now."""

    piece = s.IntegerField()
    rank = s.ChoiceField(choices=RANKS, source="symbol")


class GuessShape(MarkShape):
    """A guess at a piece, from which ply on it stood, and until which; null for to the end."""

    since = s.IntegerField()
    until = s.IntegerField(allow_null=True)


class GuesserShape(Answer):
    """What was guessed from a seat."""

    seat = s.ChoiceField(choices=SEATS)
    guesses = GuessShape(many=True)


class GuessesShape(Answer):
    """Your marks that stand, and whether your guesses are to be opened with the game; once it is open, all guesses that
    you may see."""

    own = MarkShape(many=True)
    opened = s.BooleanField(allow_null=True)
    shown = GuesserShape(many=True)


class DoneShape(Answer):
    """It is done."""

    done = s.BooleanField()
