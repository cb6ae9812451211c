"""What the director's desk says: the next step, what else is possible, and what stands in the way."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.calendar import missing, next_round_at, publish_at, stuck
from tournaments.domain.formats import format_of, pairs_by_score
from tournaments.domain.initial_ranking import planned_rounds, ranking
from tournaments.domain.lifecycle import LEAST_ENTRIES
from tournaments.domain.local_times import microseconds, wall_of
from tournaments.domain.queries.tournaments import blockers as tournament_blockers
from tournaments.domain.standings import present
from tournaments.domain.state import Status, TournamentFold
from tournaments.organizer.access import EventAccess
from tournaments.organizer.names import Names
from tournaments.organizer.remedies import remedies_of
from tournaments.presentation.words import CANNOT_PAIR, STATUSES, places_text


@dataclass(frozen=True, slots=True)
class Steps:
    """What can be done now with the event as a whole, as slugs of `event_actions.EVENT`.

    Args:
        first: the next step, or "" if there is none but to wait.
        all: everything that is possible, the next step first.
        by_hand: the pairing of the round to come can be changed by hand.
    """

    first: str
    all: tuple[str, ...]
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class ShownBlocker:
    """Obstacles, and what could be done about it.

    Args:
        choices: words, and the address where it is done.
        remedies: words, and the remedy that a button does (`tournaments.organizer.remedies`).
    """

    words: str
    choices: tuple[tuple[str, str], ...] = ()
    remedies: tuple[tuple[str, str], ...] = ()


def next_steps(access: EventAccess) -> Steps:
    """What the reader can do now, by status, round and role."""
    steps = _possible(access.fold)
    if _has_ranking_to_correct(access.fold):
        lost = any(entry.lost_rating for entry in access.fold.entries.values())
        steps = replace(steps, first="correct-ranking" if lost else steps.first, all=("correct-ranking", *steps.all))
    owner, arbiter = access.is_at_least("owner"), access.is_at_least("arbiter")
    mine = tuple(slug for slug in steps.all if owner or (arbiter and slug not in _OWNERS))
    return Steps(steps.first if steps.first in mine else "", mine, steps.by_hand and arbiter)


def _has_ranking_to_correct(fold: TournamentFold) -> bool:
    """Whether ratings or numbers of the start are wrong, and can be put right now."""
    if not fold.begun or fold.ended or _waits_for_its_first_round(fold):
        return False
    lost = any(entry.lost_rating for entry in fold.entries.values())
    return lost or (not fold.rounds and ranking(fold, fold.lot) != fold.order)


_OWNERS = frozenset({"announce", "cancel"})


def _possible(fold: TournamentFold) -> Steps:
    if fold.status is Status.DRAFT:
        return Steps("announce", ("announce", "cancel"))
    if fold.status is Status.OPEN:
        ready = len(fold.playing) > 1
        return Steps("start" if ready else "", (*(["start"] if ready else []), "cancel"))
    pace = "hold" if fold.terms.automatic else "go-on"
    if fold.status is Status.PAUSED:
        begun = fold.round is not None and fold.round.begun_at is not None
        back = ("take-back",) if begun and not format_of(fold).grows else ()
        return Steps("resume", ("resume", pace, *back, "finish", "cancel"))
    if fold.status is not Status.RUNNING:
        return Steps("", ())
    round = fold.round
    if round is not None and round.begun_at is None:
        first = ("publish", "begin") if round.hidden else ("begin",)
        return Steps(first[0], (*first, "pair-anew", "unpair", pace, "pause", "cancel"), by_hand=True)
    if round is not None and round.finished_at is None:
        if any(board.taken_back for board in round.boards):
            return Steps("pair-matches", ("pair-matches", "extend", pace, "pause", "take-back", "cancel"))
        if format_of(fold).grows:
            return Steps("", ("extend", pace, "pause", *(["finish"] if round.decided else []), "cancel"))
        return Steps("", ("extend", pace, "pause", "take-back", "cancel"))
    back = ("take-back",) if round is not None and not format_of(fold).grows else ()
    if len(fold.rounds) >= fold.planned:
        return Steps("finish", ("finish", pace, "pause", *back, "cancel"))
    settle_pairing = ("settle-pairing",) if fold.failed else ()
    if format_of(fold).undecided(fold):
        settle_pairing = ("decide-tie",)
        if fold.terms.own.last_place == "arbiter":
            return Steps("decide-tie", ("decide-tie", pace, "pause", *back, "finish", "cancel"))
    return Steps(
        "pair", ("pair", *settle_pairing, pace, "pause", *back, "finish", "cancel"), by_hand=pairs_by_score(fold)
    )


def what_next(access: EventAccess) -> str:
    fold = access.fold
    match fold.status:
        case Status.DRAFT:
            return _("Only the staff sees this draft. Look over its terms, then announce it.")
        case Status.OPEN:
            return _before_the_start(access)
        case Status.PAUSED:
            return _("The event is paused: nothing is paired or forfeited until it is resumed.")
        case Status.FINISHED:
            return _("The event is over. Results can still be corrected; the places follow.")
        case Status.CANCELLED:
            return _("The event was called off.")
    return _in_play(access)


def _before_the_start(access: EventAccess) -> str:
    fold = access.fold
    count = len(fold.playing)
    entered = ngettext("%(number)d entry so far.", "%(number)d entries so far.", count) % {"number": count}
    if count < 2:
        return f"{entered} " + _("It takes two to begin.")
    planned = planned_rounds(fold)
    if fold.terms.rounds > planned:
        text = _(
            "%(wanted)d rounds are asked for. So many players can play %(rounds)d: with more of them there are more."
        )
        entered += " " + text % {"wanted": fold.terms.rounds, "rounds": planned}
    if fold.terms.starts is None:
        return f"{entered} " + _("The event begins when you start it.")
    return f"{entered} " + _("It begins by itself at %(time)s, or when you start it.") % {
        "time": wall_text(fold.terms.starts, access.zone)
    }


def _in_play(access: EventAccess) -> str:
    fold, round = access.fold, access.fold.round
    due = next_round_at(fold)
    when = date_format(timezone.localtime(due), "j F, H:i") if due and due > timezone.now() else ""
    if round is not None and round.begun_at is None:
        text = _("Round %(number)d is paired. Look it over, then begin it.")
        if round.hidden:
            text = _("Round %(number)d is paired, and nobody but the staff sees it. Look it over, then publish it.")
    elif round is not None and round.finished_at is None:
        return _open_boards(fold)
    elif len(fold.rounds) >= fold.planned:
        return _("All rounds are played. End the event to settle the places.")
    elif format_of(fold).undecided(fold) and fold.terms.own.last_place == "arbiter":
        text = _("Some are level for the last place that plays on. Decide who does; then %(round)s can be paired.")
    else:
        text = _("%(round)s is to be paired.") if format_of(fold).has_stages else _("Round %(number)d is to be paired.")
    number = round.number if round is not None and round.begun_at is None else len(fold.rounds) + 1
    texts = [text % {"number": number, "round": format_of(fold).round_name_in(fold, number)}]
    shown = publish_at(fold)
    if shown is not None and shown > timezone.now():
        time = date_format(timezone.localtime(shown), "j F, H:i")
        texts.append(_("It is published by itself on %(time)s.") % {"time": time})
    if when:
        texts.append(_("It goes on by itself on %(time)s.") % {"time": when})
    return " ".join(texts)


def _open_boards(fold: TournamentFold) -> str:
    round = fold.round
    assert round is not None
    if any(board.taken_back for board in round.boards):
        text = _(
            "Matches of round %(round)d are taken back. Correct the result that was wrong on its board of round "
            "%(before)d, then pair them again."
        )
        return text % {"round": round.number, "before": round.number - 1}
    left = sum(not board.decided for board in round.boards)
    if format_of(fold).by_challenge:
        text = ngettext(
            "The ladder goes on, with %(number)d game in play.",
            "The ladder goes on, with %(number)d games in play.",
            left,
        )
        return text % {"number": left}
    if format_of(fold).grows:
        text = ngettext(
            "The arena goes on, with %(number)d game in play.",
            "The arena goes on, with %(number)d games in play.",
            left,
        )
        return text % {"number": left}
    text = ngettext(
        "Round %(round)d is being played: %(number)d board is open.",
        "Round %(round)d is being played: %(number)d boards are open.",
        left,
    )
    return text % {"round": round.number, "number": left}


def wall_text(at: int, zone: str) -> str:
    """A moment as the wall of the event shows it, with the name of the zone."""
    return f"{date_format(wall_of(at, zone), 'j F Y, H:i')} ({zone.replace('_', ' ')})"


def facts(access: EventAccess) -> list[tuple[str, str]]:
    """What the staff wants to see at a glance, with its names."""
    fold, terms, round = access.fold, access.fold.terms, access.fold.round
    results = [(_("Status"), str(STATUSES[fold.status])), (_("Entries"), places_text(fold))]
    if fold.waiting:
        results.append((_("On the waiting list"), str(len(fold.waiting))))
    if terms.check_in and fold.status is Status.OPEN:
        results.append((_("Checked in"), str(sum(entry.checked_in for entry in fold.playing))))
    if terms.entry == "code" and not fold.ended:
        results.append((_("Entry code"), access.announcement.code))
    grows = format_of(fold).grows
    if fold.planned and not grows:
        done = sum(item.finished_at is not None for item in fold.rounds)
        results.append((_("Rounds played"), _("%(number)d of %(rounds)d") % {"number": done, "rounds": fold.planned}))
    if round is not None and round.deadline is not None and round.finished_at is None:
        words = _("Ends") if grows else _("Hard end of the round")
        results.append((words, wall_text(microseconds(round.deadline), access.zone)))
    return results


# -- what stands in the way -----------------------------------------------------------------------

_STUCK = {
    "deadline": gettext_lazy(
        "The hard end of the round is over, and boards are open. Decide them, or give the round more time."
    ),
    "calendar": gettext_lazy(
        "The next round should have begun, but boards of this one are open. Decide them, or extend it."
    ),
    "late": gettext_lazy("The next round should have been paired. It is tried again each minute."),
}


def blockers(access: EventAccess, names: Names, called_off: Collection[UUID]) -> list[ShownBlocker]:
    """What keeps the event from going on, with the choices that there are.

    Args:
        access: the event and its reader.
        names: of its people.
        called_off: the games that ended without a result.
    """
    return list(_blockers(access, names, called_off))


def _blockers(access: EventAccess, names: Names, called_off: Collection[UUID]) -> Iterator[ShownBlocker]:
    fold, now = access.fold, timezone.now()
    for code in stuck(fold, now=now):
        if code in _STUCK:
            yield ShownBlocker(str(_STUCK[code]))
        elif code == "not-started":
            yield _not_started(access)
        elif code == "ratings-lost":
            yield _ratings_lost(access)
    if fold.failed and fold.status is Status.RUNNING:
        yield _cannot_pair(access)
    for item in missing(fold, now=now):
        text = _("Board %(board)d: %(name)s is not there, and loses by forfeit at %(time)s.")
        if item.until is None:
            text = _("Board %(board)d: %(name)s missed the agreed time. Decide, or let them agree another one.")
        until = "" if item.until is None else date_format(timezone.localtime(item.until), "H:i")
        words = text % {"board": item.board, "name": names.entry(item.entry), "time": until}
        yield ShownBlocker(words, ((_("Decide the board"), access.url("desk-board", item.round, item.board)),))
    yield from _half_gone(access, names)
    yield from _undecided(access, names, called_off)


def _ratings_lost(access: EventAccess) -> ShownBlocker:
    """Whose ratings the start took, and what there is to do about it."""
    fold = access.fold
    count = sum(bool(entry.lost_rating) for entry in fold.entries.values())
    text = ngettext(
        "The start took the rating of %(number)d entry, and ranked it as if it had none.",
        "The start took the ratings of %(number)d entries, and ranked them as if they had none.",
        count,
    )
    result = _("The ratings can be put right now, and as no round is paired the numbers with them.")
    if fold.rounds:
        result = _("The ratings can be put right now. The numbers stay, as a round is paired by them.")
        if _waits_for_its_first_round(fold):
            result = _("Take the pairing back first: then the ratings can be put right, and the numbers with them.")
    return ShownBlocker(f"{text % {'number': count}} {result}")


def _waits_for_its_first_round(fold: TournamentFold) -> bool:
    return len(fold.rounds) == 1 and fold.rounds[0].begun_at is None


def _not_started(access: EventAccess) -> ShownBlocker:
    """Why the start by date did not happen, and what there is to do about it."""
    fold = access.fold
    ready = sum(entry.checked_in or not fold.terms.check_in for entry in fold.playing)
    text = ngettext(
        "The time to start is over, and the event has not begun: it takes two who are ready, and %(ready)d is.",
        "The time to start is over, and the event has not begun: it takes two who are ready, and %(ready)d are.",
        ready,
    )
    result = text % {"ready": ready} + " " + _("It begins as soon as two are. Entered players are told that it waits.")
    if ready >= LEAST_ENTRIES:
        result = _("The time to start is over, and the event has not begun. It is tried again each minute.")
    checking = [(_("Check in players who are there"), access.url("desk-entries"))] if fold.terms.check_in else []
    entering = [(_("Enter or invite players"), access.url("desk-entries"))]
    owner = access.is_at_least("owner")
    later = (
        [(_("Choose a later start"), access.url("edit")), (_("Call the event off"), access.url("desk"))]
        if owner
        else []
    )
    return ShownBlocker(result, (*checking, *entering, *later))


_UNDECIDED = {
    "claims-differ": gettext_lazy("Board %(board)d: %(red)s and %(blue)s report different results."),
    "game-called-off": gettext_lazy("Board %(board)d: the game of %(red)s and %(blue)s was called off."),
    "taken-back": gettext_lazy("Board %(board)d: the match of %(red)s and %(blue)s is taken back, to be paired again."),
}


def _undecided(access: EventAccess, names: Names, called_off: Collection[UUID]) -> Iterator[ShownBlocker]:
    """Boards that nobody but an arbiter can decide any more."""
    for blocker in tournament_blockers(access.fold, called_off):
        if blocker.code in _UNDECIDED:
            params = {
                "board": blocker.board,
                "red": names.entry(blocker.entries[0]),
                "blue": names.entry(blocker.entries[1]),
            }
            url = access.url("desk-board", blocker.round, blocker.board)
            yield ShownBlocker(str(_UNDECIDED[blocker.code]) % params, ((_("Decide the board"), url),))


def _half_gone(access: EventAccess, names: Names) -> Iterator[ShownBlocker]:
    """Boards that wait for somebody who has left."""
    fold, round = access.fold, access.fold.round
    if round is None or round.begun_at is None or round.finished_at is not None:
        return
    for board in round.boards:
        gone = [number for number in (board.leg.red, board.leg.blue) if not fold.entries[number].playing]
        if gone and not board.decided and not board.taken_back:
            text = _("Board %(board)d: %(name)s has left the event, and the game goes on.")
            words = text % {"board": board.number, "name": names.entry(gone[0])}
            yield ShownBlocker(words, ((_("Decide the board"), access.url("desk-board", round.number, board.number)),))


def _cannot_pair(access: EventAccess) -> ShownBlocker:
    """Why the round cannot be paired, and each choice that exists with the page where it is made."""
    fold = access.fold
    number = len(fold.rounds) + 1
    words = CANNOT_PAIR.get(fold.failed)
    try:
        here = sum(present(entry, number) for entry in fold.playing)
        why = str(words) % {"players": here, "rounds": fold.planned, "criterion": "", "number": ""}
    except (KeyError, ValueError):
        why = str(words or fold.failed)
    text = _("Round %(number)d cannot be paired.") % {"number": number}
    remedies = remedies_of(access)
    choices = tuple((remedy.words, access.url(remedy.page)) for remedy in remedies if remedy.page)
    return ShownBlocker(
        f"{text} {why}", choices, tuple((remedy.words, remedy.slug) for remedy in remedies if not remedy.page)
    )
