"""The log of decisions: every public event of a tournament in words, with who, when and why.

Invitations, forbidden pairs, and what players of a board arrange between them are not public, so they are not here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from eventlog import store
from eventlog.canonical import at as as_time
from eventlog.store import Stored
from tournaments.domain import events as e
from tournaments.domain.formats import asked_fields
from tournaments.domain.prizes import Prizes, decimals_of
from tournaments.domain.round_transitions import MARKS
from tournaments.domain.terms import Terms
from tournaments.domain.texts import texts_of
from tournaments.domain.transitions import unseen
from tournaments.presentation.names import name_of
from tournaments.presentation.prizes import SHARINGS, money
from tournaments.presentation.sheet import Sheet
from tournaments.presentation.words import BYES, CANNOT_PAIR, ROLES, TIE_REASONS, result_text

LADDER: tuple[type, ...] = (e.ChallengeMade, e.ChallengeAnswered, e.LadderPaused, e.EntryFell, e.MovesRecorded)

KINDS: dict[str, tuple[Any, tuple[type, ...]]] = {
    "decisions": (
        gettext_lazy("Decisions"),
        (
            e.TermsChanged,
            e.TournamentDescribed,
            e.PrizesSet,
            e.TournamentAnnounced,
            e.TournamentCancelled,
            e.RoleGiven,
            e.RoleTaken,
            e.SeedsSet,
            e.RankingCorrected,
            e.EntryExpelled,
            e.ExpulsionReversed,
            e.LineupFixed,
            e.TieDecided,
            e.RoundUnpaired,
            e.RoundTakenBack,
            e.MatchesTakenBack,
            e.ResultCorrected,
            e.RoundExtended,
            e.CallAnswered,
            e.TournamentPaused,
            e.TournamentResumed,
            e.TournamentFinished,
        ),
    ),
    "entries": (
        gettext_lazy("Entries"),
        (
            e.PlayerEntered,
            e.EntryAdmitted,
            e.CheckedIn,
            e.EntryDescribed,
            e.RosterChanged,
            e.EntryWithdrawn,
            e.EntryReturned,
            e.EntryExpelled,
            e.ExpulsionReversed,
            e.ByeRequested,
            e.ByeCancelled,
        ),
    ),
    "rounds": (
        gettext_lazy("Rounds"),
        (
            e.FirstColourSet,
            e.VirtualPointsSet,
            e.TournamentStarted,
            e.RoundPaired,
            e.RoundPublished,
            e.LineupSealed,
            e.LineupsOpened,
            e.LineupFixed,
            e.PairingFailed,
            e.TieDecided,
            e.RoundUnpaired,
            e.RoundBegun,
            e.RoundTakenBack,
            e.MatchesTakenBack,
            e.MatchesPairedAnew,
            e.BoardsAdded,
            *LADDER,
            e.RoundExtended,
            e.RoundFinished,
            e.TournamentFinished,
        ),
    ),
    "results": (
        gettext_lazy("Results"),
        (e.ResultRecordedOnBoard, e.ResultCorrected, e.ResultClaimed, e.LegAdded, e.RecordAttached, e.BoardRelayed),
    ),
    "calls": (gettext_lazy("Calls for the arbiter"), (e.ArbiterCalled, e.CallAnswered)),
}
"""What the log can be filtered by."""

HIDDEN: tuple[type, ...] = (
    e.PlayerIdentified,
    e.PlayerInvited,
    e.PlayerUninvited,
    e.PairForbidden,
    e.PairAllowed,
    e.TimeProposed,
    e.TimeAgreed,
    e.TimeRefused,
    e.PresenceShown,
)
"""What only those concerned see, on other pages."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """An event in words. `who` is a mark for a name, or what did it by itself."""

    time: datetime
    who: str
    text: str
    reason: str


LONG, MOST_LONG = 500, 2
"""A log of so many events is kept by the process that showed it, and so many of them."""

_kept: OrderedDict[UUID, tuple[Stored, ...]] = OrderedDict()
_lock = Lock()


def history_of(tournament: UUID) -> tuple[Stored, ...]:
    """All events of a tournament. Events never change: of a long log that was shown lately only those are read that
    came since. Reasons and names are not among them.
    """
    with _lock:
        before = _kept.get(tournament, ())
    whole = (*before, *store.load(tournament, after=len(before)))
    with _lock:
        if len(whole) >= LONG:
            _kept[tournament] = whole
            _kept.move_to_end(tournament)
        if len(_kept) > MOST_LONG:
            _kept.popitem(last=False)
    return whole


def log_rows(sheet: Sheet, history: Iterable[Stored], kind: str = "") -> list[Stored]:
    """The events that everybody may see, the newest first.

    Args:
        sheet: what the parts of the page are drawn from.
        history: the events of the log.
        kind: of `KINDS`; empty for all.
    """
    wanted = KINDS[kind][1] if kind else None
    public = (stored for stored in history if not isinstance(stored.event, HIDDEN))
    return [stored for stored in public if wanted is None or isinstance(stored.event, wanted)][::-1]


def public_history(history: Iterable[Stored]) -> list[Stored]:
    """The log without what tells of a pairing that is not published yet."""
    whole = list(history)
    hidden = unseen((stored.version, stored.event) for stored in whole)
    return [stored for stored in whole if stored.version not in hidden]


def decisions_apart(storeds: Iterable[Stored]) -> tuple[list[Stored], list[Stored]]:
    """What somebody decided, and the rest, which went by itself or as players do; both in the order they had."""
    decided, rest = list[Stored](), list[Stored]()
    for stored in storeds:
        (decided if _is_decision(stored) else rest).append(stored)
    return decided, rest


def _is_decision(stored: Stored) -> bool:
    """Whether somebody decided it: a decision by its kind, or with a reason; what the service did is none."""
    by_reason = bool(getattr(stored.event, "reason", None))
    return stored.actor is not None and (by_reason or isinstance(stored.event, KINDS["decisions"][1]))


def in_words(sheet: Sheet, shown: Iterable[Stored], before: Mapping[int, Any]) -> list[LogRow]:
    """Events in words, with their reasons as far as they are still there; one query.

    Args:
        sheet: what the parts of the page are drawn from.
        shown: the events.
        before: what was so before an event, by its version; see `as_it_was`.
    """
    storeds = list(shown)
    imported = sheet.fold.created_at if sheet.fold.imported else None  # what the file told came in one append
    ids = [stored.event.reason for stored in storeds if getattr(stored.event, "reason", None)]
    reasons = texts_of(ids) if ids else {}
    rows = []
    for stored in storeds:
        reason = getattr(stored.event, "reason", None)
        text = _("(erased)") if reason else ""
        rows.append(
            LogRow(
                time=stored.time,
                who=name_of(stored.actor) if stored.actor is not None else _("the service"),
                text=_words(sheet, stored, before.get(stored.version), flag=stored.time == imported),
                reason=reasons.get(UUID(reason), text) if reason else "",
            )
        )
    return rows


def _words(sheet: Sheet, item: Stored, before: Any, *, flag: bool) -> str:
    """An event in words."""
    words = (IMPORTED.get(type(item.event)) if flag else None) or WORDS[type(item.event)]
    return words(sheet, item.event, before)


def as_it_was(history: Iterable[Stored]) -> dict[int, Any]:
    """What events are told with, by version: of a change of the terms, the event that said them before; of what
    happened at a board, or took it back, the entries that sat there then.
    """
    values: dict[int, Any] = {}
    terms = None
    seated: dict[tuple[int, int], tuple[int, int]] = {}
    boards: dict[int, int] = {}
    challenges: dict[int, tuple[int, int]] = {}
    for stored in history:
        event = stored.event
        if isinstance(event, e.TournamentCreated | e.TermsChanged):
            values[stored.version] = terms
            terms = event
        elif isinstance(event, e.RoundPaired):
            seated |= _seats(event.round, range(1, len(event.red) + 1), event)
            boards[event.round] = len(event.red)
        elif isinstance(event, e.BoardsAdded):
            first = boards[event.round] + 1
            seated |= _seats(event.round, range(first, first + len(event.red)), event)
            boards[event.round] += len(event.red)
        elif isinstance(event, e.ChallengeMade):
            challenges[event.challenge] = (event.entry, event.other)
        elif isinstance(event, e.ChallengeAnswered):
            values[stored.version] = challenges[event.challenge]
        elif isinstance(event, e.MatchesPairedAnew):
            seated |= _seats(event.round, event.boards, event)
        elif isinstance(event, e.MatchesTakenBack):
            values[stored.version] = [seated.get((event.round, board), ()) for board in event.boards]
        elif hasattr(event, "board"):
            values[stored.version] = seated.get((event.round, event.board), ())
    return values


def _seats(round: int, boards: Iterable[int], event: Any) -> dict[tuple[int, int], tuple[int, int]]:
    pairs = zip(event.red, event.blue, strict=True)
    return {(round, board): pair for board, pair in zip(boards, pairs, strict=True)}


# -- words ----------------------------------------------------------------------------------------

LineFormatter = Callable[[Sheet, Any, Any], str]


def _plain(text: Any) -> LineFormatter:
    """Words that name nothing."""
    return lambda sheet, event, before: str(text)


def _entry(text: Any) -> LineFormatter:
    def words(sheet: Sheet, event: Any, before: Any) -> str:
        params = {"name": sheet.entry_name(event.entry), "round": getattr(event, "round", "")}
        return str(text) % params

    return words


def _round(text: Any) -> LineFormatter:
    return lambda sheet, event, before: str(text) % {"round": sheet.round_name(event.round)}


FIELDS: dict[str, Any] = {
    "capacity": gettext_lazy("places"),
    "entry": gettext_lazy("who may enter"),
    "rating_from": gettext_lazy("rating limits"),
    "rating_to": gettext_lazy("rating limits"),
    "starts": gettext_lazy("the start"),
    "calendar": gettext_lazy("the calendar"),
    "time": gettext_lazy("the time control"),
    "scoring": gettext_lazy("the points"),
    "tiebreaks": gettext_lazy("the tie-breaks"),
    "options": gettext_lazy("the options of the games"),
    "pause": gettext_lazy("the pause between rounds"),
    "automatic": gettext_lazy("who pairs the rounds"),
    "publishing": gettext_lazy("when pairings are published"),
    "publish_before": gettext_lazy("when pairings are published"),
    "until_next": gettext_lazy("how long a round lasts"),
    "check_in": gettext_lazy("the check-in"),
    "round_length": gettext_lazy("how long a round lasts"),
    "no_show": gettext_lazy("when a game is lost by forfeit"),
    "scheduled": gettext_lazy("when to play"),
    "reveal": gettext_lazy("when games are opened"),
    "reveal_after": gettext_lazy("when games are opened"),
    "spectators": gettext_lazy("who may watch"),
    "delay": gettext_lazy("who may watch"),
    "delay_plies": gettext_lazy("who may watch"),
    "notes": gettext_lazy("notes and guesses"),
    "rated": gettext_lazy("rated or not"),
    "seeding": gettext_lazy("the seeding"),
    "start_ratings": gettext_lazy("which ratings count at the start"),
    "stop_clocks": gettext_lazy("whether a call stops the clocks"),
    "team_boards": gettext_lazy("the boards of a team"),
    "board_order": gettext_lazy("the order of a team’s members"),
    "lineup_before": gettext_lazy("when line-ups are opened"),
}


def _terms(sheet: Sheet, event: e.TermsChanged, before: Any) -> str:
    now = Terms.from_value(event).by_name()
    then = Terms.from_value(before).by_name() if before is not None else now
    changed = [name for name in now if now[name] != then[name]]
    called = FIELDS | {field.name: field.called for field in asked_fields().values() if field.called is not None}
    names = dict.fromkeys(str(called.get(name, _("the format"))) for name in changed)
    return _("The terms were changed: %(what)s.") % {"what": ", ".join(names) or _("nothing that is told here")}


PARTS = {
    "name": gettext_lazy("the name"),
    "description": gettext_lazy("the description"),
    "place": gettext_lazy("the place"),
    "zone": gettext_lazy("the time zone"),
    "code": gettext_lazy("the code to enter with"),
}


def _described(sheet: Sheet, event: e.TournamentDescribed, before: Any) -> str:
    return _("The announcement was changed: %(what)s.") % {"what": ", ".join(str(PARTS[part]) for part in event.parts)}


def _prizes(sheet: Sheet, event: e.PrizesSet, before: Any) -> str:
    prizes = Prizes.from_value(event)
    if not prizes.number:
        return _("There are no prizes any more.")
    params = {
        "number": prizes.number,
        "total": money(prizes.total * 10 ** decimals_of(prizes.currency), prizes.currency),
        "sharing": str(SHARINGS[prizes.sharing]),
    }
    text = ngettext(
        "There is %(number)d prize, %(total)s. %(sharing)s.",
        "There are %(number)d prizes, %(total)s in all. %(sharing)s.",
        prizes.number,
    )
    return text % params


def _role(sheet: Sheet, event: e.RoleGiven, before: Any) -> str:
    params = {"name": name_of(UUID(event.player)), "role": str(ROLES[event.role])}
    return _("%(name)s has a role now: %(role)s.") % params


def _no_role(sheet: Sheet, event: e.RoleTaken, before: Any) -> str:
    return _("%(name)s has no role any more.") % {"name": name_of(UUID(event.player))}


def _entered(sheet: Sheet, event: e.PlayerEntered, before: Any) -> str:
    text = _("%(name)s came on the waiting list.") if event.waiting else _("%(name)s entered.")
    return text % {"name": sheet.entry_name(event.entry)}


def _withdrawn(sheet: Sheet, event: e.EntryWithdrawn, before: Any) -> str:
    text = _("%(name)s was not there and is not paired any more.") if event.missing else _("%(name)s withdrew.")
    return text % {"name": sheet.entry_name(event.entry)}


def _entry_described(sheet: Sheet, event: e.EntryDescribed, before: Any) -> str:
    params = {"name": sheet.entry_name(event.entry), "rating": event.rating}
    if event.rating is None:
        return _("The details of %(name)s were corrected.") % params
    return _("The details of %(name)s were corrected: the rating is %(rating)d.") % params


def _bye(sheet: Sheet, event: e.ByeRequested, before: Any) -> str:
    params = {
        "name": sheet.entry_name(event.entry),
        "round": sheet.round_name(event.round),
        "kind": str(BYES.get(event.kind, event.kind)),
    }
    return _("%(name)s does not play in %(round)s: %(kind)s.") % params


def _started(sheet: Sheet, event: e.TournamentStarted, before: Any) -> str:
    text = ngettext(
        "Play began with %(entries)d entry, for %(rounds)d rounds. Drawn by lot: number 1 has %(colour)s first.",
        "Play began with %(entries)d entries, for %(rounds)d rounds. Drawn by lot: number 1 has %(colour)s first.",
        len(event.order),
    )
    if sheet.fold.colour_set:
        text = ngettext(
            "Play began with %(entries)d entry, for %(rounds)d rounds. Number 1 has %(colour)s first, as imported.",
            "Play began with %(entries)d entries, for %(rounds)d rounds. Number 1 has %(colour)s first, as imported.",
            len(event.order),
        )
    return text % {"entries": len(event.order), "rounds": event.rounds, "colour": _colour(red=event.red_first)}


def _started_elsewhere(sheet: Sheet, event: e.TournamentStarted, before: Any) -> str:
    text = ngettext(
        "As imported: play began with %(entries)d entry, for %(rounds)d rounds; number 1 had %(colour)s first.",
        "As imported: play began with %(entries)d entries, for %(rounds)d rounds; number 1 had %(colour)s first.",
        len(event.order),
    )
    return text % {"entries": len(event.order), "rounds": event.rounds, "colour": _colour(red=event.red_first)}


def _colour(*, red: bool) -> str:
    return _("red") if red else _("blue")


def _colour_set(sheet: Sheet, event: e.FirstColourSet, before: Any) -> str:
    return _("As imported: number 1 has %(colour)s first.") % {"colour": _colour(red=event.red)}


def _virtual_points(sheet: Sheet, event: e.VirtualPointsSet, before: Any) -> str:
    text = ngettext(
        "As imported: %(entries)d entry is paired with virtual points.",
        "As imported: %(entries)d entries are paired with virtual points.",
        len(event.entries),
    )
    return text % {"entries": len(event.entries)}


def _paired_elsewhere(sheet: Sheet, event: e.RoundPaired, before: Any) -> str:
    text = ngettext(
        "%(round)s is as imported: %(boards)d board.", "%(round)s is as imported: %(boards)d boards.", len(event.blue)
    )
    return text % {"round": sheet.round_name(event.round), "boards": len(event.blue)}


def _absent_elsewhere(sheet: Sheet, event: e.EntryWithdrawn, before: Any) -> str:
    return _("As imported: %(name)s is not paired any more.") % {"name": sheet.entry_name(event.entry)}


def _paired(sheet: Sheet, event: e.RoundPaired, before: Any) -> str:
    boards = sum(1 for blue in event.blue if blue)
    params = {"round": sheet.round_name(event.round), "boards": boards, "seen": event.seen}
    if not event.by_hand:
        text = ngettext(
            "%(round)s was paired: %(boards)d board, computed from step %(seen)d of the event.",
            "%(round)s was paired: %(boards)d boards, computed from step %(seen)d of the event.",
            boards,
        )
        return text % params
    text = ngettext(
        "%(round)s was paired by hand: %(boards)d board.", "%(round)s was paired by hand: %(boards)d boards.", boards
    )
    text %= params
    engine = zip(event.engine_red or (), event.engine_blue or (), strict=False)
    here = set(zip(event.red, event.blue, strict=True))
    pairs = [f"{sheet.entry_name(red)} – {sheet.entry_name(blue)}" for red, blue in engine if (red, blue) not in here]
    return text + (" " + _("The engine had: %(pairs)s.") % {"pairs": "; ".join(pairs)} if pairs else "")


def _tie_decided(sheet: Sheet, event: e.TieDecided, before: Any) -> str:
    params = {
        "names": ", ".join(map(sheet.entry_name, event.through)),
        "all": ", ".join(map(sheet.entry_name, event.entries)),
        "why": str(TIE_REASONS.get(event.why, event.why)),
    }
    return _("Level for the last place that plays on: %(all)s. On goes: %(names)s (%(why)s).") % params


def _failed(sheet: Sheet, event: e.PairingFailed, before: Any) -> str:
    # The event has the code alone; a sentence that names more is told at the desk.
    words = str(CANNOT_PAIR.get(event.code, ""))
    why = words if words and "%(" not in words else _("no pairing was found that keeps the rules.")
    return _("%(round)s could not be paired: %(why)s") % {"round": sheet.round_name(event.round), "why": why}


def _begun(sheet: Sheet, event: e.RoundBegun, before: Any) -> str:
    text = _("%(round)s began.") % {"round": sheet.round_name(event.round)}
    if event.deadline is None:
        return text
    return text + " " + _("It ends on %(time)s at the latest.") % {"time": _moment(event.deadline)}


def _moment(microseconds: int) -> str:
    return date_format(timezone.localtime(as_time(microseconds)), "DATETIME_FORMAT")


def _where(sheet: Sheet, event: Any, seated: Any) -> dict[str, Any]:
    """The names of a board as it was then, and its place."""
    return {"round": sheet.round_name(event.round), "board": event.board, "names": _pair(sheet, seated)}


def _pair(sheet: Sheet, seated: Any) -> str:
    return " – ".join(sheet.entry_name(entry) for entry in seated or ())


def _board(text: Any) -> LineFormatter:
    return lambda sheet, event, before: str(text) % _where(sheet, event, before)


def _matches_taken_back(sheet: Sheet, event: e.MatchesTakenBack, before: Any) -> str:
    params = {"round": sheet.round_name(event.round), "names": "; ".join(_pair(sheet, pair) for pair in before or ())}
    return _("%(round)s: matches were taken back, and what was played in them counts no more: %(names)s.") % params


def _paired_anew(sheet: Sheet, event: e.MatchesPairedAnew, before: Any) -> str:
    pairs = zip(event.red, event.blue, strict=True)
    params = {"round": sheet.round_name(event.round), "names": "; ".join(_pair(sheet, pair) for pair in pairs)}
    return _("%(round)s: matches were paired again and began: %(names)s.") % params


def _boards_added(sheet: Sheet, event: e.BoardsAdded, before: Any) -> str:
    pairs = zip(event.red, event.blue, strict=True)
    return _("Who waited plays: %(names)s.") % {"names": "; ".join(_pair(sheet, pair) for pair in pairs)}


ANSWERS: dict[str, Any] = {
    "accepted": gettext_lazy("%(other)s accepted the challenge of %(name)s."),
    "declined": gettext_lazy("%(other)s declined the challenge of %(name)s, and lost it by default."),
    "lapsed": gettext_lazy("%(other)s did not answer the challenge of %(name)s in time, and lost it by default."),
    "taken-back": gettext_lazy("%(name)s took the challenge to %(other)s back."),
    "called-off": gettext_lazy("The challenge of %(name)s to %(other)s was called off."),
}


def _challenged(sheet: Sheet, event: e.ChallengeMade, before: Any) -> str:
    params = {"name": sheet.entry_name(event.entry), "other": sheet.entry_name(event.other)}
    return _("%(name)s challenged %(other)s.") % params


def _challenge_answered(sheet: Sheet, event: e.ChallengeAnswered, before: Any) -> str:
    name, other = before
    return str(ANSWERS[event.answer]) % {"name": sheet.entry_name(name), "other": sheet.entry_name(other)}


def _ladder_paused(sheet: Sheet, event: e.LadderPaused, before: Any) -> str:
    params = {"name": sheet.entry_name(event.entry), "time": _moment(event.until)}
    return _("%(name)s pauses on the ladder until %(time)s.") % params


def _fell(sheet: Sheet, event: e.EntryFell, before: Any) -> str:
    text = ngettext(
        "%(name)s did nothing for too long, and fell by %(places)d place.",
        "%(name)s did nothing for too long, and fell by %(places)d places.",
        event.places,
    )
    return text % {"name": sheet.entry_name(event.entry), "places": event.places}


SOURCES: dict[str, Any] = {
    "game": gettext_lazy("taken over from the game"),
    "arbiter": gettext_lazy("recorded by an arbiter"),
    "players": gettext_lazy("both players agree"),
    "forfeit": gettext_lazy("by forfeit"),
}


def _result(sheet: Sheet, event: e.ResultRecordedOnBoard, before: Any) -> str:
    return _result_from(sheet, event, before, SOURCES.get(event.source, event.source))


def _result_elsewhere(sheet: Sheet, event: e.ResultRecordedOnBoard, before: Any) -> str:
    return _result_from(sheet, event, before, _("as imported"))


def _result_from(sheet: Sheet, event: e.ResultRecordedOnBoard, before: Any, how: Any) -> str:
    params = _where(sheet, event, before) | {"result": result_text(_marks(event)), "how": str(how)}
    return _("%(round)s, board %(board)d, %(names)s: %(result)s (%(how)s).") % params


def _marks(event: Any) -> Any:
    return MARKS[event.red], MARKS[event.blue]


def _corrected(sheet: Sheet, event: e.ResultCorrected, before: Any) -> str:
    params = _where(sheet, event, before) | {"result": result_text(_marks(event))}
    if event.penalty is not None:
        return _("%(round)s, board %(board)d, %(names)s: the moderators changed the result to: %(result)s.") % params
    return _("%(round)s, board %(board)d, %(names)s: the result was corrected to: %(result)s.") % params


def _claimed(sheet: Sheet, event: e.ResultClaimed, before: Any) -> str:
    params = _where(sheet, event, before) | {
        "name": sheet.entry_name(event.entry),
        "result": result_text(_marks(event)),
    }
    return _("%(round)s, board %(board)d: %(name)s says: %(result)s.") % params


def _extended(sheet: Sheet, event: e.RoundExtended, before: Any) -> str:
    params = {"round": sheet.round_name(event.round), "time": _moment(event.deadline)}
    return _("%(round)s has time until %(time)s.") % params


def _called(sheet: Sheet, event: e.ArbiterCalled, before: Any) -> str:
    if not event.entry:
        return _("%(round)s, board %(board)d was taken up by an arbiter.") % _where(sheet, event, before)
    params = _where(sheet, event, before) | {"name": sheet.entry_name(event.entry)}
    text = _("%(name)s called the arbiter: %(round)s, board %(board)d.") % params
    return " ".join([text, _("The clocks were stopped.")]) if event.stopped else text


RULINGS: dict[str, Any] = {
    "answered": gettext_lazy("answered"),
    "paused": gettext_lazy("the clocks were stopped"),
    "looked": gettext_lazy("an arbiter looked at both sides of the game"),
    "time-given": gettext_lazy("time was given"),
    "result": gettext_lazy("a result"),
    "forfeit": gettext_lazy("a forfeit"),
    "resumed": gettext_lazy("play goes on"),
    "dismissed": gettext_lazy("dismissed"),
}


def _answered(sheet: Sheet, event: e.CallAnswered, before: Any) -> str:
    call = next((call for call in sheet.fold.calls if call.number == event.call), None)
    params: dict[str, Any] = {"ruling": str(RULINGS.get(event.ruling, event.ruling)), "amount": event.amount}
    params["round"] = sheet.round_name(call.round) if call is not None else ""
    params["board"] = call.board if call is not None else 0
    text = _("The call from %(round)s, board %(board)d, was answered: %(ruling)s.")
    if event.amount is not None and event.entry is not None:
        params["name"] = sheet.entry_name(event.entry)
        text = ngettext(
            "The call from %(round)s, board %(board)d, was answered: %(amount)d second for %(name)s.",
            "The call from %(round)s, board %(board)d, was answered: %(amount)d seconds for %(name)s.",
            event.amount,
        )
    return text % params


def _roster(sheet: Sheet, event: e.RosterChanged, before: Any) -> str:
    params = {"name": sheet.entry_name(event.entry), "members": _people(event.members) or _("nobody")}
    if event.captain is None:
        return _("The team of %(name)s is now: %(members)s.") % params
    params["captain"] = name_of(UUID(event.captain))
    return _("The team of %(name)s is now: %(members)s. Captain: %(captain)s.") % params


def _people(players: Iterable[str | None]) -> str:
    return ", ".join("–" if player is None else name_of(UUID(player)) for player in players)


def _lineup_sealed(sheet: Sheet, event: e.LineupSealed, before: Any) -> str:
    params = {"round": sheet.round_name(event.round), "name": sheet.entry_name(event.entry)}
    return _("%(round)s: %(name)s handed in a line-up, sealed until both are opened.") % params


def _lineups_opened(sheet: Sheet, event: e.LineupsOpened, before: Any) -> str:
    params = {
        "round": sheet.round_name(event.round),
        "red": _side_opened(sheet, before[0], event.red, event.red_salt),
        "blue": _side_opened(sheet, before[1], event.blue, event.blue_salt),
    }
    return _("%(round)s: line-ups opened. %(red)s; %(blue)s.") % params


def _side_opened(sheet: Sheet, entry: int, lineup: Iterable[str | None], salt: str | None) -> str:
    params = {"name": sheet.entry_name(entry), "players": _people(lineup)}
    if salt is None:
        return _("%(name)s, of whom none was handed in: %(players)s") % params
    return _("%(name)s: %(players)s") % params


def _lineup_fixed(sheet: Sheet, event: e.LineupFixed, before: Any) -> str:
    params = {"round": sheet.round_name(event.round), "name": sheet.entry_name(event.entry)}
    return _("%(round)s: the line-up of %(name)s is now %(players)s.") % {**params, "players": _people(event.players)}


def _paused(sheet: Sheet, event: e.TournamentPaused, before: Any) -> str:
    return _("The event is paused, and its clocks are stopped.") if event.clocks else _("The event is paused.")


WORDS: dict[type, LineFormatter] = {
    e.TournamentCreated: _plain(gettext_lazy("The event was prepared.")),
    e.TermsChanged: _terms,
    e.TournamentDescribed: _described,
    e.PrizesSet: _prizes,
    e.TournamentAnnounced: _plain(gettext_lazy("The event was announced.")),
    e.TournamentCancelled: _plain(gettext_lazy("The event was cancelled.")),
    e.RoleGiven: _role,
    e.RoleTaken: _no_role,
    e.PlayerEntered: _entered,
    e.EntryDescribed: _entry_described,
    e.RosterChanged: _roster,
    e.EntryAdmitted: _entry(gettext_lazy("%(name)s moved up from the waiting list.")),
    e.CheckedIn: _entry(gettext_lazy("%(name)s checked in.")),
    e.EntryWithdrawn: _withdrawn,
    e.EntryReturned: _entry(gettext_lazy("%(name)s is back and is paired again.")),
    e.EntryExpelled: _entry(gettext_lazy("%(name)s was excluded.")),
    e.ExpulsionReversed: _entry(gettext_lazy("The exclusion of %(name)s was reversed.")),
    e.ByeRequested: _bye,
    e.ByeCancelled: _entry(gettext_lazy("%(name)s plays in round %(round)s after all.")),
    e.RankingCorrected: _plain(gettext_lazy("The ratings of the start, and the ranking by them, were put right.")),
    e.SeedsSet: _plain(gettext_lazy("The initial ranking was set by hand.")),
    e.FirstColourSet: _colour_set,
    e.VirtualPointsSet: _virtual_points,
    e.TournamentStarted: _started,
    e.RoundPaired: _paired,
    e.RoundPublished: _round(gettext_lazy("The pairing of %(round)s was published.")),
    e.LineupSealed: _lineup_sealed,
    e.LineupsOpened: _lineups_opened,
    e.LineupFixed: _lineup_fixed,
    e.PairingFailed: _failed,
    e.TieDecided: _tie_decided,
    e.RoundUnpaired: _round(gettext_lazy("The pairing of %(round)s was taken back.")),
    e.RoundBegun: _begun,
    e.RoundTakenBack: _round(
        gettext_lazy("%(round)s was taken back after it had begun, and what was played in it counts no more.")
    ),
    e.MatchesTakenBack: _matches_taken_back,
    e.MatchesPairedAnew: _paired_anew,
    e.BoardsAdded: _boards_added,
    e.ChallengeMade: _challenged,
    e.ChallengeAnswered: _challenge_answered,
    e.LadderPaused: _ladder_paused,
    e.EntryFell: _fell,
    e.MovesRecorded: _plain(gettext_lazy("As imported: who moved on the ladder.")),
    e.BoardStarted: _board(gettext_lazy("%(round)s, board %(board)d, %(names)s: the game began.")),
    e.LegAdded: _board(gettext_lazy("%(round)s, board %(board)d, %(names)s: the next game of the match.")),
    e.ResultRecordedOnBoard: _result,
    e.ResultCorrected: _corrected,
    e.ResultClaimed: _claimed,
    e.RecordAttached: _board(
        gettext_lazy("%(round)s, board %(board)d, %(names)s: the record of the game was attached.")
    ),
    e.BoardRelayed: _board(gettext_lazy("%(round)s, board %(board)d, %(names)s: the board is relayed.")),
    e.RoundExtended: _extended,
    e.RoundFinished: _round(gettext_lazy("%(round)s is over.")),
    e.ArbiterCalled: _called,
    e.CallAnswered: _answered,
    e.TournamentPaused: _paused,
    e.TournamentResumed: _plain(gettext_lazy("The event goes on.")),
    e.TournamentFinished: _plain(gettext_lazy("The event is over, and the places are final.")),
}

IMPORTED: dict[type, LineFormatter] = {
    e.TournamentCreated: _plain(gettext_lazy("The event was imported from a file.")),
    e.EntryWithdrawn: _absent_elsewhere,
    e.SeedsSet: _plain(gettext_lazy("As imported: the initial ranking.")),
    e.TournamentStarted: _started_elsewhere,
    e.RoundPaired: _paired_elsewhere,
    e.ResultRecordedOnBoard: _result_elsewhere,
    e.TournamentFinished: _plain(gettext_lazy("As imported: the event is over, and the places are final.")),
    e.TournamentCancelled: _plain(gettext_lazy("As imported: the event was cancelled.")),
}
"""The words of what a file told, where they are others."""

e.check_covered("log", [*WORDS, *HIDDEN])
