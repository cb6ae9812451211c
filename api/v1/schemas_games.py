"""What answers look like. Those about games, which are hot, are written in `game_values.py`; a test holds them
against these."""

from __future__ import annotations

from rest_framework import serializers as s

from api.http.answers import Answer
from api.models import Scope
from games.models import Game
from games.rules import VARIANTS, End, Rank, Seat, Viewer

SEATS = [seat.slug for seat in Seat]
RANKS = [rank.symbol for rank in Rank]
VIEWERS = [viewer.value for viewer in Viewer]
BOOKS = list(VARIANTS)


class PersonShape(Answer):
    """Somebody as everybody may know them."""

    name = s.CharField()
    kind = s.ChoiceField(choices=["member", "guest", "bot", "record"])


class SeatedShape(Answer):
    """Who sits at a seat; null for who has no name, or is gone."""

    seat = s.ChoiceField(choices=SEATS)
    side = s.IntegerField()
    player = PersonShape(allow_null=True)
    ladder = s.ChoiceField(
        choices=["people", "bots", "none"],
        allow_null=True,
        help_text="Of a rated game what it counts for: a rating among people, among bots, or not for this player.",
    )


class OutcomeShape(Answer):
    """How a game ended on the board, and the side that won."""

    kind = s.ChoiceField(choices=[end.value for end in End])
    winning_side = s.ChoiceField(choices=["red", "blue"], allow_null=True, help_text="Null if neither has won.")
    winner = s.IntegerField(allow_null=True, help_text="Deprecated: `winning_side` as a number, 0 red and 1 blue.")


class TimeShape(Answer):
    """A time control, in seconds."""

    kind = s.ChoiceField(choices=["move", "bank"])
    base = s.IntegerField()
    setup = s.IntegerField()
    increment = s.IntegerField(required=False)
    cap = s.IntegerField(required=False)
    free = s.IntegerField(required=False)
    turn = s.IntegerField(required=False)
    game = s.IntegerField(required=False)
    vacation = s.BooleanField(required=False)


class ListedGameShape(Answer):
    """A game in a list. Plies are null while nobody may see them."""

    key = s.CharField()
    url = s.CharField()
    variant = s.CharField()
    source = s.ChoiceField(choices=Game.Source.values)  # type: ignore[assignment]
    status = s.ChoiceField(choices=Game.Status.values)
    rated = s.BooleanField()
    result = s.ChoiceField(choices=Game.Result.values)
    outcome = OutcomeShape(allow_null=True)
    plies = s.IntegerField(allow_null=True)
    players = SeatedShape(many=True)
    time = TimeShape(allow_null=True)
    spectators = s.ChoiceField(choices=Game.Spectators.values)
    revealed = s.BooleanField()
    tournament = s.CharField(allow_null=True)
    round = s.IntegerField(allow_null=True)
    created = s.DateTimeField()
    started = s.DateTimeField(allow_null=True)
    ended = s.DateTimeField(allow_null=True)


class SeatClockShape(Answer):
    """The clock of a seat: until when, if its time runs, and what it had left at `since`."""

    running = s.BooleanField()
    until = s.DateTimeField(allow_null=True)
    free_until = s.DateTimeField(allow_null=True)
    left_ms = s.IntegerField()


class ClockShape(Answer):
    """The clocks of a game. No value changes while nobody acts."""

    since = s.DateTimeField()
    halted = s.BooleanField()
    ends = s.DateTimeField(allow_null=True)
    seats = s.DictField(child=SeatClockShape())


class StateShape(Answer):
    """How a game stands, by what all its viewers see."""

    version = s.IntegerField()
    begun = s.BooleanField()
    plies = s.IntegerField()
    waiting_for = s.ListField(child=s.ChoiceField(choices=SEATS))
    draw = s.ListField(child=s.ChoiceField(choices=SEATS))
    takeback = s.ListField(child=s.ChoiceField(choices=SEATS))
    paused = s.ListField(child=s.CharField())
    outcome = OutcomeShape(allow_null=True)
    clock = ClockShape(allow_null=True)


class GameShape(ListedGameShape):
    """A game as who asks sees it: the own seat, the views that are open, and how it stands."""

    seat = s.ChoiceField(choices=SEATS, allow_null=True)
    views = s.ListField(child=s.ChoiceField(choices=VIEWERS))
    state = StateShape(allow_null=True)


class GamesShape(Answer):
    """A page of games. `next` and `prev` are the addresses of the pages around it."""

    games = ListedGameShape(many=True)
    count = s.IntegerField()
    more = s.BooleanField(help_text="There are more than were counted.")
    next = s.CharField(allow_null=True)
    prev = s.CharField(allow_null=True)


