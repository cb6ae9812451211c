"""What the service answers. Times are RFC 3339, in UTC.

Made by `generate.py` of the schema of the service. Not to be changed by hand.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Action(TypedDict):
    """An action that is offered. `version` names what it depends on: sent along, nothing is done if that changed."""

    about: str
    do: str
    sure: bool
    takes: list[Field]
    version: str
    words: str


class Appeal(TypedDict):
    """An appeal: `made` is null as long as there is none, and `refused` says why there can be none. `letters` is
    how
    often you may write now.
    """

    due: str
    letters: int
    made: str | None
    open: bool
    outcome: Literal["stands", "eased", "reversed", "withdrawn"] | None
    outcome_text: str | None
    reason: str
    refused: str | None
    state: str | None
    talk: list[AppealWords]
    until: str | None


class AppealWords(TypedDict):
    """Something that was written in an appeal, by you or by a moderator; null once it is erased."""

    own: bool
    sent: str
    text: str | None


class Attack(TypedDict):
    """An attack, and how it ended for the attacker."""

    attacker: Piece
    defender: Piece
    result: Literal["win", "loss", "both"]


class Begun(TypedDict):
    """The game that has begun."""

    game: str


class Blocked(TypedDict):
    """Whether there is a block now."""

    blocked: bool


class Blocker(TypedDict):
    """Something that an event waits for; round and board are 0 where it is of none."""

    board: int
    code: str
    detail: str
    entries: list[int]
    round: int


class Blockers(TypedDict):
    """All that an event waits for."""

    blockers: list[Blocker]


class Blocks(TypedDict):
    """Names."""

    blocked: list[str]
    next: str | None


class Board(TypedDict):
    """A board: its size and its special squares."""

    columns: int
    homes: dict[str, list[str]]
    lakes: list[str]
    rows: int
    stockades: list[str]


class BoardResult(TypedDict):
    """The result of the game that goes on at a board."""

    board: int
    leg: NotRequired[int]
    reason: NotRequired[str]
    result: Literal[
        "win-loss",
        "draw-draw",
        "loss-win",
        "forfeit-win-forfeit-loss",
        "forfeit-loss-forfeit-win",
        "forfeit-loss-forfeit-loss",
        "loss-loss",
    ]


class Book(TypedDict):
    """A rule book as data."""

    army: dict[str, int]
    board: Board
    chase_limit: bool
    deals: bool
    drawn: int
    edition: int
    more_squares: bool
    name: str
    rated_from: int
    rescues: int
    reserve: str
    seats: list[Side]
    slug: str
    two_squares: int
    url: str


class Books(TypedDict):
    """All rule books."""

    books: list[Book]


class BothSides(TypedDict):
    """A paused game, as each of its seats sees it."""

    call: int
    game: str
    views: list[Position]


class Bots(TypedDict):
    """Bots that take challenges, by name."""

    bots: list[ListedBot]
    next: str | None
    prev: str | None


class Bracket(TypedDict):
    """Some matches of a round of a bracket; `next` is what to ask for as `after`."""

    champion: int | None
    matches: list[Match]
    name: str
    next: int | None
    round: int
    rounds: int
    third: Match | None
    version: int


class Bye(TypedDict):
    """Who has no board, and the mark for it."""

    entry: Entry
    mark: str


class Calendar(TypedDict):
    """When a tournament is."""

    ended: str | None
    rounds: list[RoundDates]
    started: str | None
    starts: str | None


class CallAnswer(TypedDict):
    """What an arbiter did about a call."""

    by: str
    entry: int | None
    reason: str | None
    ruling: str
    seconds: int | None
    time: str


class Called(TypedDict):
    """The number of a call."""

    call: int
    version: int


class Calls(TypedDict):
    """Some calls, the newest first; `next` is what to ask for as `before`."""

    calls: list[EventCall]
    next: int | None


class Card(TypedDict):
    """An entry with all that its place is made of."""

    byes: list[RequestedBye]
    checked_in: bool
    entry: Entry
    rounds: list[PlayedRound]
    standing: Standing | None
    tiebreaks: list[Tiebreak]
    version: int


class Cell(TypedDict):
    """A round of an entry in a crosstable."""

    begun: bool
    colour: Literal["red", "blue"] | None
    game: str | None
    mark: str | None
    opponent: int | None
    round: int


class Change(TypedDict):
    """What a rated game did to a rating."""

    after: int
    before: int
    ended: str
    game: str | None


class Claim(TypedDict):
    """A claim that failed, told to the partners."""

    flag: int
    named: int
    ply: int
    seat: Literal["red", "blue", "red2", "blue2"]


class Clock(TypedDict):
    """The clocks of a game. No value changes while nobody acts."""

    halted: bool
    seats: dict[str, SeatClock]
    since: str


class Code(TypedDict):
    """A code with its parameters."""

    code: str
    params: dict[str, Any]


class Column(TypedDict):
    """A column of a table: its name in words, and whether it holds words, counts, shares of one or other numbers."""

    kind: str
    name: str


class Comment(TypedDict):
    """A comment at a place."""

    author: str
    id: str
    line: int
    ply: int
    text: str


class CountedSetups(TypedDict):
    """Set-ups, and what came of them."""

    drawn: int
    lost: int
    setups: int
    won: int


class Crosstable(TypedDict):
    """Some lines of a crosstable; `next` is what to ask for as `after`."""

    crosstable: list[Line]
    next: int | None
    version: int


class DataExport(TypedDict):
    """The file with all data of an account: its state, until when it can be fetched at `url` by who is signed in
    there,
    and when one can ask `again`.
    """

    again: str | None
    asked: str | None
    ends: str | None
    state: Literal["waiting", "done", "failed", "removed"] | None
    url: str


class DeedDone(TypedDict):
    """What was done, in words, and how far the event is now."""

    done: str
    entry: int | None
    role: Literal["owner", "arbiter", "helper"] | None
    round: int
    status: Literal["draft", "open", "running", "paused", "finished", "cancelled"]
    version: int


class Done(TypedDict):
    """It is done."""

    done: bool


class Draft(TypedDict):
    """A draft as it stands. `version` is 0 while nothing has been kept."""

    complete: bool
    game: str | None
    rows: str
    troubles: list[Trouble]
    undoable: bool
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    version: int


class Drafts(TypedDict):
    """Your drafts."""

    drafts: list[ListedDraft]


class Drawing(TypedDict):
    """What is drawn at a place."""

    line: int
    ply: int
    shapes: list[Sketch]


class Entered(TypedDict):
    """The numbers of the entries that were made."""

    entries: list[int]
    version: int


class Entries(TypedDict):
    """Some entries; `next` is the one to go on after."""

    entries: list[Entry]
    next: int | None


class Entry(TypedDict):
    """Who takes part: one player, or two partners; null for who is gone. `number` is the pairing number."""

    entry: int
    number: int | None
    players: list[Person]
    presence: str
    rating: int


class EventCall(TypedDict):
    """A call; `entry` is null where an arbiter took the board up. `text` is empty where it was erased."""

    about: str
    about_text: str
    answers: list[CallAnswer]
    board: int
    call: int
    called: str
    closed: bool
    entry: int | None
    game: str | None
    round: int
    stopped: bool
    text: str | None


class EventFile(TypedDict):
    """What was understood: `trf`, `json` or `csv`, what is wrong first, what is said and is not or not quite read,
    and
    the event, if there is one to be seen.
    """

    event: FileEvent | None
    form: str | None
    notes: list[FileTrouble]
    troubles: list[FileTrouble]


class EventGame(TypedDict):
    """A game of a board: the entries on its sides, and their marks once it is decided; its key, if spectators may
    look
    at it now.
    """

    blue: int
    game: str | None
    marks: list[str] | None
    red: int


class EventOptions(TypedDict):
    """Options of the games."""

    no_attack_limit: NotRequired[int | None]
    spotter: NotRequired[bool]


class EventScoring(TypedDict):
    """What results are worth, in tenths; what is left out follows from win, draw and loss."""

    absent: NotRequired[int]
    draw: int
    forfeit_loss: NotRequired[int]
    forfeit_win: NotRequired[int]
    full_bye: NotRequired[int]
    half_bye: NotRequired[int]
    loss: int
    pairing_bye: NotRequired[int]
    win: int


class EventTerms(TypedDict):
    """The terms, as a tournament tells them: those that are named. Spans are in seconds; null is no limit."""

    accelerated: NotRequired[bool]
    automatic: NotRequired[bool]
    best_of: NotRequired[int]
    byes_until: NotRequired[int]
    calendar: NotRequired[list[str]]
    capacity: NotRequired[int | None]
    check_in: NotRequired[int]
    decider: NotRequired[str]
    delay: NotRequired[int | None]
    delay_plies: NotRequired[int | None]
    double: NotRequired[bool]
    entry: NotRequired[Literal["open", "invitation", "code"]]
    half_byes: NotRequired[int]
    late: NotRequired[int]
    no_show: NotRequired[int | None]
    notes: NotRequired[bool]
    options: NotRequired[EventOptions]
    pause: NotRequired[int]
    publish_before: NotRequired[int]
    publishing: NotRequired[Literal["paired", "hand", "before"]]
    rated: NotRequired[bool]
    rating_from: NotRequired[int | None]
    rating_to: NotRequired[int | None]
    replays: NotRequired[int]
    reveal: NotRequired[Literal["end", "round", "event", "delay", "never"]]
    reveal_after: NotRequired[int | None]
    round_length: NotRequired[int | None]
    rounds: NotRequired[int]
    scheduled: NotRequired[bool]
    scoring: NotRequired[EventScoring]
    seeding: NotRequired[Literal["rating", "hand", "lot"]]
    spectators: NotRequired[Literal["live", "delayed", "ended"]]
    start_ratings: NotRequired[Literal["entered", "current"]]
    starts: NotRequired[str | None]
    stop_clocks: NotRequired[bool]
    third_place: NotRequired[bool]
    tiebreaks: NotRequired[
        list[
            Literal[
                "buchholz",
                "buchholz-cut-1",
                "buchholz-cut-2",
                "buchholz-median",
                "buchholz-median-2",
                "sonneborn-berger",
                "sonneborn-berger-cut-1",
                "direct-encounter",
                "wins",
                "games-won",
                "games-blue",
                "wins-blue",
                "progressive",
                "progressive-cut-1",
                "rounds-elected",
                "standard-points",
                "koya",
                "average-rating",
                "average-rating-cut-1",
                "rating",
                "seed",
                "lot",
            ]
        ]
    ]
    time: NotRequired[
        Literal[
            "live-5-5",
            "live-10-10",
            "live-20-10",
            "live-45-20",
            "1-day",
            "2-days",
            "3-days",
            "5-days",
            "7-days",
            "14-days",
            "bank-3d-6h",
            "bank-7d-12h",
        ]
        | dict[str, Any]
        | None
    ]
    until_next: NotRequired[bool]


class Families(TypedDict):
    """Families of a rule book, the largest first. `next` is the page to go on with."""

    families: list[Family]
    made: str | None
    next: int | None
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]


class Family(TypedDict):
    """A family of set-ups: its leader, and on how many squares the others differ from it at most."""

    number: int
    reach: int
    rows: str
    url: str
    went: CountedSetups | None


class FamilyLink(TypedDict):
    """The family that a set-up belongs to: its number and its page."""

    number: int
    url: str


class Field(TypedDict):
    """A field that an action takes. `choices` are all that it may be, null where it is free."""

    choices: list[str] | None
    help: str
    name: str
    needed: bool
    words: str


class Figures(TypedDict):
    """How games of a rule book go. `opened` of them are open to all; no table without games enough behind it."""

    games: int
    opened: int
    tables: list[Table]
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]


class FileEvent(TypedDict):
    """What a file says of an event. In the `background` it is made if it is large."""

    background: bool
    entries: int
    format: str | None
    name: str
    played: int
    rounds: int
    variant: str | None


class FileTrouble(TypedDict):
    """What is wrong with a file, and in which line."""

    code: str
    line: int | None
    words: str


class Free(TypedDict):
    """An entry without a board, and the mark for it."""

    entry: int
    mark: str


class Game(TypedDict):
    """A game as who asks sees it: the own seat, the views that are open, and how it stands."""

    created: str
    ended: str | None
    key: str
    outcome: Outcome | None
    players: list[Seated]
    plies: int | None
    rated: bool
    result: Literal["playing", "red", "blue", "draw", "unfinished", "called-off", "neither", "annulled"]
    revealed: bool
    round: int | None
    seat: Literal["red", "blue", "red2", "blue2"] | None
    source: Literal["play", "import", "whatif"]
    spectators: Literal["live", "delayed", "ended"]
    started: str | None
    state: State | None
    status: Literal["waiting", "playing", "over"]
    time: Time | None
    tournament: str | None
    url: str
    variant: str
    views: list[Literal["red", "blue", "red2", "blue2", "spectator", "all"]]


class GameLine(TypedDict):
    """A line of a game's stream: `talk` has the newest `messages` at your table, `game` all the rest; or, at the
    end,
    one with `type` and the `problem` that ended it.
    """

    game: str
    id: str
    legal: NotRequired[list[str]]
    messages: NotRequired[list[Message]]
    seat: NotRequired[Literal["red", "blue", "red2", "blue2"] | None]
    state: NotRequired[State | None]
    status: NotRequired[Literal["waiting", "playing", "over"]]
    turns: NotRequired[list[Ply]]
    type: Literal["game", "talk"]
    variant: NotRequired[
        Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ]
    ]
    version: NotRequired[int]
    view: NotRequired[View | None]


class Games(TypedDict):
    """A page of games. `next` and `prev` are the addresses of the pages around it."""

    count: int
    games: list[ListedGame]
    more: bool
    next: str | None
    prev: str | None


class Guess(TypedDict):
    """A guess at a piece, from which ply on it stood, and until which; null for to the end."""

    piece: int
    rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"]
    since: int
    until: int | None


class Guesser(TypedDict):
    """What was guessed from a seat."""

    guesses: list[Guess]
    seat: Literal["red", "blue", "red2", "blue2"]


class Guesses(TypedDict):
    """Your marks that stand, and whether your guesses are to be opened with the game; once it is open, all guesses
    that
    you may see.
    """

    opened: bool | None
    own: list[Mark]
    shown: list[Guesser]


class HandPairing(TypedDict):
    """The pairing of the round to come as it stands, and as the engine had it."""

    draft: Paired
    engine: Paired | None
    version: int


class History(TypedDict):
    """The last rated games of a rule book, the oldest first."""

    changes: list[Change]
    ladder: Literal["people", "bots"]
    variant: str


class Holding(TypedDict):
    """Pieces off the board: a reserve, a hand or a deck; null for ranks that the viewer may not know."""

    count: int
    kind: str
    ranks: dict[str, int] | None
    seat: Literal["red", "blue", "red2", "blue2"]


class Import(TypedDict):
    """An import: the key of the tournament once it is done, how far it is, or why it failed."""

    code: str | None
    done: int | None
    id: str
    state: Literal["waiting", "done", "failed", "cancelled"]
    total: int | None
    tournament: str | None
    words: str | None


class KeptDraft(TypedDict):
    """The version that a draft has now."""

    undoable: bool
    version: int


class KeptNotes(TypedDict):
    """How many characters were kept."""

    kept: int


class KeptSetup(TypedDict):
    """What was saved, without its squares."""

    id: str
    name: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    version: int


class Legal(TypedDict):
    """What the own seat may submit now, in notation; nothing while it is not its turn."""

    turns: list[str]
    version: int


class Line(TypedDict):
    """A line of a crosstable."""

    cells: list[Cell]
    entry: Entry
    place: int | None
    points: int


class ListedBot(TypedDict):
    """A bot that takes challenges."""

    keeper: str | None
    kind: Literal["member", "guest", "bot", "record"]
    name: str
    ratings: dict[str, Rating]
    url: str


class ListedDraft(TypedDict):
    """A draft in the list: of a game, or of the workshop of a rule book."""

    game: str | None
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    version: int


class ListedEvent(TypedDict):
    """A tournament in a list."""

    announced: str | None
    capacity: int | None
    ended: str | None
    entries: int
    entry: str
    format: str
    key: str
    name: str
    rated: bool
    real: bool
    round: int
    rounds: int | None
    started: str | None
    starts: str | None
    status: Literal["draft", "open", "running", "paused", "finished", "cancelled"]
    time: Time | None
    url: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    waiting: int


class ListedGame(TypedDict):
    """A game in a list. Plies are null while nobody may see them."""

    created: str
    ended: str | None
    key: str
    outcome: Outcome | None
    players: list[Seated]
    plies: int | None
    rated: bool
    result: Literal["playing", "red", "blue", "draw", "unfinished", "called-off", "neither", "annulled"]
    revealed: bool
    round: int | None
    source: Literal["play", "import", "whatif"]
    spectators: Literal["live", "delayed", "ended"]
    started: str | None
    status: Literal["waiting", "playing", "over"]
    time: Time | None
    tournament: str | None
    url: str
    variant: str


class ListedPuzzle(TypedDict):
    """A puzzle in a list: the question in words, how hard it is, and how many solved it of those whose answers were
    rated.
    """

    attempts: int
    key: str
    kind: Literal["cannot", "where", "attack"]
    question: str
    rating: int
    solved: int
    url: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]


class ListedSetup(TypedDict):
    """A saved set-up in the list: how your open games with it went, and the family it belongs to."""

    family: FamilyLink | None
    id: str
    name: str
    results: Results | None
    rows: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    version: int


class ListedStudy(TypedDict):
    """A study in a list."""

    authors: list[str]
    game: str
    key: str
    published: str | None
    title: str
    url: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]


class Log(TypedDict):
    """Some of the log, the newest first; `next` is what to ask for as `before`."""

    log: list[Logged]
    next: int | None


class Logged(TypedDict):
    """Something that has happened. `by` is who did it, null for the service; the reason is what was written with it."""

    by: str | None
    event: str
    number: int
    reason: str | None
    text: str
    time: str


class Look(TypedDict):
    """What a look at cards showed, told to who looked."""

    kind: str
    ply: int
    ranks: list[Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"]]
    seat: Literal["red", "blue", "red2", "blue2"]
    squares: list[str]


class Mark(TypedDict):
    """What you take a piece for now."""

    piece: int
    rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"]


class Match(TypedDict):
    """A match of a bracket."""

    board: int | None
    games: list[str | None]
    lower: int | None
    position: int
    upper: int | None
    winner: int | None


class Me(TypedDict):
    """Who I am."""

    player: Person
    rated_against_bots: bool
    token: Token


class Meant(TypedDict):
    """A member who is meant by a person of the file, and is asked before anything is shown as theirs."""

    entry: int
    name: str
    place: NotRequired[int]


class Member(TypedDict):
    """A set-up of a family, and on how many squares it differs from the leader."""

    differs: int
    rows: str
    went: CountedSetups


class Message(TypedDict):
    """A message as you may read it. `phrase` is one of the set ones; `text` has its words then."""

    author: Person
    id: str
    own: bool
    phrase: Literal["luck", "hello", "nice", "ouch", "moment", "later", "thanks", "again"] | None
    seat: Literal["red", "blue", "red2", "blue2"] | None
    sent: str
    text: str


class Mine(TypedDict):
    """A game of mine that goes on; `waits` if something is to be done by me."""

    due: str | None
    game: ListedGame
    seat: Literal["red", "blue", "red2", "blue2"]
    waits: bool


class Moves(TypedDict):
    """Some turns of a game, as an audience saw them. `next` is the ply to go on from; null at the end."""

    moves: list[Ply]
    next: int | None
    plies: int
    version: int


class Muted(TypedDict):
    """Whom you do not hear at a table."""

    muted: list[Literal["red", "blue", "red2", "blue2"]]


class MyGames(TypedDict):
    """My games that go on, what waits for me first."""

    games: list[Mine]
    next: str | None


class MyLine(TypedDict):
    """A line of a player's stream: which fields there are goes by its type. The last one of those that come
    together
    has an `id`.
    """

    board: NotRequired[int | None]
    challenges: NotRequired[list[Seek]]
    due: NotRequired[str | None]
    game: NotRequired[Any]
    id: NotRequired[str]
    key: str
    round: NotRequired[int | None]
    seat: NotRequired[Literal["red", "blue", "red2", "blue2"]]
    seeks: NotRequired[list[Seek]]
    status: NotRequired[str]
    type: Literal["game", "over", "lobby", "tournament"]
    version: NotRequired[int]
    waits: NotRequired[bool]


class MyStudies(TypedDict):
    """Your studies, those that were changed last first."""

    studies: list[MyStudy]


class MyStudy(TypedDict):
    """A study that you own, write, read, or are invited to."""

    authors: list[str]
    game: str
    invited: bool
    key: str
    published: str | None
    role: str
    title: str
    url: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]


class NamedEntry(TypedDict):
    """Who is entered together: one, or two partners. The rating ranks them."""

    people: list[NamedPerson]
    rating: NotRequired[int]


class NamedPerson(TypedDict):
    """Somebody who is entered by name, and what is known besides."""

    birth: NotRequired[str]
    club: NotRequired[str]
    federation: NotRequired[str]
    fide: NotRequired[str]
    name: str
    title: NotRequired[str]


class Noted(TypedDict):
    """A ply against a repetition rule, in a record that only notes them."""

    ply: int
    rule: str


class Notes(TypedDict):
    """Your notes on a game, and whether it allows any while it is played."""

    allowed: bool
    text: str


class Notice(TypedDict):
    """Something that you were told: a sentence, and where it leads."""

    deadline: str | None
    id: str
    kind: str
    made: str
    read: str | None
    text: str
    url: str


class Notices(TypedDict):
    """The newest first."""

    notices: list[Notice]


class OneFamily(TypedDict):
    """A family with those of its set-ups that were laid in games enough."""

    members: list[Member]
    number: int
    reach: int
    rows: str
    url: str
    went: CountedSetups | None


class Outcome(TypedDict):
    """How a game ended on the board, and the side that won."""

    kind: Literal[
        "flag-captured",
        "flags-united",
        "no-legal-turn",
        "nobody-can-move",
        "no-attack-limit",
        "resignation",
        "agreed-draw",
        "time-out",
        "adjudication",
        "both-lose",
        "ply-limit",
        "forfeit",
        "both-missing",
        "aborted",
        "cancelled",
        "player-clock",
        "game-clock",
        "missing-clock",
        "opponent-missing",
        "unfinished",
    ]
    winner: int | None
    winning_side: Literal["red", "blue"] | None


class OwnReport(TypedDict):
    """A report of yours, and what came of it in general words."""

    about: str | None
    id: str
    kind: Literal["player", "message", "letter", "note", "study", "comment", "game", "puzzle"]
    made: str
    state: Literal["open", "resolved", "dismissed", "gone", "reversed"]
    state_text: str
    text: str
    why: Literal[
        "stopped-playing",
        "stalling",
        "draw-refusal",
        "chasing",
        "abuse",
        "name",
        "spam",
        "accounts",
        "boosting",
        "telling",
        "collusion",
        "cheating",
        "powers",
        "wrong",
        "other",
    ]


class Paired(TypedDict):
    """A pairing by entries, red first."""

    boards: list[list[int]]
    byes: list[Free]


class Pairing(TypedDict):
    """A board; the winner of a match is an entry."""

    blue: Entry
    board: int
    decided: bool
    games: list[EventGame]
    red: Entry
    winner: int | None


class Part(TypedDict):
    """A further part of a turn, as far as the viewer knows it."""

    kind: str
    piece: Piece | None
    ranks: list[Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"]] | None
    squares: list[str]


class Penalties(TypedDict):
    """The newest first."""

    next: str | None
    penalties: list[Penalty]


class Penalty(TypedDict):
    """What a moderator decided. `url` is where to appeal; what is `to_be_read` keeps you from new games until then."""

    begins: str
    by: str | None
    ends: str | None
    id: str
    in_force: bool
    kind: Literal[
        "note",
        "warning",
        "no-talk",
        "no-rated",
        "no-events",
        "no-seeks",
        "ban",
        "rating-set-back",
        "result-annulled",
        "result-forfeited",
    ]
    reason: str
    rule: str
    state: str
    to_be_read: bool
    url: str
    words: str


class Pending(TypedDict):
    """A choice that a turn waits for."""

    kind: str
    seat: Literal["red", "blue", "red2", "blue2"]


class Person(TypedDict):
    """Somebody as everybody may know them."""

    kind: Literal["member", "guest", "bot", "record"]
    name: str


class Piece(TypedDict):
    """A piece as its viewer knows it; a rank that the viewer may not know is null."""

    captive: bool
    id: int
    rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"] | None
    rescuer: bool
    revealed: bool
    seat: Literal["red", "blue", "red2", "blue2"]
    square: str


class Place(TypedDict):
    """A place; null for who is annulled. Points are in tenths."""

    entry: Entry
    out: int | None
    place: int | None
    points: int
    shared: bool
    values: dict[str, int]


class Placed(TypedDict):
    """A square of red's side, and how often the rank stands there."""

    setups: int
    share: float
    square: str
    went: Went | None


