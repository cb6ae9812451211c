"""Seals on words that may reveal a rank of a game that is not revealed; its players see that one was opened.

Talk at a table may reveal a rank until the game is revealed. Set phrases do not; but where
spectators are behind, or see nothing, a phrase may reveal that the game is over.

Each opener of `SEALED` is called with the id of the `target`, the `moderator`, and when the target was `moment` of by a
report last, in the transaction that notes it in the case: the players of the game see it, once more if there are words
that were not there the last time.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from accounts.models import Penalty, Player, Report
from eventlog.statements import execute
from games.domain import command_handler, moderation
from games.domain.state import SIDES
from games.models import Game
from games.rules import Illegal
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Appeal, Case, CaseLink
from moderation.cases.refusals import CaseRefused
from play.talk.models import Message
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Letter, Text, TournamentGame

LAST_OVER = 50
"""The number of finished games about which a report may have secrets."""

REPORT = "report"
"""What somebody wrote in a report, by its id."""

APPEAL = "appeal"
"""What is written in an appeal, by the id of its penalty."""

TALK = "talk"
"""All that was said at the table of a game, by the game's id."""


QUOTING = (CaseKind.TELLING, CaseKind.COLLUSION)
"""The reasons of reports that are likely to say which ranks were told, by whomever."""

KNOWING = (*QUOTING, CaseKind.CHEATING)
"""The kinds of cases in which a player is likely to speak of any game, whichever was reported."""


def open_message(target: UUID, moderator: Player, moment: datetime | None) -> None:
    """The players of the game see that a moderator opens a message. Side effects: as `moderating.open_for_moderator`.

    Raises:
        CaseRefused: `gone`: it was deleted with its author, and its game is unknown.
    """
    message = Message.objects.filter(pk=target).first()
    if message is None:
        raise CaseRefused("gone")
    if message_is_sealed(target):
        _open(message.game, moderator, Report.Kind.MESSAGE.value, target, moment)


def open_talk(target: UUID, moderator: Player, moment: datetime | None) -> None:
    """They see that a moderator opens all talk at the table so far. Later talk is sealed again."""
    if talk_is_sealed(target):
        last = Message.objects.filter(game=target).order_by("-sent").values_list("sent", flat=True).first()
        _open(target, moderator, TALK, written=last)


def open_report(target: UUID, moderator: Player, moment: datetime | None) -> None:
    """The players of each game whose ranks it may reveal see that a moderator reads a report."""
    report = Report.objects.filter(pk=target).first()
    for game in sorted(_told_by(report)) if report is not None else ():
        _open(game, moderator, REPORT, target, moment)


def open_appeal(target: UUID, moderator: Player, moment: datetime | None) -> None:
    """The players of each game of which an appeal may tell a rank see that a moderator reads what was written in it so
    far. Later words are sealed again."""
    for game in sorted(_appealed_of(target)):
        _open(game, moderator, APPEAL, target, moment)


def open_sides(target: UUID, moderator: Player, moment: datetime | None) -> None:
    """They see that a moderator looks at what both sides of the game, which is paused, know.

    Raises:
        CaseRefused: `not-paused`; `spectators-behind`: a refusal would reveal the state of such a game.
    """
    try:
        if Game.objects.filter(pk=target, spectators=Game.Spectators.DELAYED).exists():
            raise CaseRefused("spectators-behind")
        _open(target, moderator, SIDES)
    except (command_handler.NoGame, Illegal):
        raise CaseRefused("not-paused") from None


def _open(
    game: UUID, moderator: Player, what: str, target: UUID | None = None, written: datetime | None = None
) -> None:
    moderation.open_for_moderator(
        game=game, moderator=moderator.pk, what=what, target=target, written=written, actor=moderator.pk
    )


def message_is_sealed(target: UUID) -> bool:
    """Whether the words of a message may reveal a rank now. A deleted one may belong to a game in play."""
    message = Message.objects.filter(pk=target).first()
    return message is None or word_is_sealed(message, Game.objects.filter(pk=message.game).first())


