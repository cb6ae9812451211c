"""Who may not handle a case: its subject, its reporters, and moderators involved by a game, a study or an event.

An excluded moderator finds no trace of the case in lists, and the reason only at its address: neither reveals who
reported. Each of `EXCLUSIONS` is called with the `cases`, the id of the `moderator`'s player, and the `things` that the
cases are about, and returns for some of them, by id, why: a code with words in `REASONS` of `moderation.staff.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player, Report
from eventlog.statements import execute
from games.models import GameSeat
from library.studies.models import StudyComment, StudyMember
from moderation.cases.models import Case, CaseLink
from moderation.cases.reportables import games_of
from tournaments.domain.commands.succession import GOING
from tournaments.domain.queries.namesakes import HERE
from tournaments.models import Letter, Text, TournamentEntry, TournamentGame, TournamentStaff

LOOKED_AT = 1000
"""So many reports of things of a kind, the last ones, are looked at for the admin."""

Things = Mapping[UUID, Sequence[tuple[str, UUID]]]
"""Subjects of cases besides players, by their ids: pairs of the kind of thing and its id."""


def own(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about the moderator, those that the moderator has reported, and those for which a detector names the
    moderator, such as who loses to the player in a ring."""
    texts = {item.pk: "own-case" for item in cases if item.about == moderator}
    linked = CaseLink.objects.filter(case__in=[item.pk for item in cases], target=moderator)
    for case, what in linked.values_list("case", "what"):
        texts.setdefault(case, "own-report" if what == CaseLink.REPORTER else "own-game")
    return texts


A_WEEK = timedelta(days=7)
"""So long after a game those who sat at it are opponents, or partners, of this week."""