class Placements(TypedDict):
    """Where a rank stands in the set-ups of open games; nothing of what fewer than ten games stand behind."""

    rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"]
    setups: int | None
    squares: list[Placed]
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    went: Went | None


class PlayedRound(TypedDict):
    """A round of an entry. Points are in tenths; a game is null while spectators may not look at it."""

    begun: bool
    board: int | None
    colour: Literal["red", "blue"] | None
    counts: bool
    games: list[str | None]
    mark: str | None
    opponent: int | None
    points: int
    round: int
    so_far: int


class Player(TypedDict):
    """A member: results and ratings by rule book."""

    kind: Literal["member", "guest", "bot", "record"]
    name: str
    ratings: dict[str, Rating]
    results: dict[str, Results]
    url: str


class PlayerFigures(TypedDict):
    """How a player's games go, up to a month; null for all, of your own."""

    games: int
    opened: int
    player: Person
    tables: list[Table]
    until: str | None
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]


class Ply(TypedDict):
    """A turn with its number, from 1."""

    attack: Attack | None
    noted: str | None
    parts: list[Part]
    path: list[str]
    piece: int
    ply: int
    revealed: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"] | None
    seat: Literal["red", "blue", "red2", "blue2"]
    text: str


class Position(TypedDict):
    """A position as one viewer may know it."""

    captured: list[Piece]
    cautions: list[Code]
    claims: list[Claim]
    edition: int
    holdings: list[Holding]
    last: Turn | None
    looks: list[Look]
    noted: list[Noted]
    outcome: Outcome | None
    pending: Pending | None
    pieces: list[Piece]
    ply: int
    quiet: int
    quiet_limit: int | None
    rescues: list[int]
    to_move: Literal["red", "blue", "red2", "blue2"]
    variant: str
    viewer: Literal["red", "blue", "red2", "blue2", "spectator", "all"]