def word_is_sealed(message: Message, game: Game | None) -> bool:
    if game is None:
        return True
    return not game.revealed and (not message.phrase or game.closed)


def report_is_sealed(target: UUID) -> bool:
    """Whether the words of a report may reveal a rank now."""
    report = Report.objects.filter(pk=target).first()
    return report is not None and bool(_told_by(report))


def _told_by(report: Report) -> set[UUID]:
    """The games that are not revealed and whose ranks a report may reveal: those at which reporter and reported both
    sit, whatever it is about; and if ranks were told, as it says, the game that is reported, or those at which the
    reported player sits: anybody may have been told of them.
    """
    ids: set[UUID] = set()
    if report.why in QUOTING and report.kind == Report.Kind.GAME and talk_is_sealed(report.target):
        ids.add(report.target)
    if report.about_id is None:
        return ids
    beside = report.about_id if report.why in QUOTING and report.kind == Report.Kind.PLAYER else report.reporter_id
    ids |= hidden_games(report.about_id, beside)
    if report.kind == Report.Kind.MESSAGE and ids and message_is_sealed(report.target):
        ids -= set(Message.objects.filter(pk=report.target).values_list("game", flat=True))  # opened with the message
    return ids


def appeal_is_sealed(target: UUID) -> bool:
    """Whether the words of an appeal, named by its penalty, may reveal a rank now."""
    return bool(_appealed_of(target))


def _appealed_of(penalty: UUID) -> set[UUID]:
    """The games that are not revealed and whose ranks the words of an appeal may reveal.

    They are those of its case and of its penalty, and those at which the player sits with somebody who reported it. If
    the case is about ranks, or a ban keeps the player from playing, all games of the player are among them.
    """
    row, borne = Appeal.objects.filter(pk=penalty).first(), Penalty.objects.filter(pk=penalty).first()
    if row is None or borne is None:
        return set()
    links: dict[str, set[UUID]] = {}
    for what, id in CaseLink.objects.filter(case=row.case).values_list("what", "target"):
        links.setdefault(what, set()).add(id)
    named = links.get(Report.Kind.GAME.value, set()) | ({borne.game} if borne.game is not None else set())
    talked = Message.objects.filter(pk__in=links.get(Report.Kind.MESSAGE.value, ()))
    named.update(talked.values_list("game", flat=True))
    games = set(Game.objects.filter(pk__in=named, revealed=False).values_list("pk", flat=True))
    kind = Case.objects.values_list("kind", flat=True).get(pk=row.case)
    if kind in KNOWING or borne.kind == Penalty.Kind.BAN:
        return games | hidden_games(row.player, row.player)
    return games.union(*(hidden_games(row.player, id_) for id_ in links.get(CaseLink.REPORTER, ())))


_HIDDEN = b"""
WITH mine AS (
    SELECT game_id FROM games_gameseat WHERE player_id = %s AND over_at IS NULL
    UNION (
        SELECT game_id FROM games_gameseat WHERE player_id = %s AND over_at IS NOT NULL ORDER BY over_at DESC LIMIT %s
    )
)
SELECT DISTINCT s.game_id FROM mine JOIN games_gameseat s ON s.game_id = mine.game_id
JOIN games_game g ON g.id = s.game_id
WHERE s.player_id = %s AND NOT g.revealed AND (g.status <> 'over' OR g.started IS NOT NULL)
"""


def hidden_games(id_: UUID, other: UUID) -> set[UUID]:
    """The games that are not revealed and at which two players sit, or one if they are the same: all that go on, and
    what was played of the last `LAST_OVER` of the first player that are over.
    """
    return {row[0] for row in execute(_HIDDEN, (id_, id_, LAST_OVER, other))}


def talk_is_sealed(game: UUID) -> bool:
    """Whether the talk at the table of a game may reveal a rank now."""
    return Game.objects.filter(pk=game, revealed=False).exists()


