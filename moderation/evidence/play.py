"""Panels about how somebody plays: games, games left, time used, moves without an attack, draws and repetitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from statistics import median

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.domain.clocks import TimeControl
from games.domain.command_handler import open_game
from games.domain.events import DrawAgreed, DrawDeclined, DrawOffered, TurnPlayed, TurnsTakenBack
from games.domain.excuses import OUTAGE, VACATION
from games.presentation.lists import game_row
from games.presentation.words import rule_name, time_control_text
from games.rules import End, LastTurn, Seat, Viewer, seat_of_slug
from library.reliability.domain.player_days import days_of_player
from moderation.cases.kinds import CaseKind
from moderation.evidence.games import (
    MOST_READ,
    SeenGame,
    game_cell,
    games_of,
    name_at,
    names_of,
    over_games,
    seats_of,
    seen,
)
from moderation.evidence.parts import Cell, EvidenceRequest, EvidenceTable, Parts, evidence_panel

DAYS = 30
"""So many days with a game left or excused are listed."""

LOST_LOOKED_AT = 40
"""Among so many last games those lost by time are looked for, and"""

LOST_READ = 10
"""so many of them are listed."""

CAUTIONED = 120
"""Cautions are counted in so many last plies of a game."""

LISTED = 40
"""So many rows a table has."""


FAR = 5
"""A side is far behind that has lost so many pieces at least, and twice as many as the other."""


def of_kinds(*kinds: CaseKind) -> tuple[str, ...]:
    return tuple(kind.value for kind in kinds)


def number(value: object) -> Cell:
    return Cell(str(value), number=True)


@evidence_panel(
    "games",
    gettext_lazy("The games"),
    *of_kinds(*(kind for kind in CaseKind if kind not in (CaseKind.NAME, CaseKind.WRONG, CaseKind.ACCOUNTS))),
)
def the_games(request: EvidenceRequest) -> Parts | None:
    """The games of the case, as lists show them."""
    games = games_of(request)
    if not games:
        return None
    rows = []
    for game in games:
        row = game_row(game)
        time = None if game.time is None else TimeControl.from_value(game.time)
        terms = " · ".join((row.variant, time_control_text(time), _("rated") if row.rated else _("casual")))
        when = date_format(localtime(game.created), "j F Y")
        rows.append((Cell(when), game_cell(game), Cell(terms), Cell(row.plies_text), Cell(row.result)))
    head = (_("When"), _("Players"), _("Game"), _("Moves"), _("Result"))
    ids = {str(game.id) for game in games}
    named = any(thing == "message" or (thing == "game" and id in ids) for thing, id in request.case.things)
    caption = _("The games of this case") if named else _("The last games of this player: the case names none")
    return Parts(tables=[EvidenceTable("evidence-games-table", caption, head, tuple(rows))])


# -- stopped playing ------------------------------------------------------------------------------

EXCUSES = {
    "": gettext_lazy("no"),
    OUTAGE: gettext_lazy("yes: the site was down"),
    VACATION: gettext_lazy("yes: a vacation was told"),
}
"""Whether a time-out is excused, by `TimedOut.excused`."""


@evidence_panel("stopped-playing", gettext_lazy("Games left"), CaseKind.STOPPED_PLAYING.value)
def stopped_playing(request: EvidenceRequest) -> Parts | None:
    """The days on which games were left, and the last games lost by time, with what was excused."""
    if request.about is None:
        return None
    parts = Parts()
    days = [day for day in days_of_player(request.about.pk, request.at.date()) if day.day <= request.at.date()]
    parts.lines.append(
        _("Days of half a year on which games ended: %(days)d; of these with a game left: %(left)d.")
        % {"days": len(days), "left": sum(1 for day in days if day.abandoned)}
    )
    rows = tuple(
        (Cell(date_format(day.day, "j F Y")), number(day.abandoned), number(day.excused), number(day.finished))
        for day in days
        if day.abandoned or day.excused
    )[:DAYS]
    if rows:
        head = (_("Day (UTC)"), _("Left"), _("Excused"), _("Finished"))
        parts.tables.append(
            EvidenceTable("evidence-days", _("Days with a game left or excused, the newest first"), head, rows)
        )
    lost = _lost_by_time(request)
    if lost:
        head = (_("When"), _("Game"), _("Moves"), _("Excused"))
        parts.tables.append(EvidenceTable("evidence-lost", _("The last games lost by time"), head, lost))
    return parts


def _lost_by_time(request: EvidenceRequest) -> tuple[tuple[Cell, ...], ...]:
    rows: list[tuple[Cell, ...]] = []
    for game in over_games(request, LOST_LOOKED_AT):
        if game.outcome not in (End.TIME_OUT, End.FORFEIT, End.BOTH_MISSING) or len(rows) == LOST_READ:
            continue
        now = open_game(game.id)
        mine = [seat for seat in seats_of(game, request.about) if now.left.get(seat) in ("timed_out", "not_set_up")]
        if mine:
            excuse = EXCUSES.get(now.excused.get(mine[0], ""), EXCUSES[""])
            ended = date_format(localtime(now.ended_at or game.created), "j F Y, H:i")
            rows.append((Cell(ended), game_cell(game), number(game.plies), Cell(str(excuse))))
    return tuple(rows)


# -- time and moves -------------------------------------------------------------------------------


@evidence_panel(
    "stalling",
    gettext_lazy("Moves and time used"),
    *of_kinds(CaseKind.STALLING, CaseKind.STOPPED_PLAYING, CaseKind.DRAW_REFUSAL, CaseKind.CHEATING),
)
def stalling(request: EvidenceRequest) -> Parts | None:
    """For each game and seat: plies, moves without an attack, time used; and thinking once the game was decided."""
    tables = [_moves_table(game) for game in map(seen, games_of(request, MOST_READ)) if game is not None and game.turns]
    if not tables:
        return None
    lines = [
        _("The time from one move to the next; pauses, vacations and outages count in."),
        _("A side is far behind once it has lost %(pieces)d pieces or more, and twice as many as the other.")
        % {"pieces": FAR},
    ]
    return Parts(lines=lines, tables=tables)


def _moves_table(game: SeenGame) -> EvidenceTable:
    behind = far_behind(game.turns)
    columns = []
    for seat in game.seats:
        own = [(ply, turn) for ply, turn in game.turns if turn.seat is seat]
        waits = {ply: wait for ply, _turn in own if (wait := game.line.wait(ply - 1)) is not None}
        since = behind[seat.side]
        late = [wait for ply, wait in waits.items() if since is not None and ply > since]
        quiet = sum(1 for _ply, turn in own if turn.attack is None)
        columns.append(
            (
                str(len(own)),
                f"{round(100 * quiet / len(own))} %" if own else "—",
                str(_longest_quiet(own)),
                _span(sum(waits.values()) if waits else None),
                _span(median(waits.values()) if waits else None),
                _span(max(waits.values(), default=None)),
                "—" if since is None else str(since),
                _span(median(late) if late else None),
                _span(max(late, default=None)),
            )
        )
    names = (
        *(_("Moves"), _("Without an attack"), _("Longest run without an attack")),
        *(_("Time used"), _("Median"), _("Longest")),
        *(_("Far behind from move"), _("Median from there"), _("Longest from there")),
    )
    rows = tuple(
        (Cell(name), *map(number, figures)) for name, figures in zip(names, zip(*columns, strict=True), strict=True)
    )
    head = (_("What"), *(name_at(game.game, seat) for seat in game.seats))
    return EvidenceTable(f"evidence-moves-{game.game.key}", names_of(game.game), head, rows)


def _longest_quiet(own: Sequence[tuple[int, LastTurn]]) -> int:
    longest = run = 0
    for _ply, turn in own:
        run = run + 1 if turn.attack is None else 0
        longest = max(longest, run)
    return longest


def far_behind(turns: Sequence[tuple[int, LastTurn]]) -> list[int | None]:
    """For each side from which ply on it is far behind after some plies, by the attacks, which all have seen."""
    lost, since = [0, 0], [None, None]  # type: list[int], list[int | None]
    for ply, turn in turns:
        if turn.attack is None:
            continue
        side = turn.seat.side
        lost[side] += turn.attack.result in ("loss", "both")
        lost[1 - side] += turn.attack.result in ("win", "both")
        for one_side in range(2):
            far = lost[one_side] >= max(FAR, 2 * lost[1 - one_side])
            since[one_side] = (since[one_side] or ply) if far else None
    return since


def _span(milliseconds: float | None) -> str:
    """A span of time, short: minutes and seconds, or hours, or days."""
    if milliseconds is None:
        return "—"
    seconds = round(milliseconds / 1000)
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    hours = timedelta(seconds=seconds) // timedelta(hours=1)
    if hours < 48:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": seconds // 60 % 60}
    return _("%(days)d d %(hours)d h") % {"days": hours // 24, "hours": hours % 24}


# -- draws and repetitions ------------------------------------------------------------------------


@evidence_panel(
    "draws",
    gettext_lazy("Draws and repetitions"),
    *of_kinds(CaseKind.DRAW_REFUSAL, CaseKind.CHASING, CaseKind.STALLING),
)
def draws(request: EvidenceRequest) -> Parts | None:
    """For each game cautions and breaches of the repetition rules, quiet counts, and draws offered and refused."""
    games = [game for game in map(seen, games_of(request, MOST_READ)) if game is not None and game.turns]
    if not games:
        return None
    parts = Parts()
    for game in games:
        view = game.line.view(Viewer.SPECTATOR, game.line.plies)
        limit = _("no limit") if view.quiet_limit is None else _("of %(limit)d") % {"limit": view.quiet_limit}
        values = {
            "game": names_of(game.game),
            "quiet": view.quiet,
            "longest": _longest_quiet(game.turns),
            "limit": limit,
        }
        parts.lines.append(
            _("%(game)s: moves without an attack: %(quiet)d now, %(longest)d at most (%(limit)s).") % values
        )
        parts.tables += _repetitions(game)
        offers = _offers(game)
        if offers:
            head = (_("After move"), _("Player"), _("What"))
            caption = _("Draws: %(game)s") % {"game": names_of(game.game)}
            parts.tables.append(EvidenceTable(f"evidence-offers-{game.game.key}", caption, head, offers))
    return parts


CAUTIONS = {
    "two-squares-reached": gettext_lazy("Two squares: the limit is reached"),
    "two-squares-near": gettext_lazy("Two squares: near the limit"),
    "more-squares-reached": gettext_lazy("Chasing: the limit is reached"),
    "more-squares-near": gettext_lazy("Chasing: near the limit"),
    "chase-limit-reached": gettext_lazy("Threatened twice: the limit is reached"),
    "quiet-limit-near": gettext_lazy("Near the draw for want of attacks"),
}
"""Cautions in a few words, by their codes."""


def _repetitions(game: SeenGame) -> list[EvidenceTable]:
    """How often each seat was cautioned, and broke a rule where records allow that."""
    cautioned: Counter[tuple[Seat, str]] = Counter()
    last = game.line.plies
    for ply in range(max(0, last - CAUTIONED), last + 1):
        view = game.line.view(Viewer.SPECTATOR, ply)
        if view.outcome is None:
            cautioned.update({(view.to_move, caution.code) for caution in view.cautions})
    broken = Counter((game.turns[ply - 1][1].seat, rule) for ply, rule in game.line.noted)
    rows = [
        (Cell(name_at(game.game, seat)), Cell(str(CAUTIONS.get(code, code))), number(times))
        for (seat, code), times in sorted(cautioned.items())
    ] + [
        (Cell(name_at(game.game, seat)), Cell(_("broke it: %(rule)s") % {"rule": rule_name(rule)}), number(times))
        for (seat, rule), times in sorted(broken.items())
    ]
    if not rows:
        return []
    caption = _("Cautions in the last %(plies)d moves: %(game)s") % {"plies": CAUTIONED, "game": names_of(game.game)}
    head = (_("Player"), _("Rule"), _("Moves"))
    return [EvidenceTable(f"evidence-cautions-{game.game.key}", caption, head, tuple((*row,) for row in rows)[:LISTED])]


def _offers(game: SeenGame) -> tuple[tuple[Cell, ...], ...]:
    """Draws offered, declined, agreed to, and left standing by who played on."""
    ply, offered = 0, None
    rows: list[tuple[int, Seat, str]] = []
    words = {
        DrawOffered: _("offers a draw"),
        DrawDeclined: _("declines"),
        DrawAgreed: _("agrees"),
    }
    for stored in game.events():
        event = stored.event
        if isinstance(event, TurnPlayed):
            mover = game.seats[ply % len(game.seats)]
            if offered is not None and mover is not offered:
                rows.append((ply, mover, _("plays on")))
                offered = None
            ply += 1
        elif isinstance(event, TurnsTakenBack):
            ply, offered = ply - event.plies, None
        elif isinstance(event, DrawOffered | DrawDeclined | DrawAgreed):
            rows.append((ply, seat_of_slug(event.seat), words[type(event)]))
            offered = seat_of_slug(event.seat) if isinstance(event, DrawOffered) else None
    return tuple((number(ply), Cell(name_at(game.game, seat)), Cell(what)) for ply, seat, what in rows[-LISTED:])
