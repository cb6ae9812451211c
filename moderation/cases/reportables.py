"""What can be reported: how each kind of thing is found for its reporter, and to which game it belongs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player, Report
from games.domain import queries
from games.models import Game, GameSeat, key_of
from games.presentation.audiences import audiences
from games.presentation.lists import players_of
from games.presentation.report_links import people_at
from games.presentation.words import variant_name
from library.puzzles.models import Puzzle
from library.studies.domain.queries import Role, is_read_by
from library.studies.models import Study, StudyComment
from play.talk.models import Message, Phrase
from tournaments.domain.queries.tournaments import published_fold_of
from tournaments.models import Letter, Text


@dataclass(frozen=True, slots=True)
class Reportable:
    """Something that can be reported. `excerpt` is what it says now, kept with the report; `url` is where it is.

    Attributes:
        about: the player concerned, its author; None for a thing without an owner.
        choices: several players for the reporter to choose from: those of a game.
        title: what it is called on the form, if not by the name of a player.
    """

    about: Player | None
    excerpt: str
    url: str
    choices: tuple[Player, ...] = ()
    title: str = ""


def find_player(target: UUID, reporter: Player) -> Reportable | None:
    player = Player.objects.filter(pk=target).first()
    if player is None or not player.member:
        return None
    return Reportable(about=player, excerpt=player.name, url="")


def find_game(target: UUID, reporter: Player) -> Reportable | None:
    """A game that the reporter may look at now. Nothing of it is quoted."""
    game = queries.games_by_id([target]).get(target)
    if game is None:
        return None
    own = queries.seat_of_player(game, reporter.pk)
    people = people_at(game, reporter.pk)
    if not people or not audiences(game, own):
        return None
    names = " – ".join(player.name for player in players_of(game))
    return Reportable(
        about=people[0] if len(people) == 1 else None,
        choices=people if len(people) > 1 else (),
        excerpt="",
        url=reverse("games:replay", args=[game.key]),
        title=f"{names}, {variant_name(game.variant)}",
    )


def game_by_key(key: str) -> UUID | None:
    """The id of the game at an address."""
    return Game.objects.filter(key=key).values_list("pk", flat=True).first()


def find_message(target: UUID, reporter: Player) -> Reportable | None:
    """A message at a table where the reporter sits: nobody else can have read it."""
    message = Message.objects.select_related("author").filter(pk=target).first()
    if message is None or not GameSeat.objects.filter(game_id=message.game, player=reporter).exists():
        return None
    key = Game.objects.values_list("key", flat=True).get(pk=message.game)
    words = str(Phrase(message.phrase).label) if message.phrase else message.text
    return Reportable(about=message.author, excerpt=words, url=reverse("games:replay", args=[key]))


def find_study(target: UUID, reporter: Player) -> Reportable | None:
    """A study that the reporter may read: about the author of its title, else about its owner."""
    study = Study.objects.select_related("titled_by").filter(pk=target).first()
    if study is None or not is_read_by(study, reporter.pk):
        return None
    about = study.titled_by or study.members.select_related("player").get(role=Role.OWNER).player
    return Reportable(about=about, excerpt=study.title, url=_address(study, reporter))


def find_comment(target: UUID, reporter: Player) -> Reportable | None:
    """A comment in a study that the reporter may read."""
    comment = StudyComment.objects.select_related("study", "author", "variation").filter(pk=target).first()
    if comment is None or comment.hidden or not is_read_by(comment.study, reporter.pk):
        return None
    line = 0 if comment.variation is None else comment.variation.number
    url = _address(comment.study, reporter)
    at = f"{url}?line={line}&ply={comment.ply}" if url else ""
    return Reportable(about=comment.author, excerpt=comment.text, url=at)


def _address(study: Study, reporter: Player) -> str:
    """Where a study is; nothing for a reader by link: moderators read the report, too, and have no link."""
    known = study.visibility == Study.Visibility.PUBLIC or study.members.filter(player=reporter).exists()
    return reverse("studies:study", args=[study.key]) if known else ""


def find_puzzle(target: UUID, reporter: Player) -> Reportable | None:
    """A puzzle, for everybody: it is nobody's."""
    puzzle = Puzzle.objects.filter(pk=target).first()
    if puzzle is None:
        return None
    url = reverse("puzzles:puzzle", args=[puzzle.key])
    return Reportable(about=None, excerpt="", url=url, title=_("puzzle %(key)s") % {"key": puzzle.key})