class Preferences(TypedDict):
    """How somebody wants the pages."""

    board_side: Literal["own", "red"]
    bot_challenges: bool
    confirm_moves: bool
    coordinates: bool
    open_data: Literal["pseudonym", "name", "none"]
    open_guesses: bool
    ranks: Literal["high", "low", "symbols"]
    rated_bots: bool
    show_figures: bool
    theme: Literal["system", "light", "dark"]
    time_zone: str


class Problem(TypedDict):
    """What is refused (RFC 9457). Go by `code` and `params`; `detail` is for people."""

    code: str
    detail: str
    params: dict[str, Any]
    status: int
    title: str
    type: str


class Puzzle(TypedDict):
    """A puzzle: a position as one seat saw it, the turns that led to it, and what may be chosen."""

    about: Literal["red", "blue", "red2", "blue2"] | None
    answered: PuzzleAnswer | None
    attempts: int
    choices: list[str]
    hint: str
    key: str
    kind: Literal["cannot", "where", "attack"]
    many: bool
    position: Position
    question: str
    rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"] | None
    rating: int
    seat: Literal["red", "blue", "red2", "blue2"]
    solved: int
    turns: list[str]
    url: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]


class PuzzleAnswer(TypedDict):
    """What was answered, what is right, the game it is of, and what it did to the rating; null if it was not rated."""

    after: int | None
    answer: list[str]
    before: int | None
    chosen: list[str]
    game: str
    kept: bool
    right: bool


