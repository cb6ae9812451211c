"""Formats of two stages: a first one, and a final stage of those who go on from it. Between the two there may be a
play-off of those who are level for the last place that goes on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal
from tournaments.domain.drafts import refuse
from tournaments.domain.events import RoundPaired
from tournaments.domain.formats import AskedField, Format, GroupTable, Proposal, Stage, Tie
from tournaments.domain.persistent_lists import Numbered
from tournaments.domain.standings import crosstable
from tournaments.domain.state import Board, Entry, Presence, Round, TournamentFold
from tournaments.domain.terms import MOST_ROUNDS, Terms
from tournaments.formats.double_elim import DoubleElimination
from tournaments.formats.knockout import Knockout, KnockoutTerms
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss
from tournaments.pairing import groups, knockout
from tournaments.pairing.knockout import Bracket
from tournaments.pairing.round_robin import berger
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField
from tournaments.scoring.points import Mark
from tournaments.scoring.standings import Standing

KNOCKOUT = Knockout()


class FinalGroup(RoundRobin):
    """A round robin of those who have gone on. Those who are kept apart have met before, and that game counts."""

    def rounds(self, fold: TournamentFold) -> list[tuple[list[tuple[int, int]], list[int]]]:
        """The boards of each round, as entries, and who is free in it; none of those in which nobody would play."""
        order, rounds = fold.order, []
        for pairings in berger(len(order), bool(fold.terms.fields_of_format["double"])):
            pairs = [(order[item.red - 1], order[item.blue - 1]) for item in pairings if item.blue is not None]
            boards = [pair for pair in pairs if frozenset(pair) not in fold.forbidden]
            if boards:
                seated = {entry for pair in boards for entry in pair}
                rounds.append((boards, [entry for entry in order if entry not in seated]))
        return rounds

    def planned(self, fold: TournamentFold) -> int:
        return len(self.rounds(fold))

    def next_round(self, fold: TournamentFold) -> Proposal:
        round, rounds = len(fold.rounds) + 1, self.rounds(fold)
        if round > len(rounds):
            raise CannotPair("event-over", {"rounds": len(rounds)})
        boards, free = rounds[round - 1]
        return Proposal(round, fold.version, fold.order, tuple(boards), tuple((entry, "absent") for entry in free))


FINALS: dict[str, Format] = {format.slug: format for format in (KNOCKOUT, DoubleElimination(), FinalGroup(), Swiss())}
"""What the best may play on by."""

CARRIED: dict[str, Promise] = {
    "none": gettext_lazy("Nothing: all begin with no points"),
    "between": gettext_lazy("The games between those who play on"),
    "all": gettext_lazy("All points"),
}

LAST_PLACE: dict[str, Promise] = {
    "tiebreaks": gettext_lazy("Tie-breaks decide"),
    "play_off": gettext_lazy("A play-off decides"),
    "arbiter": gettext_lazy("An arbiter decides"),
}


@dataclass(frozen=True)
class StagedTerms(KnockoutTerms):
    """What the terms have of a final stage.

    Args:
        final_stage: by which format the best play on: a slug of `FINALS`.
        final_rounds: of a Swiss there; 0: as many as the number of players asks for.
        carried: what of the first stage counts where points give the places of the final: a slug of `CARRIED`.
        last_place: who goes on of those who have as many points, for the last place that does: a slug of `LAST_PLACE`.
    """

    final_stage: str = KNOCKOUT.slug
    final_rounds: int = 0
    carried: str = "none"
    last_place: str = "tiebreaks"


BOUNDS = {**KNOCKOUT.terms.bounds, "final_rounds": (0, MOST_ROUNDS)}
CHOICES = {
    **KNOCKOUT.terms.choices,
    "final_stage": tuple(FINALS),
    "carried": tuple(CARRIED),
    "last_place": tuple(LAST_PLACE),
}
ASKED = (
    AskedField(
        "final_stage",
        lambda: forms.ChoiceField(
            label=gettext_lazy("The best play on in a"),
            choices=[(slug, format.name) for slug, format in FINALS.items()],
            required=False,
        ),
        group="first",
    ),
    AskedField(
        "final_rounds",
        lambda: forms.IntegerField(
            label=gettext_lazy("Rounds of a final Swiss"),
            help_text=gettext_lazy("Left empty: as many as the number of players asks for."),
            min_value=1,
            max_value=MOST_ROUNDS,
            required=False,
        ),
        zero_is_empty=True,
    ),
    AskedField(
        "carried",
        lambda: forms.ChoiceField(
            label=gettext_lazy("Carried into a final with points"),
            help_text=gettext_lazy("In a final round robin those whose game is carried do not meet again."),
            choices=list(CARRIED.items()),
            required=False,
        ),
    ),
    AskedField(
        "last_place",
        lambda: forms.ChoiceField(
            label=gettext_lazy("As many points for the last place that plays on"),
            choices=list(LAST_PLACE.items()),
            required=False,
        ),
    ),
)
IN_FILES = (
    FileField("final_stage", KNOCKOUT.slug, choices=tuple(FINALS)),
    FileField("final_rounds", 0, bounds=(0, MOST_ROUNDS)),
    FileField("carried", "none", choices=tuple(CARRIED)),
    FileField("last_place", "tiebreaks", choices=tuple(LAST_PLACE)),
    *KNOCKOUT.in_files,
)


class PlayOff(Knockout):
    """The matches of those who are level for the last place that goes on. Who loses one is behind who does not."""

    def is_final(self, fold: TournamentFold, round: int, board: Board) -> bool:
        """None of its matches is.

        Args:
            fold, round, board: as for `Format.judged`.
        """
        return False

    def follow_from(self, fold: TournamentFold, round: int, board: int) -> tuple[Board, ...]:
        """Nothing that could be taken back by itself.

        Args:
            fold, round, board: as for `Format.follow_from`.
        """
        return ()

    def why_not_corrected(self, fold: TournamentFold, round: int, before: Board, after: Board) -> Illegal | None:
        """What rests on it is of the event (`TwoStages.why_rests_on`).

        Args:
            fold, round, before, after: as for `Format.why_not_corrected`.
        """
        return None


PLAY_OFF = PlayOff()


class _Through(NamedTuple):
    """Who went on when it was asked for: `asked` are the very objects that it follows from, beside `values`."""

    asked: tuple[object, ...]
    values: tuple[object, ...]
    order: tuple[int, ...]
    ties: tuple[Tie, ...]


_last_asked: dict[str, _Through] = {}


class TwoStages(Format):
    """A format whose best go on into a final stage."""

    has_stages = True
    has_bracket = True

    @abstractmethod
    def first_rounds(self, fold: TournamentFold) -> int:
        """How many rounds the first stage has."""

    @abstractmethod
    def first_stage(self, fold: TournamentFold) -> Stage:
        """The first stage of an event."""

    @abstractmethod
    def wanted(self, fold: TournamentFold) -> int:
        """How many go on, of as many as began."""

    @abstractmethod
    def through(self, fold: TournamentFold, here: frozenset[int], order_tie: groups.TieOrder) -> Sequence[int]:
        """The entries that go on, by seed.

        Args:
            fold: the event with the rounds before the final stage alone.
            here: the entries that may go on.
            order_tie: orders the pairing numbers of those who are level for the last place.
        """

    # -- stages --

    def stage(self, fold: TournamentFold, round: int) -> Stage:
        first = self.first_rounds(fold)
        if round <= first or not fold.order:  # before the start nobody knows how many rounds there are
            return self.first_stage(fold)
        before = self.before_final(fold)
        if round <= before or (len(fold.rounds) == before and self._to_play_off(fold)):
            terms = fold.terms.changed(format=KNOCKOUT.slug)
            return Stage(PLAY_OFF, replace(fold, terms=terms, rounds=fold.rounds[first:before]), first)
        return self._final(fold, self.here(fold))

    def final_stage(self, fold: TournamentFold) -> Stage | None:
        """The final stage; None if fewer than two are left for it, or it is not known yet who they are."""
        if not fold.order or not self.first_is_over(fold) or len(self.here(fold)) < knockout.LEAST:
            return None
        settled = len(fold.rounds) > self.before_final(fold)
        if not settled and not all(round.decided for round in fold.rounds):
            return None
        if not settled and self._open_ties(fold, self.here(fold)):
            return None
        return self._final(fold, self.here(fold))

    def bracket_stage(self, fold: TournamentFold) -> Stage | None:
        final = self.final_stage(fold)
        return final if final is not None and final.format.has_bracket else None

    def first_is_over(self, fold: TournamentFold) -> bool:
        first = self.first_rounds(fold)
        return len(fold.rounds) >= first and all(round.decided for round in fold.rounds[:first])

    def before_final(self, fold: TournamentFold) -> int:
        """How many rounds there are before the final stage, so far: of the first stage, and of a play-off."""
        first = self.first_rounds(fold)
        return first + sum(round.play_off for round in fold.rounds[first:])

    def _final(self, fold: TournamentFold, here: frozenset[int]) -> Stage:
        format, before = FINALS[_own(fold.terms).final_stage], self.before_final(fold)
        paired = fold.rounds[before:]
        if format.has_bracket:
            order, _ties = self._kept_through(replace(fold, rounds=fold.rounds[:before]), here)
            if paired:
                byes = _pairing_byes(paired[0])
                if fold.imported:  # files have them by number
                    byes = [entry for entry in order if entry in byes]
                order = knockout.seated(order, [board.entries for board in paired[0].boards], byes)
        else:
            members = here
            if not paired:
                members = frozenset(self._kept_through(replace(fold, rounds=fold.rounds[:before]), here)[0])
            order = tuple(entry for entry in fold.order if entry in members)
        part = replace(
            fold,
            terms=_terms_of_final(fold.terms),
            order=order,
            numbers={entry: number for number, entry in enumerate(order, 1)},
            rounds=paired,
        )
        if not format.has_bracket:
            part = self._by_points(fold, part, before)
        wanted = min(len(order), self.wanted(fold)) if not format.has_bracket else self.wanted(fold)
        part = replace(part, planned=format.rounds_for(wanted, part.terms.fields_of_format))
        return Stage(format, replace(part, planned=format.planned(part)), before)

    def _by_points(self, fold: TournamentFold, part: TournamentFold, before: int) -> TournamentFold:
        """The part of a final with points: nobody else is in it, and what is carried counts as it is paired."""
        carried, first = _own(fold.terms).carried, fold.rounds[: self.first_rounds(fold)]
        all_meet = FINALS[_own(fold.terms).final_stage].all_meet

        def there(entry: Entry) -> Entry:
            """Who leaves a final round robin keeps what was played, however little."""
            away = Presence.WITHDRAWN if entry.number not in part.numbers else entry.presence
            byes = {round - before: kind for round, kind in entry.byes.items() if round > before}
            return replace(entry, presence=Presence.ENTERED if all_meet else away, byes=byes)

        part = replace(part, entries=Numbered.of(map(there, fold.entries.values())))
        if all_meet:
            met = (frozenset(board.entries) for round in first for board in round.boards)
            return replace(part, forbidden=frozenset(met if carried == "between" else ()))
        if carried == "none":
            return part
        final = Stage(FINALS[Swiss.slug], part, len(first))
        ranked = self.places_by_points(fold, final, crosstable(replace(fold, rounds=first)))
        points = {fold.order[standing.number - 1]: standing.points for standing in ranked}
        rounds = part.terms.rounds or MOST_ROUNDS
        return replace(part, virtual_points={entry: (made,) * rounds for entry, made in points.items()})

    def _kept_through(self, fold: TournamentFold, here: frozenset[int]) -> tuple[tuple[int, ...], tuple[Tie, ...]]:
        """As `through`, and the ties that are open. What it was asked for last is kept: while the final is played the
        stage before is the same, and each of its results asks again.
        """
        asked: tuple[object, ...] = (self, *fold.rounds, fold.entries, fold.terms, fold.order, fold.decisions)
        kept = _last_asked.get("through")
        same = kept is not None and kept.values == (here, fold.lot) and len(kept.asked) == len(asked)
        if kept is None or not same or not all(map(is_, kept.asked, asked)):
            ties = _Ties(fold)
            order = tuple(self.through(fold, here, ties.in_order))
            kept = _last_asked["through"] = _Through(asked, (here, fold.lot), order, tuple(ties.open))
        return kept.order, kept.ties

    def here(self, fold: TournamentFold) -> frozenset[int]:
        """The entries that may go on: who takes part; once the final stage is paired, who is in it."""
        before = self.before_final(fold)
        if len(fold.rounds) <= before:
            return frozenset(entry for entry in fold.order if fold.entries[entry].playing)
        rounds = fold.rounds[before : before + 2]  # in a round robin of an odd number somebody is free in the first
        free = _pairing_byes(rounds[0]) if fold.imported else rounds[0].byes
        return frozenset(free).union(*(board.entries for round in rounds for board in round.boards))

    # -- who is level for the last place --

    def _open_ties(self, fold: TournamentFold, here: frozenset[int]) -> tuple[Tie, ...]:
        before = self.before_final(fold)
        return self._kept_through(replace(fold, rounds=fold.rounds[:before]), here)[1]

    def _to_play_off(self, fold: TournamentFold) -> bool:
        """Whether the round to come is a play-off."""
        wanted = _own(fold.terms).last_place == "play_off" and self.first_is_over(fold)
        return wanted and bool(self._open_ties(fold, self.here(fold)))

    def ties(self, fold: TournamentFold) -> tuple[Tie, ...]:
        if not fold.order or _own(fold.terms).last_place == "tiebreaks" or not self.first_is_over(fold):
            return ()
        if len(fold.rounds) > self.before_final(fold) or not all(round.decided for round in fold.rounds):
            return ()
        return self._open_ties(replace(fold, decisions=()), self.here(fold))

    def _play_off(self, fold: TournamentFold, ties: Iterable[Tie]) -> Proposal:
        """Of each tie as many matches as leave the right number, or come as near as they can: the best of those who
        play meets the last. A lot says who has red."""
        boards = []
        for tie in ties:
            matches = min(len(tie.left) - tie.places, len(tie.left) // 2)
            low = tie.left[len(tie.left) - 2 * matches :]
            for upper, lower in zip(low[:matches], reversed(low[matches:]), strict=True):
                drawn = knockout.by_lot(fold.lot, fold.numbers[upper], fold.numbers[lower])
                boards.append((upper, lower) if drawn == fold.numbers[upper] else (lower, upper))
        return Proposal(len(fold.rounds) + 1, fold.version, fold.order, tuple(boards), (), play_off=True)

    # -- rounds --

    def final_rounds(self, fold: TournamentFold) -> int:
        """How many rounds the final stage has, of as many players as go on."""
        return rounds_of_final(self.wanted(fold), fold.terms.fields_of_format)

    def planned(self, fold: TournamentFold) -> int:
        """Of what is known: a play-off adds rounds, and a second grand final falls away."""
        own = _own(fold.terms)
        if not fold.order or (own.final_stage == KNOCKOUT.slug and own.last_place == "tiebreaks"):
            return fold.planned
        before, final = self.before_final(fold), self.final_stage(fold)
        if final is None or final.format is KNOCKOUT:
            coming = len(fold.rounds) == before and self._to_play_off(fold)
            return before + coming + self.final_rounds(fold)
        return before + final.fold.planned

    def takes_late(self, fold: TournamentFold) -> bool:
        """Nobody once the final stage is next."""
        return len(fold.rounds) < self.first_rounds(fold) and super().takes_late(fold)

    def next_round(self, fold: TournamentFold) -> Proposal:
        if len(fold.rounds) >= fold.planned:
            raise CannotPair("event-over", {"rounds": len(fold.rounds)})
        here = self.here(fold)
        if len(fold.rounds) == self.before_final(fold):
            ties = self._open_ties(fold, here)
            if ties and _own(fold.terms).last_place == "play_off":
                return self._play_off(fold, ties)
            if ties:
                raise CannotPair("tie-to-decide", {"ties": len(ties)})
        if len(fold.rounds) >= self.first_rounds(fold) and self.final_stage(fold) is None:
            raise CannotPair("too-few-players", {"players": len(here)})
        stage = self.stage(fold, len(fold.rounds) + 1)
        return self._in_event(stage.format.next_round(stage.fold), fold, stage)

    def round_by_hand(self, fold: TournamentFold, boards: Sequence[tuple[int, int]]) -> Proposal:
        stage = self.stage(fold, len(fold.rounds) + 1)
        if stage.format is PLAY_OFF:
            return self.next_round(fold).with_colours(boards)
        return self._in_event(stage.format.round_by_hand(stage.fold, boards), fold, stage)

    def _in_event(self, proposal: Proposal, fold: TournamentFold, stage: Stage) -> Proposal:
        order = fold.order if stage.before else proposal.order
        return replace(proposal, round=proposal.round + stage.before, order=order)

    def broken_criterion(self, fold: TournamentFold, proposal: Proposal) -> str | None:
        stage = self.stage(fold, proposal.round)
        order = stage.fold.order if stage.before else proposal.order
        return stage.format.broken_criterion(
            stage.fold, replace(proposal, round=proposal.round - stage.before, order=order)
        )

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        """As in its stage; in one whose pairings follow from the results, whether others meet."""
        stage = self.stage(fold, event.round)
        if bool(event.play_off) != (stage.format is PLAY_OFF):
            return "a play-off is not where somebody is level for the last place"
        if stage.format.by_score:
            order = stage.fold.order if stage.before else event.order
            return stage.format.wrong_round(stage.fold, replace(event, round=event.round - stage.before, order=order))
        return "" if self.is_next(fold, event) else "a round is not the one that follows from the results"

    def why_rests_on(self, fold: TournamentFold, round: int, after: Board) -> Illegal | None:
        """A play-off and the final stage rest on who came where before.

        Args:
            fold, round, after: as for `Format.why_rests_on`.
        """
        first, before = self.first_rounds(fold), self.before_final(fold)
        following = range(max(first, round), min(before + 1, len(fold.rounds)))
        if round > before or not following:
            return None
        if not after.decided:
            return refuse("match-goes-on", round=following[0] + 1)
        played_off = (board.entries for item in fold.rounds[first:before] for board in item.boards)
        playing = (entry for entry in fold.order if fold.entries[entry].playing)
        may = self.here(fold).union(playing, *played_off)
        for number in following:
            if not self._is_same(replace(fold, rounds=fold.rounds[:number]), fold.rounds[number], may):
                return refuse("others-go-on", round=number + 1)
        return None

    def _is_same(self, fold: TournamentFold, paired: Round, may: frozenset[int]) -> bool:
        """Whether a round after the first stage is paired for those who are to play there.

        Args:
            fold: the event without this round and what came later.
            may: the entries that may go on.
        """
        ties = self._open_ties(fold, may)
        boards = {frozenset(board.entries) for board in paired.boards}
        if ties or paired.play_off:
            return paired.play_off and boards == set(map(frozenset, self._play_off(fold, ties).boards))
        stage = self._final(fold, may)
        if not stage.format.has_bracket:
            return frozenset(stage.fold.order) == self.here(replace(fold, rounds=(*fold.rounds, paired)))
        again = stage.format.next_round(stage.fold)
        return [*map(frozenset, again.boards)] == [frozenset(board.entries) for board in paired.boards] and [
            entry for entry, _kind in again.byes
        ] == _pairing_byes(paired)

    def round_name(self, number: int, rounds: int) -> str:
        return KNOCKOUT.round_name(number, rounds) if rounds else super().round_name(number, rounds)

    def round_name_in(self, fold: TournamentFold, number: int) -> str:
        first = self.first_rounds(fold) if fold.order else number
        if number <= first:
            return super().round_name_in(fold, number)
        if number <= self.before_final(fold) or (len(fold.rounds) < number and self._to_play_off(fold)):
            return _("Play-off")
        return _("Final stage, round %(number)d") % {"number": number - self.before_final(fold)}

    def draws_settled(self, terms: Terms) -> tuple[int, str]:
        own = _own(terms)
        if not FINALS[own.final_stage].has_bracket and own.last_place != "play_off":
            return super().draws_settled(terms)
        return KNOCKOUT.draws_settled(terms.changed(format=KNOCKOUT.slug))

    def marks_of(self, board: Board) -> tuple[Mark | None, Mark | None]:
        return super().marks_of(board) if board.winner is None else KNOCKOUT.marks_of(board)

    def details(self, terms: Terms) -> tuple[str, ...]:
        """What is said of the final stage."""
        own = _own(terms)
        final = FINALS[own.final_stage]
        if final.has_bracket:
            texts = (str(final.name), *final.details(_terms_of_final(terms)))
        else:
            texts = (f"{final.name} ({CARRIED[own.carried]})",)
        return texts if own.last_place == "tiebreaks" else (*texts, str(_LAST_PLACE_TEXTS[own.last_place]))

    # -- places --

    def is_out(self, fold: TournamentFold, entry: int) -> bool:
        """Whether an entry has not gone on from the first stage, or has lost its way to the first place since."""
        final = self.final_stage(fold)
        if final is None:
            return False
        return entry not in final.fold.numbers or final.format.is_out(final.fold, entry)

    def plays_on(self, fold: TournamentFold, entry: int) -> bool:
        final = self.final_stage(fold)
        return final is None or (entry in final.fold.numbers and final.format.plays_on(final.fold, entry))

    def bracket(self, fold: TournamentFold, *, after: int | None = None) -> Bracket:
        """The bracket, by the seeds of those who have gone on.

        Args:
            after: of the rounds of the event.
        """
        stage = self.bracket_stage(fold)
        if stage is None:
            return super().bracket(fold)
        return stage.format.bracket(stage.fold, after=None if after is None else max(0, after - stage.before))

    def bracket_shown(self, fold: TournamentFold) -> Bracket:
        stage = self.bracket_stage(fold)
        return super().bracket(fold) if stage is None else stage.format.bracket_shown(stage.fold)

    def places_by_points(self, fold: TournamentFold, final: Stage, table: Crosstable) -> tuple[Standing, ...]:
        """The places in a final with points.

        Args:
            fold: the event.
            final: the final stage.
            table: the crosstable of the event, with the rounds that count.
        """
        return groups.places_in_final(
            table,
            [fold.numbers[entry] for entry in final.fold.order],
            first=self.first_rounds(fold),
            before=final.before,
            carried=_own(fold.terms).carried,
            tiebreaks=fold.terms.ranked_by,
            all_meet=final.format.all_meet,
            all_met=self.has_groups,
            lot=fold.lot,
        )

    def final_group(self, fold: TournamentFold, final: Stage, table: Crosstable) -> GroupTable:
        """The final with points as a group, with the games that are carried into it.

        Args:
            fold, final, table: as for `places_by_points`.
        """
        numbers = tuple(fold.numbers[entry] for entry in final.fold.order)
        rounds = {*range(final.before + 1, len(fold.rounds) + 1)}
        if _own(fold.terms).carried == "between":
            rounds |= {*range(1, self.first_rounds(fold) + 1)}
        return GroupTable(_("Final stage"), numbers, self.places_by_points(fold, final, table), frozenset(), rounds)

    # -- files --

    def values_for_files(self, fold: TournamentFold) -> dict[str, Any]:
        own = fold.terms.fields_of_format
        return {file.name: own[file.name] for file in self.in_files if file.name in own} | {"lot": fold.lot}

    def terms_in_file(self, values: Mapping[str, Any], *, players: int, boards: Sequence[int]) -> dict[str, Any]:
        """All but the lot, which is drawn at the start.

        Args:
            values, players, boards: as for `FormatTraits.terms_in_file`.
        """
        return {file.name: values[file.name] for file in self.in_files if file.name != "lot"}


_LAST_PLACE_TEXTS: dict[str, Promise] = {
    "play_off": gettext_lazy("a play-off for the last place that goes on"),
    "arbiter": gettext_lazy("an arbiter decides a tie for the last place that goes on"),
}


class _Ties:
    """Puts those who are level for the last place into the order that a decision or a play-off gave them, and notes
    what is open."""

    def __init__(self, fold: TournamentFold) -> None:
        self.fold, self.open = fold, list[Tie]()
        boards = (board for round in fold.rounds if round.play_off for board in round.boards if board.decided)
        self.lost = {entry for board in boards for entry in board.entries if entry != board.winner}

    def in_order(self, ranked: Sequence[int], cut: int, level: Callable[[int], object]) -> Sequence[int]:
        """The pairing numbers in order.

        Args:
            ranked: by tie-breaks, the best first.
            cut: so many of them go on.
            level: what two have in common who are level.
        """
        if _own(self.fold.terms).last_place == "tiebreaks" or not 0 < cut < len(ranked):
            return ranked
        tied = [number for number in ranked if level(number) == level(ranked[cut])]
        start = ranked.index(tied[0])
        places = cut - start
        if places <= 0:  # who is last of those that go on has more
            return ranked
        entries = tuple(self.fold.order[number - 1] for number in tied)
        if any({*entries}.intersection(tie.entries) for tie in self.open):  # it depends on how that one ends
            return ranked
        order = self._settled(entries, places)
        numbers = [self.fold.numbers[entry] for entry in order]
        return [*ranked[:start], *numbers, *ranked[start + len(tied) :]]

    def _settled(self, entries: tuple[int, ...], places: int) -> Sequence[int]:
        for decision in reversed(self.fold.decisions):
            if {*decision.entries} == {*entries}:
                return [*decision.through, *(entry for entry in entries if entry not in decision.through)]
        left = tuple(entry for entry in entries if entry not in self.lost)
        if len(left) > places:
            self.open.append(Tie(entries, places, left))
        return [*left, *(entry for entry in entries if entry in self.lost)]


def rounds_of_final(players: int, own: Mapping[str, Any]) -> int:
    """How many rounds a final stage has.

    Args:
        players: as many go on.
        own: what the terms have of the fields of the format, by name.
    """
    values = {"double": False, **own, "rounds": own["final_rounds"], "late": 0}
    return FINALS[own["final_stage"]].rounds_for(players, values)


def _own(terms: Terms) -> StagedTerms:
    return terms.own if isinstance(terms.own, StagedTerms) else StagedTerms()


def _terms_of_final(terms: Terms) -> Terms:
    own = _own(terms)
    changed = terms.changed(format=own.final_stage, rounds=own.final_rounds)
    return changed.changed(late=0, accelerated=False) if own.final_stage == Swiss.slug else changed


def _pairing_byes(round: Round) -> list[int]:
    """Who is free in a round of a bracket; files have marks of those who are out as well."""
    return [entry for entry, mark in round.byes.items() if mark is Mark.PAIRING_BYE]