def puzzle_by_key(key: str) -> UUID | None:
    """The id of the puzzle at an address."""
    return Puzzle.objects.filter(key=key).values_list("pk", flat=True).first()


def find_letter(target: UUID, reporter: Player) -> Reportable | None:
    letter = Letter.objects.filter(id=target).first()
    if letter is None or reporter.id not in letter.to or not letter.text:
        return None
    writer = Player.objects.filter(id=letter.by).first()
    url = reverse("tournaments:letter", args=[key_of(letter.tournament), letter.number])
    return None if writer is None else Reportable(about=writer, excerpt=letter.text, url=url)


def find_note(target: UUID, reporter: Player) -> Reportable | None:
    """A note to open proposed times, for the other side of the board."""
    text = Text.objects.filter(id=target).first()
    if text is None or text.tournament is None:
        return None
    writer = None if text.by is None else Player.objects.filter(id=text.by).first()
    fold = published_fold_of(text.tournament)
    mine = fold.entry_of(reporter.id)
    round = fold.round
    board = None if mine is None or round is None else round.board_of(mine.number)
    if writer is None or mine is None or round is None or board is None or target not in board.meeting.notes.values():
        return None
    url = reverse("tournaments:board", args=[key_of(text.tournament), round.number, board.number])
    return Reportable(about=writer, excerpt=text.text, url=url)


FINDERS: Mapping[str, Callable[[UUID, Player], Reportable | None]] = {
    Report.Kind.PLAYER: find_player,
    Report.Kind.GAME: find_game,
    Report.Kind.MESSAGE: find_message,
    Report.Kind.LETTER: find_letter,
    Report.Kind.NOTE: find_note,
    Report.Kind.STUDY: find_study,
    Report.Kind.COMMENT: find_comment,
    Report.Kind.PUZZLE: find_puzzle,
}
"""Each takes the id of a thing and the player who reports it, and returns None if there is no such thing, and if that
player may not see it."""

BY_KEY: Mapping[str, Callable[[str], UUID | None]] = {
    Report.Kind.GAME: game_by_key,
    Report.Kind.PUZZLE: puzzle_by_key,
}
"""The ids of things that have a public key in their address, by that key."""


def id_of(kind: str, named: str) -> UUID | None:
    """The id of a thing that an address names by its key, or by its id if it has none; None if there is no such."""
    finder = BY_KEY.get(kind)
    if finder is not None:
        return finder(named)
    try:
        return UUID(named)
    except ValueError:
        return None


def find(kind: str, target: UUID, reporter: Player) -> Reportable | None:
    """The thing that somebody wants to report; None if there is none, or none that this player may see.

    Args:
        kind: a `Report.Kind`.
        target: the id of the thing.
        reporter: who reports it.
    """
    finder = FINDERS.get(kind)
    return finder(target, reporter) if finder else None


# -- their games -----------------------------------------------------------------------------------


def games_of_messages(ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The games at whose tables messages were written."""
    return dict(Message.objects.filter(pk__in=ids).values_list("pk", "game"))


def games_of_studies(ids: Collection[UUID]) -> dict[UUID, UUID]:
    return dict(Study.objects.filter(pk__in=ids).values_list("pk", "game"))


def games_of_comments(ids: Collection[UUID]) -> dict[UUID, UUID]:
    return dict(StudyComment.objects.filter(pk__in=ids).values_list("pk", "study__game"))


def games_of_puzzles(ids: Collection[UUID]) -> dict[UUID, UUID]:
    return dict(Puzzle.objects.filter(pk__in=ids).values_list("pk", "game"))


GAMES_OF: Mapping[str, Callable[[Collection[UUID]], Mapping[UUID, UUID]]] = {
    Report.Kind.GAME: lambda ids: {id_: id_ for id_ in ids},
    Report.Kind.MESSAGE: games_of_messages,
    Report.Kind.STUDY: games_of_studies,
    Report.Kind.COMMENT: games_of_comments,
    Report.Kind.PUZZLE: games_of_puzzles,
}
"""Each takes ids of things and returns the ids of their games, by one query; a thing without a game is missing."""


def games_of(things: Iterable[tuple[str, UUID]]) -> dict[tuple[str, UUID], UUID]:
    """The games of things, by a query for each kind among them.

    Args:
        things: pairs of the kind of thing and its id.
    """
    kinds: dict[str, set[UUID]] = {}
    for what, target in things:
        if what in GAMES_OF:
            kinds.setdefault(what, set()).add(target)
    return {(what, target): game for what, targets in kinds.items() for target, game in GAMES_OF[what](targets).items()}