class PuzzleDay(TypedDict):
    """The puzzle of a day."""

    day: str
    puzzle: ListedPuzzle


class PuzzleDays(TypedDict):
    """Puzzles of days, the newest first."""

    days: list[PuzzleDay]
    next: str | None
    prev: str | None


class Ranking(TypedDict):
    """Entries, the highest first."""

    order: list[int]
    version: int


class Rating(TypedDict):
    """A rating now: its deviation grows while nobody plays."""

    deviation: int
    games: int
    ladder: Literal["people", "bots"]
    provisional: bool
    value: int


class Reason(TypedDict):
    """What may be wrong, and in words."""

    why: Literal[
        "stopped-playing",
        "stalling",
        "draw-refusal",
        "chasing",
        "abuse",
        "name",
        "spam",
        "accounts",
        "boosting",
        "telling",
        "collusion",
        "cheating",
        "powers",
        "wrong",
        "other",
    ]
    words: str


class Recorded(TypedDict):
    """How many results were recorded."""

    recorded: int
    version: int


class Release(TypedDict):
    """The games that were revealed in a month. `checkpoint` is the first that covers what the log was told of it,
    with
    its root; null until there is one.
    """

    checkpoint: int | None
    checkpoint_root: str | None
    complete: bool
    files: list[ReleasedFile]
    games: int
    left_out_by_wish: int
    log: str
    manifest: str
    month: str
    released: str
    stream: str


