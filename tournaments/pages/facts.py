"""What an event is: the terms in words, and who runs it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from eventlog.canonical import at as as_time
from games.presentation.clock_text import span_text
from games.presentation.words import time_control_text, variant_name
from play.lobby.words import range_text
from tournaments.domain.commands.approval import is_approved, owner_of
from tournaments.domain.formats import format_of
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import Terms
from tournaments.presentation.names import link_to
from tournaments.presentation.tiebreaks import tiebreak_names
from tournaments.presentation.words import (
    BOARD_ORDERS,
    ENTRIES,
    ROLES,
    SEEDINGS,
    SPECTATORS,
    START_RATINGS,
    missed_text,
    points_text,
)
from tournaments.scoring.points import SCORINGS, Scoring


class EventFact(NamedTuple):
    name: str
    words: str | SafeString
    time: datetime | None = None


def format_text(terms: Terms) -> str:
    """The format with what belongs to it: “Swiss, with acceleration”, “Knockout, best of 3”."""
    format = format_of(terms)
    return ", ".join((str(format.name), *format.details(terms)))


def rounds_text(fold: TournamentFold) -> str:
    rounds = fold.planned or fold.terms.rounds
    if not rounds:
        return _("as many as the number of players asks for")
    played = len(fold.rounds)
    if fold.ended and fold.begun and played < rounds:
        text = ngettext("%(played)d of %(rounds)d was played", "%(played)d of %(rounds)d were played", played)
        return text % {"played": played, "rounds": rounds}
    return ngettext("%(rounds)d round", "%(rounds)d rounds", rounds) % {"rounds": rounds}


def scoring_text(scoring: Scoring) -> str:
    """What results are worth: “6 for a win, 3 for a draw, 1 for a loss”, and byes and forfeits where they differ."""
    points = {name: points_text(value) for name, value in scoring.value().items()}
    text = _("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss") % points
    if scoring not in SCORINGS.values() or scoring.pairing_bye != scoring.win:
        text += "; " + (
            _(
                "pairing bye %(pairing_bye)s, half-point bye %(half_bye)s, full-point bye %(full_bye)s, "
                "won by forfeit %(forfeit_win)s, lost by forfeit %(forfeit_loss)s, not paired %(absent)s"
            )
            % points
        )
    return text


def facts(fold: TournamentFold) -> Iterator[EventFact]:
    """The terms of an event in words."""
    terms = fold.terms
    rules = reverse("games:rule-book", args=[terms.variant])
    yield EventFact(_("Rules"), format_html('<a href="{}">{}</a>', rules, variant_name(terms.variant)))
    yield EventFact(_("Format"), format_text(terms))
    if terms.team_boards:
        yield EventFact(_("Teams"), _teams_text(terms))
    if ("rounds" in terms.fields_of_format or fold.planned) and not format_of(terms).grows:
        yield EventFact(_("Rounds"), rounds_text(fold))
    yield from _times(fold)
    if terms.real:
        yield EventFact(_("Where"), _("Across real boards"))
        if terms.rated:
            yield EventFact(_("Rated"), _rated_text(fold))
    elif terms.time is not None:
        yield EventFact(_("Time"), time_control_text(terms.time))
        yield EventFact(_("Rated"), _rated_text(fold))
    yield from _entering(fold)
    yield from _counting(terms)
    yield from _looking(terms)


def _teams_text(terms: Terms) -> str:
    """Over how many boards teams meet, and how their members sit."""
    text = _("matches over %(number)d boards") % {"number": terms.team_boards}
    return f"{text}; {BOARD_ORDERS[terms.board_order]}"


def _rated_text(fold: TournamentFold) -> str:
    """Whether its games count for the ratings, and its places as honours: settled when it starts."""
    if not fold.terms.rated:
        return _("no")
    if fold.approved if fold.begun else is_approved(owner_of(fold)):
        text = _("yes, in the list for real boards, between members") if fold.terms.real else _("yes")
    else:
        text = _(
            "what is played at the board; not what an arbiter decides, and places are no honours: the operator has not "
            "approved the organiser for rated events"
        )
        if fold.terms.real:
            text = _("no: the operator has not approved the organiser for rated events")
    if any(player in fold.bots for entry in fold.entries.values() for player in entry.people):
        return text + _("; a board against a bot counts for the bot, and for a person who has chosen so")
    return text


def _times(fold: TournamentFold) -> Iterator[EventFact]:
    terms = fold.terms
    untold = fold.created_at if fold.imported else None  # what a file gives no day of is as old as its import
    if fold.started_at is not None and fold.started_at == untold:
        yield EventFact(_("Started"), _("the file does not say when"))
    elif fold.started_at is not None:
        yield EventFact(_("Started"), "", fold.started_at)
    elif terms.starts is not None:
        yield EventFact(_("Starts"), "", as_time(terms.starts))
    else:
        yield EventFact(_("Starts"), _("when the organiser says so"))
    if fold.ended_at is not None and fold.ended_at != untold:
        yield EventFact(_("Ended"), "", fold.ended_at)
    if terms.round_length:
        yield EventFact(_("A round lasts"), span_text(terms.round_length))
    if terms.until_next:
        yield EventFact(_("A round lasts"), _("until the next one begins"))
    if terms.scheduled:
        yield EventFact(_("Missed times"), missed_text(terms))
    elif terms.no_show:
        yield EventFact(
            _("Lost by forfeit"), _("%(time)s after the start of a round") % {"time": span_text(terms.no_show)}
        )
    if terms.scheduled:
        yield EventFact(_("When to play"), _("the players of a board agree a time"))


def _entering(fold: TournamentFold) -> Iterator[EventFact]:
    terms, own = fold.terms, fold.terms.own
    yield EventFact(_("Entry"), str(ENTRIES[terms.entry]))
    if terms.capacity:
        yield EventFact(_("Places"), str(terms.capacity))
    if terms.rating_from is not None or terms.rating_to is not None:
        yield EventFact(_("Ratings"), range_text(terms.rating_from, terms.rating_to))
    if terms.check_in:
        yield EventFact(_("Check-in"), _("in the last %(time)s before the start") % {"time": span_text(terms.check_in)})
    if own.late:
        yield EventFact(_("Late entry"), _("until round %(round)d") % {"round": own.late})
    if own.half_byes:
        text = ngettext("%(byes)d for each player", "%(byes)d for each player", own.half_byes)
        if terms.team_boards:
            text = ngettext("%(byes)d for each team", "%(byes)d for each team", own.half_byes)
        yield EventFact(_("Half-point byes"), text % {"byes": own.half_byes})
    yield EventFact(_("Seeding"), str(SEEDINGS[terms.seeding]))
    yield EventFact(_("Ratings at the start"), str(START_RATINGS[terms.start_ratings]))


def _counting(terms: Terms) -> Iterator[EventFact]:
    format = format_of(terms)
    games, decider = format.draws_settled(terms)
    if decider:
        replays = ngettext("%(games)d replay", "%(games)d replays", games) % {"games": games}
        text = _("%(replays)s with colours changed, then: %(decider)s") % {"replays": replays, "decider": decider}
        yield EventFact(_("Drawn matches"), text if games else decider)
    if not format.by_points and not format.has_groups:
        return
    yield EventFact(_("Points"), scoring_text(terms.scoring))
    names = tiebreak_names(terms.ranked_by)
    if names:
        yield EventFact(_("Ties are broken by"), ", ".join(names))


def _looking(terms: Terms) -> Iterator[EventFact]:
    if terms.real:
        return
    reveals = {
        "end": _("when they end"),
        "round": _("when their round is over"),
        "event": _("when the event is over"),
        "never": _("never"),
        "delay": _("%(time)s after they end") % {"time": span_text(terms.reveal_after or 0)},
    }
    yield EventFact(_("Spectators"), _spectators(terms))
    yield EventFact(_("Games are opened"), reveals[terms.reveal])
    yield EventFact(_("Notes and guesses"), _("allowed") if terms.notes else _("not allowed"))
    if terms.options.memory:
        yield EventFact(_("Memory marks"), _("which pieces have moved, and which ranks are still out"))


def _spectators(terms: Terms) -> str:
    if terms.delay is not None:
        text = _("see games %(time)s behind, and their ends and results as late")
        return text % {"time": span_text(terms.delay)}
    if terms.delay_plies is not None:
        text = ngettext(
            "see games without their last move, and their ends and results ten minutes later",
            "see games without their last %(plies)d moves, and their ends and results ten minutes later",
            terms.delay_plies,
        )
        return text % {"plies": terms.delay_plies}
    return str(SPECTATORS[terms.spectators])


def staff(fold: TournamentFold) -> Iterator[tuple[str, SafeString]]:
    """Who runs the event, by role."""
    for role in ("owner", "arbiter", "helper"):
        names = [link_to(player) for player, held in fold.roles.items() if held == role]
        if names:
            yield str(ROLES[role]), format_html_join(", ", "{}", ((mark_safe(name),) for name in names))  # noqa: S308
