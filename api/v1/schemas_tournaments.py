"""What answers about tournaments look like."""

from __future__ import annotations

from rest_framework import serializers as s

from api.http.answers import Answer
from api.v1.schemas_games import BOOKS, PersonShape, PositionShape, TimeShape
from tournaments.domain.ladder import ChallengeState
from tournaments.models import Tournament
from tournaments.pairing.knockout import BracketPart

COLOURS = ["red", "blue"]


class ListedEventShape(Answer):
    """A tournament in a list."""

    key = s.CharField()
    url = s.CharField()
    name = s.CharField()
    status = s.ChoiceField(choices=Tournament.Status.values)
    format = s.CharField()
    variant = s.ChoiceField(choices=BOOKS)
    time = TimeShape(allow_null=True)
    rated = s.BooleanField()
    real = s.BooleanField(help_text="Played across real boards.")
    entry = s.CharField()
    capacity = s.IntegerField(allow_null=True)
    entries = s.IntegerField()
    waiting = s.IntegerField()
    round = s.IntegerField(help_text="The last one that was paired.")
    rounds = s.IntegerField(allow_null=True)
    announced = s.DateTimeField(allow_null=True, help_text="Null for a draft.")
    starts = s.DateTimeField(allow_null=True)
    started = s.DateTimeField(allow_null=True)
    ended = s.DateTimeField(allow_null=True)


class TournamentsShape(Answer):
    """A page of tournaments."""

    tournaments = ListedEventShape(many=True)
    next = s.CharField(allow_null=True)
    prev = s.CharField(allow_null=True)


class ShortRoundShape(Answer):
    """A round that is published."""

    round = s.IntegerField(source="number")
    boards = s.IntegerField()
    decided = s.BooleanField()
    begun = s.DateTimeField(allow_null=True, source="begun_at")
    deadline = s.DateTimeField(allow_null=True)
    finished = s.DateTimeField(allow_null=True, source="finished_at")


class TournamentShape(ListedEventShape):
    """A tournament with its rounds."""

    version = s.IntegerField()
    rounds_paired = ShortRoundShape(many=True)


class EntryShape(Answer):
    """Who takes part: one player, or two partners; null for who is gone. `number` is the pairing number. Of a
    team `players` is one, who bears its name, and `members` are in the order of its boards."""

    entry = s.IntegerField(source="number")
    number = s.IntegerField(allow_null=True)
    players = s.ListField(child=PersonShape(allow_null=True))
    rating = s.IntegerField()
    presence = s.CharField(source="presence.value")
    members = s.ListField(child=PersonShape(allow_null=True), required=False)


class EntriesShape(Answer):
    """Some entries; `next` is the one to go on after."""

    entries = EntryShape(many=True)
    next = s.IntegerField(allow_null=True)


class EventGameShape(Answer):
    """A game of a board: the entries on its sides, and their marks once it is decided; its key, if spectators may look
    at it now. `players`: of teams who has red and who has blue, once both line-ups are open."""

    game = s.CharField(allow_null=True)
    red = s.IntegerField()
    blue = s.IntegerField()
    marks = s.ListField(child=s.CharField(), allow_null=True)
    players = s.ListField(child=PersonShape(allow_null=True), required=False)


class PairingShape(Answer):
    """A board; the winner of a match is an entry."""

    board = s.IntegerField(source="number")
    red = EntryShape()
    blue = EntryShape()
    winner = s.IntegerField(allow_null=True)
    decided = s.BooleanField()
    games = EventGameShape(many=True)


class ByeShape(Answer):
    """Who has no board, and the mark for it."""

    mark = s.CharField()
    entry = EntryShape()


class RoundShape(ShortRoundShape):
    """A round with some of its boards; `next` is the one to go on after."""

    pairings = PairingShape(many=True)
    byes = ByeShape(many=True)
    next = s.IntegerField(allow_null=True)


class UnitShape(Answer):
    """A tie-break: values are divided by its unit."""

    slug = s.CharField()
    unit = s.IntegerField()