def sides_are_sealed(game: UUID) -> bool:
    """Whether what both sides know is not for everybody."""
    return talk_is_sealed(game)


# -- of events -------------------------------------------------------------------------------------
# Letters of the staff and notes to proposed times may tell a rank of a game of the event that is not revealed, in which
# the writer plays, or at which the writer looked as arbiter.


def open_letter(target: UUID, moderator: Player, moment: datetime | None) -> None:
    """The players of these games see that a moderator opens a letter.

    Side effects: as `moderating.open_for_moderator`, for each game.

    Raises:
        CaseRefused: `gone`, if its games are unknown.
    """
    letter = Letter.objects.filter(id=target).first()
    if letter is None:
        raise CaseRefused("gone")
    _open_games(_games_known_to(letter.tournament, letter.by), moderator, Report.Kind.LETTER.value, target, moment)


def open_note(target: UUID, moderator: Player, moment: datetime | None) -> None:
    """They see that a moderator opens a note: as `open_letter`, with its errors (`CaseRefused`)."""
    text = Text.objects.filter(id=target).first()
    if text is None or text.tournament is None or text.by is None:
        raise CaseRefused("gone")
    _open_games(_games_known_to(text.tournament, text.by), moderator, Report.Kind.NOTE.value, target, moment)


def _open_games(games: set[UUID], moderator: Player, what: str, target: UUID, moment: datetime | None) -> None:
    for game in sorted(games):
        _open(game, moderator, what, target, moment)


def letter_is_sealed(target: UUID) -> bool:
    """Whether a letter may reveal a rank now; a deleted one may."""
    letter = Letter.objects.filter(id=target).first()
    return letter is None or bool(_games_known_to(letter.tournament, letter.by))


def note_is_sealed(target: UUID) -> bool:
    """Whether a note may reveal a rank now; a deleted one may."""
    text = Text.objects.filter(id=target).first()
    if text is None or text.tournament is None or text.by is None:
        return True
    return bool(_games_known_to(text.tournament, text.by))


def _games_known_to(tournament: UUID, writer: UUID) -> set[UUID]:
    """The games of an event whose ranks a writer may know and not all do."""
    ids = TournamentGame.objects.filter(tournament=tournament).values("game")
    own = Game.objects.filter(id__in=ids, seats__player=writer, revealed=False)
    looked = {
        call.game
        for call in fold_of(tournament).calls
        if call.game is not None
        and any(answer.ruling == "looked" and answer.arbiter == writer for answer in call.answers)
    }
    beside = Game.objects.filter(id__in=looked, revealed=False)
    return {*own.values_list("id", flat=True), *beside.values_list("id", flat=True)}


SEALED: dict[str, tuple[Callable[[UUID], bool], Callable[[UUID, Player, datetime | None], object]]] = {
    Report.Kind.MESSAGE: (message_is_sealed, open_message),
    Report.Kind.LETTER: (letter_is_sealed, open_letter),
    Report.Kind.NOTE: (note_is_sealed, open_note),
    REPORT: (report_is_sealed, open_report),
    APPEAL: (appeal_is_sealed, open_appeal),
    TALK: (talk_is_sealed, open_talk),
    SIDES: (sides_are_sealed, open_sides),
}
"""What may tell a rank: whether it may now, and what opens it. The page of a case does not quote it until then."""


def is_sealed(thing: str, target: UUID) -> bool:
    """Whether the words of a thing may reveal a rank now."""
    return thing in SEALED and SEALED[thing][0](target)


def open_sealed(thing: str, target: UUID, moderator: Player, moment: datetime | None = None) -> None:
    """Has those concerned see that a moderator opens a thing.

    Args:
        thing, target: as in `SEALED`.
        moment: when somebody reported it last; None if nobody did.
    """
    if thing in SEALED:
        SEALED[thing][1](target, moderator, moment)