class PieceShape(Answer):
    """A piece as its viewer knows it; a rank that the viewer may not know is null."""

    id = s.IntegerField()
    seat = s.ChoiceField(choices=SEATS)
    square = s.CharField()
    rank = s.ChoiceField(choices=RANKS, allow_null=True)
    revealed = s.BooleanField()
    captive = s.BooleanField()
    rescuer = s.BooleanField()


class AttackShape(Answer):
    """An attack, and how it ended for the attacker."""

    attacker = PieceShape()
    defender = PieceShape()
    result = s.ChoiceField(choices=["win", "loss", "both"])


class PartShape(Answer):
    """A further part of a turn, as far as the viewer knows it."""

    kind = s.CharField()
    piece = PieceShape(allow_null=True)
    squares = s.ListField(child=s.CharField())
    ranks = s.ListField(child=s.ChoiceField(choices=RANKS), allow_null=True)


class TurnShape(Answer):
    """A turn as its viewer saw it; `text` is its notation, without what is hidden."""

    seat = s.ChoiceField(choices=SEATS)
    piece = s.IntegerField()
    path = s.ListField(child=s.CharField())
    text = s.CharField(allow_blank=True)
    attack = AttackShape(allow_null=True)
    revealed = s.ChoiceField(choices=RANKS, allow_null=True)
    noted = s.CharField(allow_null=True)
    parts = PartShape(many=True)


class PlyShape(TurnShape):
    """A turn with its number, from 1."""

    ply = s.IntegerField()


class MovesShape(Answer):
    """Some turns of a game, as an audience saw them. `next` is the ply to go on from; null at the end."""

    version = s.IntegerField()
    plies = s.IntegerField()
    moves = PlyShape(many=True)
    next = s.IntegerField(allow_null=True)


class PendingShape(Answer):
    """A choice that a turn waits for."""

    kind = s.CharField()
    seat = s.ChoiceField(choices=SEATS)


class HoldingShape(Answer):
    """Pieces off the board: a reserve, a hand or a deck; null for ranks that the viewer may not know."""

    seat = s.ChoiceField(choices=SEATS)
    kind = s.CharField()
    count = s.IntegerField()
    ranks = s.DictField(child=s.IntegerField(), allow_null=True)


class CodeShape(Answer):
    """A code with its parameters."""

    code = s.CharField()
    params = s.DictField()


class NotedShape(Answer):
    """A ply against a repetition rule, in a record that only notes them."""

    ply = s.IntegerField()
    rule = s.CharField()


class ClaimShape(Answer):
    """A claim that failed, told to the partners."""

    ply = s.IntegerField()
    seat = s.ChoiceField(choices=SEATS)
    flag = s.IntegerField()
    named = s.IntegerField()


class LookShape(Answer):
    """What a look at cards showed, told to who looked."""

    ply = s.IntegerField()
    seat = s.ChoiceField(choices=SEATS)
    kind = s.CharField()
    squares = s.ListField(child=s.CharField())
    ranks = s.ListField(child=s.ChoiceField(choices=RANKS))


class MemoryShape(Answer):
    """What everybody could have noted of a game with memory marks; null in others."""

    moved = s.ListField(child=s.IntegerField())
    out = s.DictField(child=s.DictField(child=s.IntegerField()))


class PositionShape(Answer):
    """A position as one viewer may know it."""

    variant = s.CharField()
    edition = s.IntegerField()
    viewer = s.ChoiceField(choices=VIEWERS)
    ply = s.IntegerField()
    to_move = s.ChoiceField(choices=SEATS)
    pending = PendingShape(allow_null=True)
    outcome = OutcomeShape(allow_null=True)
    pieces = PieceShape(many=True)
    captured = PieceShape(many=True)
    last = TurnShape(allow_null=True)
    quiet = s.IntegerField()
    quiet_limit = s.IntegerField(allow_null=True)
    cautions = CodeShape(many=True)
    noted = NotedShape(many=True)
    holdings = HoldingShape(many=True)
    rescues = s.ListField(child=s.IntegerField())
    claims = ClaimShape(many=True)
    looks = LookShape(many=True)
    memory = MemoryShape(allow_null=True)


class ViewShape(PositionShape):
    """A position as one viewer may know it, and the version that it belongs to."""

    version = s.IntegerField()


class BegunShape(Answer):
    """The game that has begun."""

    game = s.CharField()


class LegalShape(Answer):
    """What the own seat may submit now, in notation; nothing while it is not its turn."""

    version = s.IntegerField()
    turns = s.ListField(child=s.CharField())


class SetupShape(Answer):
    """The own set-up before play: what it may be chosen from, and what was made of it."""

    version = s.IntegerField()
    seat = s.ChoiceField(choices=SEATS)
    made = s.CharField(allow_null=True)
    drawn = s.ListField(child=s.ChoiceField(choices=RANKS))