class ReleasedFile(TypedDict):
    """A file of a release. What is at its `url` never changes; `Range` asks for a part of it."""

    bytes: int
    name: str
    rows: int | None
    sha256: str
    url: str


class Releases(TypedDict):
    """Releases, the last month first."""

    next: str | None
    releases: list[Release]


class Report(TypedDict):
    """A file as text."""

    text: str


class Reportable(TypedDict):
    """What can be reported. Where there are `choices`, one of them is to be named as `about`."""

    about: str | None
    choices: list[str]
    kind: Literal["player", "message", "letter", "note", "study", "comment", "game", "puzzle"]
    reasons: list[Reason]


class Reported(TypedDict):
    """The report that was made."""

    id: str


class Reports(TypedDict):
    """Your reports, the newest first."""

    next: str | None
    reports: list[OwnReport]


class RequestedBye(TypedDict):
    """A bye that was asked for, or granted."""

    kind: Literal["half", "full", "zero"]
    round: int


class Results(TypedDict):
    """How games of a rule book ended."""

    drawn: int
    lost: int
    won: int


class Role(TypedDict):
    """Who has a role."""

    player: Person | None
    role: Literal["owner", "arbiter", "helper"]


class Round(TypedDict):
    """A round with some of its boards; `next` is the one to go on after."""

    begun: str | None
    boards: int
    byes: list[Bye]
    deadline: str | None
    decided: bool
    finished: str | None
    next: int | None
    pairings: list[Pairing]
    round: int


