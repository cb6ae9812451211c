"""What answers about figures, set-ups of open games, puzzles and studies look like."""

from __future__ import annotations

from rest_framework import serializers as s

from api.http.answers import Answer
from api.v1.schemas_games import BOOKS, RANKS, SEATS, PersonShape, PositionShape
from library.puzzles.questions import PuzzleKind

# -- figures --------------------------------------------------------------------------------------


class ColumnShape(Answer):
    """A column of a table: its name in words, and whether it holds words, counts, shares of one or other numbers."""

    name = s.CharField(allow_blank=True)
    kind = s.CharField()


class TableShape(Answer):
    """A table: the first value of a row is its name."""

    slug = s.CharField()
    title = s.CharField()
    note = s.CharField(allow_blank=True)
    columns = ColumnShape(many=True)
    rows = s.ListField(child=s.ListField(child=s.JSONField()))


class FiguresShape(Answer):
    """How games of a rule book go. `opened` of them are open to all; no table without games enough behind it."""

    variant = s.ChoiceField(choices=BOOKS)
    games = s.IntegerField()
    opened = s.IntegerField()
    tables = TableShape(many=True)


class PlayerFiguresShape(FiguresShape):
    """How a player's games go, up to a month; null for all, of your own."""

    player = PersonShape()
    until = s.DateField(allow_null=True)


# -- set-ups of open games ------------------------------------------------------------------------


class WentShape(Answer):
    """How games went, as shares of one."""

    won = s.FloatField()
    drawn = s.FloatField()
    lost = s.FloatField()


class PlacedShape(Answer):
    """A square of red's side, and how often the rank stands there."""

    square = s.CharField()
    setups = s.IntegerField()
    share = s.FloatField()
    went = WentShape(allow_null=True)


class PlacementsShape(Answer):
    """Where a rank stands in the set-ups of open games; nothing of what fewer than ten games stand behind."""

    variant = s.ChoiceField(choices=BOOKS)
    rank = s.ChoiceField(choices=RANKS)
    setups = s.IntegerField(allow_null=True)
    went = WentShape(allow_null=True)
    squares = PlacedShape(many=True)


class CountedSetupsShape(Answer):
    """Set-ups, and what came of them."""

    setups = s.IntegerField()
    won = s.IntegerField()
    drawn = s.IntegerField()
    lost = s.IntegerField()


class FamilyShape(Answer):
    """A family of set-ups: its leader, and on how many squares the others differ from it at most."""

    number = s.IntegerField()
    url = s.CharField()
    rows = s.CharField(source="leader")
    reach = s.IntegerField()
    went = CountedSetupsShape(allow_null=True)


class FamiliesShape(Answer):
    """Families of a rule book, the largest first. `next` is the page to go on with."""

    variant = s.ChoiceField(choices=BOOKS)
    made = s.DateTimeField(allow_null=True)
    families = FamilyShape(many=True)
    next = s.IntegerField(allow_null=True)


class MemberShape(Answer):
    """A set-up of a family, and on how many squares it differs from the leader."""

    rows = s.CharField()
    differs = s.IntegerField()
    went = CountedSetupsShape()


class OneFamilyShape(FamilyShape):
    """A family with those of its set-ups that were laid in games enough."""

    members = MemberShape(many=True)


# -- puzzles --------------------------------------------------------------------------------------


class PuzzleAnswerShape(Answer):
    """What was answered, what is right, the game it is of, and what it did to the rating; null if it was not rated."""

    chosen = s.ListField(child=s.CharField())
    right = s.BooleanField()
    answer = s.ListField(child=s.CharField())
    game = s.CharField()
    kept = s.BooleanField()
    before = s.IntegerField(allow_null=True)
    after = s.IntegerField(allow_null=True)


class ListedPuzzleShape(Answer):
    """A puzzle in a list: the question in words, how hard it is, and how many solved it of those whose answers were
    rated."""

    key = s.CharField()
    url = s.CharField()
    variant = s.ChoiceField(choices=BOOKS)
    kind = s.ChoiceField(choices=[kind.value for kind in PuzzleKind])
    question = s.CharField()
    rating = s.IntegerField()
    attempts = s.IntegerField()
    solved = s.IntegerField()


class PuzzleShape(ListedPuzzleShape):
    """A puzzle: a position as one seat saw it, the turns that led to it, and what may be chosen."""

    seat = s.ChoiceField(choices=SEATS)
    about = s.ChoiceField(choices=SEATS, allow_null=True)
    rank = s.ChoiceField(choices=RANKS, allow_null=True)
    hint = s.CharField()
    choices = s.ListField(child=s.CharField())
    many = s.BooleanField()  # type: ignore[assignment]
    position = PositionShape()
    turns = s.ListField(child=s.CharField())
    answered = PuzzleAnswerShape(allow_null=True)


class PuzzleDayShape(Answer):
    """The puzzle of a day."""

    day = s.DateField()
    puzzle = ListedPuzzleShape()


class PuzzleDaysShape(Answer):
    """Puzzles of days, the newest first."""

    days = PuzzleDayShape(many=True)
    next = s.CharField(allow_null=True)
    prev = s.CharField(allow_null=True)


# -- studies --------------------------------------------------------------------------------------


class ListedStudyShape(Answer):
    """A study in a list."""

    key = s.CharField()
    url = s.CharField()
    title = s.CharField(allow_blank=True)
    game = s.CharField()
    variant = s.ChoiceField(choices=BOOKS)
    authors = s.ListField(child=s.CharField())
    published = s.DateTimeField(allow_null=True)


class StudiesShape(Answer):
    """Public studies, the newest first."""

    studies = ListedStudyShape(many=True)
    next = s.CharField(allow_null=True)
    prev = s.CharField(allow_null=True)


class MyStudyShape(ListedStudyShape):
    """A study that you own, write, read, or are invited to."""

    role = s.CharField()
    invited = s.BooleanField()


class MyStudiesShape(Answer):
    """Your studies, those that were changed last first."""

    studies = MyStudyShape(many=True)


class VariationShape(Answer):
    """A line that leaves another one after a ply; line 0 is the game."""

    line = s.IntegerField()
    leaves = s.IntegerField()
    after = s.IntegerField()
    plies = s.JSONField()


class CommentShape(Answer):
    """A comment at a place."""

    line = s.IntegerField()
    ply = s.IntegerField()
    id = s.UUIDField()
    author = s.CharField()
    text = s.CharField()


class SketchShape(Answer):
    """A square that is marked, or an arrow."""

    colour = s.CharField()
    squares = s.ListField(child=s.CharField())


class DrawingShape(Answer):
    """What is drawn at a place."""

    line = s.IntegerField()
    ply = s.IntegerField()
    shapes = SketchShape(many=True)


class StudyShape(Answer):
    """A study as its reader sees it (docs/studies.md)."""

    format = s.CharField()
    version = s.IntegerField()
    study = s.CharField()
    title = s.CharField(allow_blank=True)
    game = s.CharField()
    variant = s.ChoiceField(choices=BOOKS)
    edition = s.IntegerField()
    authors = s.ListField(child=s.CharField())
    variations = VariationShape(many=True)
    comments = CommentShape(many=True)
    drawings = DrawingShape(many=True)