class MineShape(Answer):
    """A game of mine that goes on; `waits` if something is to be done by me."""

    game = ListedGameShape()
    seat = s.ChoiceField(choices=SEATS)
    waits = s.BooleanField()
    due = s.DateTimeField(allow_null=True)


class MyGamesShape(Answer):
    """My games that go on, what waits for me first."""

    games = MineShape(many=True)
    next = s.CharField(allow_null=True)


class TokenShape(Answer):
    """The token that asks."""

    name = s.CharField()
    scopes = s.ListField(child=s.ChoiceField(choices=Scope.values))
    expires = s.DateTimeField()


class MeShape(Answer):
    """Who I am."""

    player = PersonShape()
    token = TokenShape()
    rated_against_bots = s.BooleanField(help_text="A rated game against a bot that begins now counts for you.")


class BoardShape(Answer):
    """A board: its size and its special squares."""

    columns = s.IntegerField()
    rows = s.IntegerField()
    lakes = s.ListField(child=s.CharField())
    stockades = s.ListField(child=s.CharField())
    homes = s.DictField(child=s.ListField(child=s.CharField()))


class SideShape(Answer):
    """A seat and its side."""

    seat = s.ChoiceField(choices=SEATS, source="slug")
    side = s.IntegerField()


class BookShape(Answer):
    """A rule book as data."""

    slug = s.CharField()
    name = s.CharField()
    edition = s.IntegerField()
    url = s.CharField()
    board = BoardShape()
    seats = SideShape(many=True)
    army = s.DictField(child=s.IntegerField())
    two_squares = s.IntegerField()
    more_squares = s.BooleanField()
    chase_limit = s.BooleanField()
    rescues = s.IntegerField()
    reserve = s.CharField()
    deals = s.BooleanField()
    drawn = s.IntegerField()
    rated_from = s.IntegerField()


class BooksShape(Answer):
    """All rule books."""

    books = BookShape(many=True)


class RatingShape(Answer):
    """A rating now: its deviation grows while nobody plays."""

    ladder = s.ChoiceField(choices=["people", "bots"], help_text="In which list: bots have one of their own.")
    value = s.IntegerField()
    deviation = s.IntegerField()
    games = s.IntegerField()
    provisional = s.BooleanField()


class ResultsShape(Answer):
    """How games of a rule book ended."""

    won = s.IntegerField()
    drawn = s.IntegerField()
    lost = s.IntegerField()


class PlayerShape(PersonShape):
    """A member: results and ratings by rule book."""

    url = s.CharField()
    results = s.DictField(child=ResultsShape())
    ratings = s.DictField(child=RatingShape())


class ListedBotShape(PersonShape):
    """A bot that takes challenges."""

    url = s.CharField()
    keeper = s.CharField(allow_null=True, help_text="The name of its owner, who has agreed to be named; or null.")
    ratings = s.DictField(child=RatingShape(), help_text="By the slugs of rule books, in the list of bots.")


class BotsShape(Answer):
    """Bots that take challenges, by name."""

    bots = ListedBotShape(many=True)
    next = s.CharField(allow_null=True)
    prev = s.CharField(allow_null=True)


class ChangeShape(Answer):
    """What a rated game did to a rating."""

    game = s.CharField(allow_null=True)
    before = s.IntegerField()
    after = s.IntegerField()
    ended = s.DateTimeField()


class HistoryShape(Answer):
    """The last rated games of a rule book, the oldest first."""

    variant = s.CharField()
    ladder = s.ChoiceField(choices=["people", "bots"])
    changes = ChangeShape(many=True)


class SeekShape(Answer):
    """A seek or a challenge. `game` is the key of the game once it has begun."""

    id = s.UUIDField()
    kind = s.ChoiceField(choices=["open", "link", "direct"])
    state = s.CharField()
    host = PersonShape(allow_null=True)
    players = PersonShape(many=True)
    size = s.IntegerField()
    variant = s.CharField()
    time = TimeShape()
    rated = s.BooleanField()
    notes = s.BooleanField()
    no_attack_limit = s.IntegerField()
    spotter = s.BooleanField()
    memory = s.BooleanField()
    reveal = s.CharField()
    reveal_after = s.IntegerField(allow_null=True)
    colour = s.CharField()
    partners = s.CharField()
    rating_from = s.IntegerField(allow_null=True)
    rating_to = s.IntegerField(allow_null=True)
    bots = s.BooleanField()
    expires = s.DateTimeField()
    game = s.CharField(allow_null=True)


class SeeksShape(Answer):
    """Seeks."""

    seeks = SeekShape(many=True)


class ReportShape(Answer):
    """A file as text."""

    text = s.CharField()