class RoundDates(TypedDict):
    """When a round is."""

    begins: str
    ends: str | None
    round: int
    state: Literal["over", "on", "to-come"]


class Said(TypedDict):
    """A message that was sent."""

    id: str
    sent: str


class SavedSetup(TypedDict):
    """A saved set-up: the row nearest the enemy first, each from the own left, `.` for an empty square."""

    id: str
    name: str
    rows: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    version: int


class SavedSetups(TypedDict):
    """Your saved set-ups by name."""

    setups: list[ListedSetup]


class SeatClock(TypedDict):
    """The clock of a seat: until when, if its time runs, and what it had left at `since`."""

    left_ms: int
    running: bool
    until: str | None


class Seated(TypedDict):
    """Who sits at a seat; null for who has no name, or is gone."""

    ladder: Literal["people", "bots", "none"] | None
    player: Person | None
    seat: Literal["red", "blue", "red2", "blue2"]
    side: int


class Seek(TypedDict):
    """A seek or a challenge. `game` is the key of the game once it has begun."""

    bots: bool
    colour: str
    expires: str
    game: str | None
    host: Person | None
    id: str
    kind: Literal["open", "link", "direct"]
    no_attack_limit: int
    notes: bool
    partners: str
    players: list[Person]
    rated: bool
    rating_from: int | None
    rating_to: int | None
    reveal: str
    reveal_after: int | None
    size: int
    spotter: bool
    state: str
    time: Time
    variant: str


