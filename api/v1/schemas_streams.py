"""The schemas of lines of streams."""

from __future__ import annotations

from rest_framework import serializers as s

from api.http.answers import Answer
from api.v1.schemas_games import BOOKS, SEATS, PlyShape, SeekShape, StateShape, ViewShape
from api.v1.schemas_play import MessageShape
from games.models import Game


class GameLineShape(Answer):
    """A line of a game's stream: `talk` has the newest `messages` at your table, `game` all the rest; or, at the end,
    one with `type` and the `problem` that ended it.
    """

    type = s.ChoiceField(choices=["game", "talk"])
    id = s.CharField(help_text="The public version, the last ply whose turn was told, and which talk was told, if any.")
    game = s.CharField()
    version = s.IntegerField(required=False)
    variant = s.ChoiceField(choices=BOOKS, required=False)
    status = s.ChoiceField(choices=Game.Status.values, required=False)
    seat = s.ChoiceField(choices=SEATS, allow_null=True, required=False)
    state = StateShape(allow_null=True, required=False)
    view = ViewShape(allow_null=True, required=False)
    legal = s.ListField(child=s.CharField(), required=False)
    turns = PlyShape(many=True, required=False)
    messages = MessageShape(many=True, required=False)


class MyLineShape(Answer):
    """A line of a player's stream: which fields there are goes by its type. The last one of those that come together
    has an `id`.
    """

    id = s.CharField(required=False)
    type = s.ChoiceField(choices=["game", "over", "lobby", "tournament"])
    key = s.CharField(allow_blank=True)
    version = s.IntegerField(required=False)
    seat = s.ChoiceField(choices=SEATS, required=False)
    waits = s.BooleanField(required=False)
    due = s.DateTimeField(required=False, allow_null=True)
    challenges = SeekShape(many=True, required=False)
    seeks = SeekShape(many=True, required=False)
    status = s.CharField(required=False)
    round = s.IntegerField(required=False, allow_null=True)
    board = s.IntegerField(required=False, allow_null=True)
    game = s.JSONField(required=False, help_text="A game as lists have it; of a tournament the key of yours, or null.")