class PlaceShape(Answer):
    """A place; null for who is annulled. Points are in tenths."""

    place = s.IntegerField(allow_null=True)
    shared = s.BooleanField()
    points = s.IntegerField()
    values = s.DictField(child=s.IntegerField())
    out = s.IntegerField(allow_null=True, help_text="The round in which a knockout was lost.")
    entry = EntryShape()


class StandingsShape(Answer):
    """Some places of the standings, the first one first; `next` is what to ask for as `after`."""

    version = s.IntegerField()
    tiebreaks = UnitShape(many=True)
    standings = PlaceShape(many=True)
    next = s.IntegerField(allow_null=True)


class LoggedShape(Answer):
    """Something that has happened. `by` is who did it, null for the service; the reason is what was written with it."""

    number = s.IntegerField()
    time = s.DateTimeField()
    event = s.CharField(help_text="The type of the event in the log, such as `round-paired`.")
    by = s.CharField(allow_null=True)
    text = s.CharField()
    reason = s.CharField(allow_null=True)


class LogShape(Answer):
    """Some of the log, the newest first; `next` is what to ask for as `before`."""

    log = LoggedShape(many=True)
    next = s.IntegerField(allow_null=True)


class RoundDatesShape(Answer):
    """When a round is."""

    round = s.IntegerField()
    begins = s.DateTimeField()
    ends = s.DateTimeField(allow_null=True)
    state = s.ChoiceField(choices=["over", "on", "to-come"])


class CalendarShape(Answer):
    """When a tournament is."""

    starts = s.DateTimeField(allow_null=True)
    started = s.DateTimeField(allow_null=True)
    ended = s.DateTimeField(allow_null=True)
    rounds = RoundDatesShape(many=True)


class StandingShape(Answer):
    """A place; null for who is annulled. Points are in tenths; `out` is the round in which a knockout was lost."""

    place = s.IntegerField(allow_null=True)
    shared = s.BooleanField()
    points = s.IntegerField()
    values = s.DictField(child=s.IntegerField())
    out = s.IntegerField(allow_null=True)


class RequestedByeShape(Answer):
    """A bye that was asked for, or granted."""

    round = s.IntegerField()
    kind = s.ChoiceField(choices=["half", "full", "zero"])


class PlayedRoundShape(Answer):
    """A round of an entry. Points are in tenths; a game is null while spectators may not look at it."""

    round = s.IntegerField()
    board = s.IntegerField(allow_null=True)
    opponent = s.IntegerField(allow_null=True)
    colour = s.ChoiceField(choices=COLOURS, allow_null=True)
    mark = s.CharField(allow_null=True)
    begun = s.BooleanField()
    points = s.IntegerField()
    so_far = s.IntegerField()
    counts = s.BooleanField()
    games = s.ListField(child=s.CharField(allow_null=True))


class TiebreakPartShape(Answer):
    """What a round adds to a tie-break, in its unit; what is cut adds nothing. `score`: where it comes from."""

    round = s.IntegerField()
    opponent = s.IntegerField(allow_null=True)
    mark = s.CharField(allow_null=True)
    value = s.IntegerField()
    why = s.CharField()
    score = s.IntegerField()
    cut = s.BooleanField()


class TiebreakShape(Answer):
    """A tie-break opened: its value is the sum of its parts, or their mean. `tied`: among whom it was looked at."""

    slug = s.CharField()
    unit = s.IntegerField()
    value = s.IntegerField(source="total")
    mean = s.BooleanField()
    parts = TiebreakPartShape(many=True)
    tied = s.ListField(child=s.IntegerField())


class CardShape(Answer):
    """An entry with all that its place is made of."""

    version = s.IntegerField()
    entry = EntryShape()
    standing = StandingShape(allow_null=True)
    checked_in = s.BooleanField()
    byes = RequestedByeShape(many=True)
    rounds = PlayedRoundShape(many=True)
    tiebreaks = TiebreakShape(many=True)


class CellShape(Answer):
    """A round of an entry in a crosstable."""

    round = s.IntegerField()
    opponent = s.IntegerField(allow_null=True)
    colour = s.ChoiceField(choices=COLOURS, allow_null=True)
    mark = s.CharField(allow_null=True)
    begun = s.BooleanField()
    game = s.CharField(allow_null=True)


