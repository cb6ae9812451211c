"""The ladder: who beats somebody above takes that place. Challenges say who plays whom, within a range and a time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.challenges import answer_until, falls, ladder_of, own_terms
from tournaments.domain.events import ChallengeAnswered, EntryFell, EntryWithdrawn, RoundPaired
from tournaments.domain.formats import AskedField, Proposal
from tournaments.domain.ladder import ChallengeState, LadderChallenge, LadderTerms
from tournaments.domain.ladder_transitions import unseated
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import Terms
from tournaments.formats.single_round import GrowingFormat
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField, FormatTerms
from tournaments.scoring.standings import Standing

_BOUNDS = {
    "ladder_days": (0, 366),
    "challenge_range": (1, 100),
    "answer_days": (1, 30),
    "rematch_days": (0, 90),
    "at_once": (1, 5),
    "idle_days": (0, 90),
    "idle_places": (0, 50),
    "pause_days": (0, 90),
}
ORDERS = {
    "ranking": gettext_lazy("as the seeding says: the highest rating first"),
    "entry": gettext_lazy("as they entered: who came first stands first"),
}


def _days(label: Any, text: Any, name: str) -> Any:
    """What makes the field of a number."""
    least, most = _BOUNDS[name]
    return lambda: forms.IntegerField(label=label, help_text=text, min_value=least, max_value=most, required=False)


def _asked(name: str, label: Any, text: Any, *, group: str = "format", called: Any = None) -> AskedField:
    return AskedField(name, _days(label, text, name), group=group, called=called or label)


class ChallengeLadder(GrowingFormat):
    """A ladder: one round that grows by challenges."""

    slug = "ladder"
    name = gettext_lazy("Ladder")
    terms = FormatTerms(
        own=LadderTerms,
        bounds=_BOUNDS,
        choices={"ladder_order": tuple(ORDERS)},
        usual={"tiebreaks": (), "half_byes": 0},
    )
    asked = (
        _asked(
            "ladder_days",
            gettext_lazy("Days of a ladder"),
            gettext_lazy("Games in play at its end are played, and count. 0: until you set an end at the desk."),
            group="first",
        ),
        _asked(
            "challenge_range",
            gettext_lazy("Ladder: places above that one may challenge"),
            gettext_lazy("Without counting who pauses."),
            group="first",
        ),
        _asked(
            "answer_days",
            gettext_lazy("Ladder: days to answer a challenge"),
            gettext_lazy("Who declines, or does not answer in time, loses by default."),
            group="first",
        ),
        AskedField(
            "ladder_order",
            lambda: forms.ChoiceField(
                label=gettext_lazy("Ladder: who stands where at first"), choices=list(ORDERS.items()), required=False
            ),
        ),
        _asked(
            "at_once",
            gettext_lazy("Ladder: challenges at the same time"),
            gettext_lazy("Nobody has to accept, and nobody may make, more than so many before they are played."),
        ),
        _asked(
            "rematch_days",
            gettext_lazy("Ladder: days before the same two meet again"),
            gettext_lazy("0: at once."),
        ),
        _asked(
            "idle_days",
            gettext_lazy("Ladder: days without a game or an answer, after which somebody falls"),
            gettext_lazy("0: nobody falls."),
        ),
        _asked(
            "idle_places",
            gettext_lazy("Ladder: by how many places"),
            gettext_lazy("0: such people are taken off the ladder, and come back at the bottom."),
        ),
        _asked(
            "pause_days",
            gettext_lazy("Ladder: days that somebody may pause and keep the place"),
            gettext_lazy("In all. 0: nobody pauses."),
        ),
    )
    by_points = False
    by_challenge = True
    untied = gettext_lazy("A ladder needs none: nobody shares a place.")
    in_files = (
        FileField("ladder_days", 30, bounds=_BOUNDS["ladder_days"]),
        FileField("ladder_order", "ranking", choices=tuple(ORDERS)),
        FileField("challenge_range", 3, bounds=_BOUNDS["challenge_range"]),
        FileField("answer_days", 3, bounds=_BOUNDS["answer_days"]),
        FileField("rematch_days", 7, bounds=_BOUNDS["rematch_days"]),
        FileField("at_once", 1, bounds=_BOUNDS["at_once"]),
        FileField("idle_days", 14, bounds=_BOUNDS["idle_days"]),
        FileField("idle_places", 2, bounds=_BOUNDS["idle_places"]),
        FileField("pause_days", 14, bounds=_BOUNDS["pause_days"]),
    )
    report_name = "Individual: Ladder"
    report_words = ("ladder",)

    def most_entries(self, own: Mapping[str, Any]) -> int:
        return 1000

    def details(self, terms: Terms) -> tuple[str, ...]:
        own = own_terms(terms)
        places = ngettext("%(places)d place above", "%(places)d places above", own.challenge_range)
        days = ngettext("%(days)d day to answer", "%(days)d days to answer", own.answer_days)
        texts = [places % {"places": own.challenge_range}, days % {"days": own.answer_days}]
        if own.ladder_order == "entry":
            texts.append(_("who came first stands first"))
        if own.idle_days:
            idle = (
                _("%(days)d idle days cost %(places)d places") if own.idle_places else _("%(days)d idle days: off it")
            )
            texts.append(idle % {"days": own.idle_days, "places": own.idle_places})
        if own.pause_days:
            pause = ngettext("%(days)d day to pause", "%(days)d days to pause", own.pause_days)
            texts.append(pause % {"days": own.pause_days})
        return tuple(texts)

    def round_name(self, number: int, rounds: int) -> str:
        return _("Games of the ladder")

    # -- who plays whom --

    def next_round(self, fold: TournamentFold) -> Proposal:
        """The round without a board yet: challenges bring them."""
        if fold.rounds:
            raise CannotPair("event-over", {"rounds": 1})
        return Proposal(1, fold.version, fold.order, (), ())

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        return "a ladder begins with games of no challenge" if event.red else ""

    def order_at_start(self, fold: TournamentFold) -> tuple[int, ...]:
        by_entry = own_terms(fold.terms).ladder_order == "entry"
        return tuple(sorted(fold.order)) if by_entry else fold.order

    def boards_to_add(self, fold: TournamentFold, now: datetime) -> tuple[tuple[int, int], ...]:
        """The games of the challenges that are accepted: red has who had it less often, or else who is challenged.

        Args:
            fold, now: as for `Format.boards_to_add`.
        """
        challenges = [] if fold.ladder is None else unseated(fold.ladder)
        return tuple(_coloured(fold, challenge) for challenge in challenges)

    def passed(self, fold: TournamentFold, now: datetime) -> tuple[Any, ...]:
        """Challenges that nobody answered in time, and who falls because of doing nothing.

        Args:
            fold, now: as for `Format.passed`.
        """
        late = (item for item in ladder_of(fold).open if answer_until(fold, item) <= now)
        lapsed = [ChallengeAnswered(item.number, ChallengeState.LAPSED.value) for item in late]
        if lapsed:
            return tuple(lapsed)
        places = own_terms(fold.terms).idle_places
        idle = [entry for entry, at in falls(fold) if at <= now]
        return tuple(EntryFell(entry, places) if places else EntryWithdrawn(entry, missing=True) for entry in idle)

    def looks_again(self, fold: TournamentFold) -> datetime | None:
        """When the next challenge lapses, or somebody falls."""
        if fold.ladder is None:
            return None
        times = [answer_until(fold, challenge) for challenge in fold.ladder.open]
        return min((*times, *(at for _entry, at in falls(fold))), default=None)

    # -- places --

    def standings(self, fold: TournamentFold, table: Crosstable, *, after: int | None) -> tuple[Standing, ...]:
        """As they stand on the ladder, and below them who is off it.

        Args:
            fold, table, after: as for `Format.standings`.
        """
        stand = dict.fromkeys((*ladder_of(fold).order, *fold.order))
        numbers = [fold.numbers[entry] for entry in stand]
        return tuple(
            Standing(place, number, table.points(number), (), shared=False) for place, number in enumerate(numbers, 1)
        )


def _coloured(fold: TournamentFold, challenge: LadderChallenge) -> tuple[int, int]:
    reds = [_reds(fold, entry) for entry in challenge.both]
    return challenge.both if reds[0] < reds[1] else challenge.both[::-1]


def _reds(fold: TournamentFold, entry: int) -> int:
    """Games with red less those with blue."""
    boards = () if fold.round is None else fold.round.boards_of(entry)
    return sum(1 if board.red == entry else -1 for board in boards)