class Seeks(TypedDict):
    """Seeks."""

    seeks: list[Seek]


class Setup(TypedDict):
    """The own set-up before play: what it may be chosen from, and what was made of it."""

    drawn: list[Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"]]
    made: str | None
    seat: Literal["red", "blue", "red2", "blue2"]
    version: int


class SetupCheck(TypedDict):
    """Whether a form is a set-up, and what is missing or wrong."""

    complete: bool
    troubles: list[Trouble]


class ShortRound(TypedDict):
    """A round that is published."""

    begun: str | None
    boards: int
    deadline: str | None
    decided: bool
    finished: str | None
    round: int


class Side(TypedDict):
    """A seat and its side."""

    seat: Literal["red", "blue", "red2", "blue2"]
    side: int


class Sketch(TypedDict):
    """A square that is marked, or an arrow."""

    colour: str
    squares: list[str]


class Standing(TypedDict):
    """A place; null for who is annulled. Points are in tenths; `out` is the round in which a knockout was lost."""

    out: int | None
    place: int | None
    points: int
    shared: bool
    values: dict[str, int]


class Standings(TypedDict):
    """Some places of the standings, the first one first; `next` is what to ask for as `after`."""

    next: int | None
    standings: list[Place]
    tiebreaks: list[Unit]
    version: int


class State(TypedDict):
    """How a game stands, by what all its viewers see."""

    begun: bool
    clock: Clock | None
    draw: list[Literal["red", "blue", "red2", "blue2"]]
    outcome: Outcome | None
    paused: list[str]
    plies: int
    version: int
    waiting_for: list[Literal["red", "blue", "red2", "blue2"]]


class Station(TypedDict):
    """What can be done now."""

    actions: list[Action]
    entry: int | None
    role: Literal["owner", "arbiter", "helper"] | None
    round: int
    status: Literal["draft", "open", "running", "paused", "finished", "cancelled"]
    version: int


class Studies(TypedDict):
    """Public studies, the newest first."""

    next: str | None
    prev: str | None
    studies: list[ListedStudy]


class Study(TypedDict):
    """A study as its reader sees it (docs/studies.md)."""

    authors: list[str]
    comments: list[Comment]
    drawings: list[Drawing]
    edition: int
    format: str
    game: str
    study: str
    title: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    variations: list[Variation]
    version: int


class StudyChanged(TypedDict):
    """The study and its version now."""

    study: str
    version: int


class StudyMember(TypedDict):
    """Somebody who takes part in a study, or is invited."""

    invited: bool
    name: str
    role: Literal["owner", "author", "reader"]
    since: str


class StudyPlaced(TypedDict):
    """And where that leads."""

    line: int
    ply: int
    study: str
    version: int


class StudySettings(TypedDict):
    """What a study is called, who may read it and who writes it. `link` opens it while it is to be read by link."""

    link: str
    members: list[StudyMember]
    study: str
    title: str
    version: int
    visibility: Literal["private", "link", "public"]


class Table(TypedDict):
    """A table: the first value of a row is its name."""

    columns: list[Column]
    note: str
    rows: list[list[Any]]
    slug: str
    title: str


class Talk(TypedDict):
    """What was said at a table, the newest first."""

    messages: list[Message]
    muted: list[Literal["red", "blue", "red2", "blue2"]]
    next: str | None
    open: bool
    phrases: list[Literal["luck", "hello", "nice", "ouch", "moment", "later", "thanks", "again"]]
    phrases_only: bool
    prev: str | None
    unread: int


class Tiebreak(TypedDict):
    """A tie-break opened: its value is the sum of its parts, or their mean. `tied`: among whom it was looked at."""

    mean: bool
    parts: list[TiebreakPart]
    slug: str
    tied: list[int]
    unit: int
    value: int


class TiebreakPart(TypedDict):
    """What a round adds to a tie-break, in its unit; what is cut adds nothing. `score`: where it comes from."""

    cut: bool
    mark: str | None
    opponent: int | None
    round: int
    score: int
    value: int
    why: str


class Time(TypedDict):
    """A time control, in seconds."""

    base: int
    cap: NotRequired[int]
    increment: NotRequired[int]
    kind: Literal["move", "bank"]
    setup: int
    vacation: NotRequired[bool]


class Token(TypedDict):
    """The token that asks."""

    expires: str
    name: str
    scopes: list[Literal["read", "play", "challenge", "setups", "talk", "organise", "account", "staff"]]


class Told(TypedDict):
    """Where you are told of a kind."""

    kind: str
    mail: bool
    page: bool
    words: str


class Tournaments(TypedDict):
    """A page of tournaments."""

    next: str | None
    prev: str | None
    tournaments: list[ListedEvent]


class Trouble(TypedDict):
    """What keeps a form from being a set-up: too many of a rank, so many missing, squares to fill, or no Flag."""

    code: Literal["surplus", "missing", "empty", "flag"]
    count: int
    rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"] | None


class Turn(TypedDict):
    """A turn as its viewer saw it; `text` is its notation, without what is hidden."""

    attack: Attack | None
    noted: str | None
    parts: list[Part]
    path: list[str]
    piece: int
    revealed: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"] | None
    seat: Literal["red", "blue", "red2", "blue2"]
    text: str


class Unit(TypedDict):
    """A tie-break: values are divided by its unit."""

    slug: str
    unit: int


class Unread(TypedDict):
    """How much there is yet to read at a table."""

    unread: int


class Vacation(TypedDict):
    """Until when you are away, and how many whole days are left of those of a year."""

    a_year: int
    left: int
    until: str | None


class Variation(TypedDict):
    """A line that leaves another one after a ply; line 0 is the game."""

    after: int
    leaves: int
    line: int
    plies: Any


class Version(TypedDict):
    """At which version an event is now."""

    version: int


class View(TypedDict):
    """A position as one viewer may know it, and the version that it belongs to."""

    captured: list[Piece]
    cautions: list[Code]
    claims: list[Claim]
    edition: int
    holdings: list[Holding]
    last: Turn | None
    looks: list[Look]
    noted: list[Noted]
    outcome: Outcome | None
    pending: Pending | None
    pieces: list[Piece]
    ply: int
    quiet: int
    quiet_limit: int | None
    rescues: list[int]
    to_move: Literal["red", "blue", "red2", "blue2"]
    variant: str
    version: int
    viewer: Literal["red", "blue", "red2", "blue2", "spectator", "all"]


class Went(TypedDict):
    """How games went, as shares of one."""

    drawn: float
    lost: float
    won: float


class WholeTournament(TypedDict):
    """A tournament with its terms, how it presents itself, who runs it, and its rounds."""

    announced: str | None
    capacity: int | None
    description: str
    ended: str | None
    entries: int
    entry: str
    format: str
    key: str
    name: str
    place: str
    rated: bool
    real: bool
    round: int
    rounds: int | None
    rounds_paired: list[ShortRound]
    staff: list[Role]
    started: str | None
    starts: str | None
    status: Literal["draft", "open", "running", "paused", "finished", "cancelled"]
    terms: dict[str, Any]
    time: Time | None
    url: str
    variant: Literal[
        "classic",
        "barrage",
        "battle",
        "duel",
        "lightning",
        "ultimate_lightning",
        "campaign",
        "alliance",
        "alliance_lightning",
        "cards",
    ]
    version: int
    waiting: int
    zone: str


class Wish(TypedDict):
    """Where a kind of notice is wanted; what is left out stays."""

    kind: Literal[
        "your-turn",
        "reminder",
        "draw-offer",
        "started",
        "over",
        "reveal",
        "left",
        "ruled",
        "cancelled",
        "challenge",
        "accepted",
        "declined",
        "rematch",
        "message",
        "study",
        "invited",
        "partner",
        "named",
        "admitted",
        "terms",
        "check-in",
        "not-begun",
        "paired",
        "begun",
        "time-proposed",
        "time-agreed",
        "time-refused",
        "appointment",
        "deadline",
        "no-show",
        "claimed",
        "disputed",
        "decided",
        "taken-back",
        "answered",
        "letter",
        "places",
        "called-off",
        "role",
        "call",
        "withdrawn",
        "result-ruled",
        "penalty",
        "opened",
        "reported",
        "appeal",
        "hearing",
        "blocked",
    ]
    mail: NotRequired[bool]
    page: NotRequired[bool]


class Wishes(TypedDict):
    """All kinds."""

    wishes: list[Told]