class LineShape(Answer):
    """A line of a crosstable."""

    place = s.IntegerField(allow_null=True)
    points = s.IntegerField()
    entry = EntryShape()
    cells = CellShape(many=True)


class CrosstableShape(Answer):
    """Some lines of a crosstable; `next` is what to ask for as `after`."""

    version = s.IntegerField()
    crosstable = LineShape(many=True)
    next = s.IntegerField(allow_null=True)


class MatchShape(Answer):
    """A match of a bracket."""

    position = s.IntegerField()
    upper = s.IntegerField(allow_null=True)
    lower = s.IntegerField(allow_null=True)
    winner = s.IntegerField(allow_null=True)
    board = s.IntegerField(allow_null=True)
    games = s.ListField(child=s.CharField(allow_null=True))
    part = s.ChoiceField([part.value for part in BracketPart])


class BracketShape(Answer):
    """Some matches of a round of a bracket; `next` is what to ask for as `after`."""

    version = s.IntegerField()
    round = s.IntegerField()
    rounds = s.IntegerField()
    name = s.CharField()
    matches = MatchShape(many=True)
    third = MatchShape(allow_null=True)
    champion = s.IntegerField(allow_null=True)
    next = s.IntegerField(allow_null=True)


class ChallengeShape(Answer):
    """A challenge on a ladder, by entries."""

    number = s.IntegerField()
    challenger = s.IntegerField()
    challenged = s.IntegerField()
    made_at = s.DateTimeField()
    until = s.DateTimeField()
    answer = s.ChoiceField([answer.value for answer in ChallengeState])
    answered_at = s.DateTimeField(allow_null=True)
    board = s.IntegerField(allow_null=True)


class LadderPauseShape(Answer):
    """That an entry cannot be challenged until a time."""

    entry = s.IntegerField()
    until = s.DateTimeField()


class LadderShape(Answer):
    """A ladder: the entries on it, the first one first; its challenges, the newest first; who pauses. `next` is what to
    ask for as `after`, for older challenges."""

    version = s.IntegerField()
    order = s.ListField(child=s.IntegerField())
    pauses = LadderPauseShape(many=True)
    challenges = ChallengeShape(many=True)
    next = s.IntegerField(allow_null=True)


class RoleShape(Answer):
    """Who has a role."""

    player = PersonShape(allow_null=True)
    role = s.ChoiceField(choices=["owner", "arbiter", "helper"])


class WholeTournamentShape(TournamentShape):
    """A tournament with its terms, how it presents itself, who runs it, and its rounds."""

    description = s.CharField(help_text="Markdown.")
    place = s.CharField()
    zone = s.CharField()
    staff = RoleShape(many=True)
    terms = s.DictField(help_text="Times are in seconds, points in tenths.")
    rounds_paired = ShortRoundShape(many=True)


class FieldShape(Answer):
    """A field that an action takes. `choices` are all that it may be, null where it is free."""

    name = s.CharField()
    words = s.CharField(allow_blank=True)
    help = s.CharField(allow_blank=True)
    needed = s.BooleanField()
    choices = s.ListField(child=s.CharField(), allow_null=True)


class ActionShape(Answer):
    """An action that is offered. `version` names what it depends on: sent along, nothing is done if that changed."""

    do = s.CharField()
    words = s.CharField()
    about = s.CharField(allow_blank=True)
    sure = s.BooleanField(help_text="It cannot be undone, and is done with `sure` alone.")
    version = s.CharField()
    takes = FieldShape(many=True)


class StateOfEventShape(Answer):
    """How far an event is, and who asks: the own role, and the number of the own entry."""

    version = s.IntegerField(source="fold.version")
    status = s.ChoiceField(choices=Tournament.Status.values, source="fold.status.value")
    round = s.IntegerField(help_text="The last one that is paired.")
    role = s.ChoiceField(choices=["owner", "arbiter", "helper"], allow_null=True)
    entry = s.IntegerField(allow_null=True)


class StationShape(StateOfEventShape):
    """What can be done now."""

    actions = ActionShape(many=True)


class DeedDoneShape(StateOfEventShape):
    """What was done, in words, and how far the event is now."""

    done = s.CharField(allow_blank=True)