def own_games(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about a game of the moderator, or about something that belongs to one."""
    games = games_of(item for some in things.values() for item in some)
    if not games:
        return {}
    seats = GameSeat.objects.filter(game__in=set(games.values()), player=moderator)
    mine = set(seats.values_list("game_id", flat=True))
    return {case: "own-game" for case, some in things.items() if any(games.get(item) in mine for item in some)}


_MET = b"""
WITH mine AS (
    SELECT game_id FROM games_gameseat WHERE player_id = %s AND over_at IS NULL
    UNION SELECT game_id FROM games_gameseat WHERE player_id = %s AND over_at IS NOT NULL AND over_at >= %s
)
SELECT DISTINCT s.player_id
FROM mine, LATERAL (SELECT player_id FROM games_gameseat WHERE game_id = mine.game_id OFFSET 0) AS s
WHERE s.player_id = ANY(%s::uuid[])
"""
"""The other seats of these few games are read game by game (`OFFSET 0`): a plan that is kept must not read all games of
somebody instead.
"""


def opponents(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about somebody who plays a game with the moderator, or played one that ended within a week."""
    about = {item.about for item in cases if item.about is not None and item.about != moderator}
    if not about:
        return {}
    met = {row[0] for row in execute(_MET, (moderator, moderator, timezone.now() - A_WEEK, list(about)))}
    return {item.pk: "opponent" for item in cases if item.about in met}


def own_studies(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases about a study, or a comment there, of which the moderator is a member."""
    studies = {target: target for some in things.values() for what, target in some if what == Report.Kind.STUDY}
    comments = {target for some in things.values() for what, target in some if what == Report.Kind.COMMENT}
    if comments:
        studies |= dict(StudyComment.objects.filter(pk__in=comments).values_list("pk", "study_id"))
    if not studies:
        return {}
    mine = set(
        StudyMember.objects.filter(player=moderator, study__in=set(studies.values())).values_list("study_id", flat=True)
    )
    return {
        case: "own-study" for case, some in things.items() if any(studies.get(target) in mine for _what, target in some)
    }


def own_events(cases: Sequence[Case], moderator: UUID, things: Things) -> dict[UUID, str]:
    """Cases too near to a moderator: about something in an event of which the moderator is a part, or about somebody
    who is now in the same event as the moderator. Entries and roles both count.
    """
    events = _events_of(item for some in things.values() for item in some)
    mine = _parts_in({id_ for some in events.values() for id_ in some}, moderator)
    texts = {case: "own-event" for case, some in things.items() if any(mine & events.get(item, set()) for item in some)}
    beside = _beside({item.about for item in cases if item.about is not None and item.about != moderator}, moderator)
    return {item.pk: "own-event" for item in cases if item.about in beside} | texts


def _events_of(things: Iterable[tuple[str, UUID]]) -> dict[tuple[str, UUID], set[UUID]]:
    """The events that things belong to: by their game, or as a letter or a note there."""
    known = list(things)
    result: dict[tuple[str, UUID], set[UUID]] = {}
    games = games_of(known)
    of_games: dict[UUID, UUID] = {}
    if games:
        rows = TournamentGame.objects.filter(game__in=set(games.values()))
        of_games = dict(rows.values_list("game", "tournament_id"))
    for item, game in games.items():
        if game in of_games:
            result[item] = {of_games[game]}
    for what, model in (("letter", Letter), ("note", Text)):
        ids = [target for kind, target in known if kind == what]
        if ids:
            for target, event in model.objects.filter(id__in=ids).values_list("id", "tournament"):
                result[what, target] = {event} if event is not None else set()
    return result


def _parts_in(events: set[UUID], player: UUID) -> set[UUID]:
    if not events:
        return set()
    entered = TournamentEntry.objects.filter(player=player, tournament__in=events)
    staff = TournamentStaff.objects.filter(player=player, tournament__in=events)
    return {*entered.values_list("tournament_id", flat=True), *staff.values_list("tournament_id", flat=True)}


def _beside(players: set[UUID], moderator: UUID) -> set[UUID]:
    """The players among some who take part, or have a role, in a running event together with the moderator."""
    if not players:
        return set()
    entries = TournamentEntry.objects.filter(place=None, presence__in=HERE, tournament__status__in=GOING)
    staff = TournamentStaff.objects.filter(over=False, tournament__status__in=GOING)
    mine = {
        *entries.filter(player=moderator).values_list("tournament_id", flat=True),
        *staff.filter(player=moderator).values_list("tournament_id", flat=True),
    }
    if not mine:
        return set()
    return {
        *entries.filter(player__in=players, tournament__in=mine).values_list("player", flat=True),
        *staff.filter(player__in=players, tournament__in=mine).values_list("player", flat=True),
    }


EXCLUSIONS: tuple[Callable[[Sequence[Case], UUID, Things], Mapping[UUID, str]], ...] = (
    own,
    own_games,
    opponents,
    own_studies,
    own_events,
)


def _things_of(cases: Sequence[Case]) -> Things:
    texts: dict[UUID, list[tuple[str, UUID]]] = {}
    links = CaseLink.objects.filter(case__in=[item.pk for item in cases]).exclude(what=CaseLink.REPORTER)
    for case, what, target in links.values_list("case", "what", "target"):
        texts.setdefault(case, []).append((what, target))
    return texts


def excluded_from(cases: Sequence[Case], moderator: UUID) -> dict[UUID, str]:
    """The cases among some that a moderator has nothing to do with, each with a code of why."""
    texts: dict[UUID, str] = {}
    things = _things_of(cases) if cases else {}
    for function in EXCLUSIONS:
        left = [item for item in cases if item.pk not in texts]
        if not left:
            break
        texts.update(function(left, moderator, {item.pk: things.get(item.pk, ()) for item in left}))
    return texts


def reported(kind: str) -> QuerySet[Report]:
    """The newest reports of things of a kind, so many as a page looks at.

    Args:
        kind: a `Report.Kind`.
    """
    return Report.objects.filter(kind=kind).order_by("-created", "pk")[:LOOKED_AT]


def reported_for(kind: str, moderator: Player) -> set[UUID]:
    """The things of a kind that were reported, as far as a moderator may know of it: of no case that is left to others.

    Args:
        kind: a `Report.Kind`.
    """
    result = [(report.target, report.case) for report in reported(kind).only("target", "case")]
    left = excluded_from(list(Case.objects.filter(pk__in={case for _target, case in result if case})), moderator.pk)
    return {target for target, _case in result} - {target for target, case in result if case in left}