class VersionShape(Answer):
    """At which version an event is now."""

    version = s.IntegerField()


class RecordedShape(VersionShape):
    """How many results were recorded."""

    recorded = s.IntegerField()


class BothSidesShape(Answer):
    """A paused game, as each of its seats sees it."""

    call = s.IntegerField()
    game = s.CharField()
    views = PositionShape(many=True)


class FileTroubleShape(Answer):
    """What is wrong with a file, and in which line."""

    line = s.IntegerField(allow_null=True)
    code = s.CharField()
    words = s.CharField()


class FileEventShape(Answer):
    """What a file says of an event. In the `background` it is made if it is large."""

    name = s.CharField(allow_blank=True)
    variant = s.CharField(allow_null=True)
    format = s.CharField(allow_null=True)
    rounds = s.IntegerField()
    played = s.IntegerField()
    entries = s.IntegerField()
    background = s.BooleanField()


class EventFileShape(Answer):
    """What was understood: `trf`, `json` or `csv`, what is wrong first, what is said and is not or not quite read, and
    the event, if there is one to be seen.
    """

    form = s.CharField(allow_null=True)
    troubles = FileTroubleShape(many=True)
    notes = FileTroubleShape(many=True)
    event = FileEventShape(allow_null=True)


class ImportShape(Answer):
    """An import: the key of the tournament once it is done, how far it is, or why it failed."""

    id = s.UUIDField()
    state = s.ChoiceField(choices=["waiting", "done", "failed", "cancelled"])
    tournament = s.CharField(allow_null=True)
    done = s.IntegerField(allow_null=True)
    total = s.IntegerField(allow_null=True)
    code = s.CharField(allow_null=True)
    words = s.CharField(allow_null=True)


class BlockerShape(Answer):
    """Something that an event waits for; round and board are 0 where it is of none."""

    code = s.CharField()
    round = s.IntegerField()
    board = s.IntegerField()
    entries = s.ListField(child=s.IntegerField())
    detail = s.CharField(allow_blank=True)


class BlockersShape(Answer):
    """All that an event waits for."""

    blockers = BlockerShape(many=True)


class FreeShape(Answer):
    """An entry without a board, and the mark for it."""

    entry = s.IntegerField()
    mark = s.CharField()


class PairedShape(Answer):
    """A pairing by entries, red first."""

    boards = s.ListField(child=s.ListField(child=s.IntegerField()))
    byes = FreeShape(many=True)


class HandPairingShape(VersionShape):
    """The pairing of the round to come as it stands, and as the engine had it."""

    draft = PairedShape()
    engine = PairedShape(allow_null=True)


class RankingShape(VersionShape):
    """Entries, the highest first."""

    order = s.ListField(child=s.IntegerField())


class EnteredShape(VersionShape):
    """The numbers of the entries that were made."""

    entries = s.ListField(child=s.IntegerField())


class CalledShape(VersionShape):
    """The number of a call."""

    call = s.IntegerField()


class CallAnswerShape(Answer):
    """What an arbiter did about a call."""

    time = s.DateTimeField(source="at")
    ruling = s.CharField()
    by = s.CharField(allow_blank=True)
    seconds = s.IntegerField(allow_null=True, source="amount")
    entry = s.IntegerField(allow_null=True)
    reason = s.CharField(allow_null=True, allow_blank=True)


class EventCallShape(Answer):
    """A call; `entry` is null where an arbiter took the board up. `text` is empty where it was erased."""

    call = s.IntegerField(source="number")
    round = s.IntegerField()
    board = s.IntegerField()
    entry = s.IntegerField(allow_null=True)
    about = s.CharField()
    about_text = s.CharField()
    called = s.DateTimeField(source="called_at")
    stopped = s.BooleanField()
    closed = s.BooleanField()
    game = s.CharField(allow_null=True)
    text = s.CharField(allow_null=True, allow_blank=True)
    answers = CallAnswerShape(many=True)


class CallsShape(Answer):
    """Some calls, the newest first; `next` is what to ask for as `before`."""

    calls = EventCallShape(many=True)
    next = s.IntegerField(allow_null=True)
