"""The actions of the desk about an event and its staff: forms with their fields, and the command of each.

Those about a board stand in `board_actions.py`, those about entries in `entry_actions.py`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import Illegal, Refusal
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, rounds, takebacks
from tournaments.domain.formats import boards_following, format_of
from tournaments.domain.local_times import moment_of
from tournaments.domain.state import Board
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import Action, ActionForm, MayReasonForm, OneForm, ReasonForm, Submission, by_slug
from tournaments.organizer.fields import NameField, WallTimeField, offer_choices
from tournaments.organizer.names import Names
from tournaments.organizer.remedies import perform, remedies_of
from tournaments.organizer.takeback_preview import lost_games
from tournaments.presentation.words import ROLES, TIE_REASONS, tournament_refusal

# -- the event ------------------------------------------------------------------------------------


class PauseForm(ReasonForm):
    """Why the event stops, and whether the clocks of its games stop too."""

    clocks = forms.BooleanField(label=gettext_lazy("Also stop the clocks of its games"), required=False, initial=True)

    def prepare(self) -> None:
        if self.access.fold.terms.real:
            del self.fields["clocks"]  # the service holds no clock across real boards


class ExtendForm(ReasonForm):
    """A later end of the round."""

    until = WallTimeField(label=gettext_lazy("New end of the round"))
    field_order = ["version", "until", "reason"]

    def prepare(self) -> None:
        self.fields["until"].help_text = _("On the clocks of %(zone)s.") % {"zone": self.access.zone}

    def clean_until(self) -> int:
        """The moment, in microseconds since the epoch."""
        wall = self.cleaned_data["until"]
        try:
            return moment_of(wall, self.access.zone)
        except Illegal as illegal:
            raise forms.ValidationError(tournament_refusal(illegal.refusal)) from None


def _paired(submission: Submission) -> str:
    lifecycle.pair(**submission.usual)
    number = submission.access.again().fold.rounds[-1].number
    return _("Round %(number)d is paired. Nothing is fixed before it begins.") % {"number": number}


class SettleForm(MayReasonForm):
    """What is done about a round that cannot be paired."""

    choice = forms.ChoiceField(label=gettext_lazy("What is to be done"))
    field_order = ["version", "choice", "reason"]

    def prepare(self) -> None:
        super().prepare()
        fold = self.access.fold
        self.remedies = {
            remedy.slug: remedy for remedy in (remedies_of(self.access) if fold.failed else ()) if not remedy.page
        }
        offer_choices(self, "choice", [(slug, remedy.words) for slug, remedy in self.remedies.items()])

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        return values | {"remedy": self.remedies.get(values.get("choice", ""))}


def _settled(submission: Submission) -> str:
    """Two commands, as in `_paired_anew`: what was done stays, even if the round cannot be paired yet."""
    remedy = submission.values["remedy"]
    perform(submission, remedy)
    return f"{remedy.words}. {_paired(replace(submission, access=submission.access.again()))}"


class TieForm(MayReasonForm):
    """Who goes on of those who are level for the last place that does. Everybody reads why."""

    entries = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who plays on"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    why = forms.ChoiceField(label=gettext_lazy("Decided"), choices=list(TIE_REASONS.items()))
    field_order = ["version", "entries", "why", "reason"]

    def prepare(self) -> None:
        super().prepare()
        fold, names = self.access.fold, Names(self.access.fold)
        self.tie = next(iter(format_of(fold).undecided(fold)), None)
        level = () if self.tie is None else self.tie.entries
        offer_choices(self, "entries", [(entry, names.entry(entry)) for entry in level])
        if self.tie is not None:
            text = ngettext("%(places)d of them plays on.", "%(places)d of them play on.", self.tie.places)
            self.fields["entries"].help_text = text % {"places": self.tie.places}


def _tie_decided(submission: Submission) -> None:
    fold = submission.access.fold
    tie = next(iter(format_of(fold).undecided(fold)), None)
    rounds.decide_tie(
        **submission.usual,
        entries=() if tie is None else tie.entries,
        through=submission.values["entries"],
        why=submission.values["why"],
        reason=submission.reason,
    )


def _paired_anew(submission: Submission) -> str:
    """Two commands: a round that cannot be paired any more stays unpaired, and the desk says why."""
    rounds.unpair(**submission.usual, reason=submission.reason)
    return _paired(replace(submission, access=submission.access.again()))


def _by_itself(submission: Submission, automatic: bool) -> None:
    terms = replace(submission.access.fold.terms, automatic=automatic)
    organization.change_terms(**submission.usual, terms=terms, reason=submission.reason)


class TakeBackForm(ReasonForm):
    """A round that is taken back, or matches: with results that count the organiser alone may."""

    def clean(self) -> dict[str, Any]:
        """Says at once that it is somebody else's to do."""
        results = takebacks.counted(lost_boards(self.access, self.about))
        if results and not self.access.is_at_least("owner"):
            self.refuse(Refusal("owner-confirms", {"results": results}))
        return super().clean() or {}


def lost_boards(access: EventAccess, about: Any) -> tuple[Board, ...]:
    """The boards that are taken back: those that follow from a board that a page is about, or the whole last round."""
    if about is None:
        return () if access.fold.round is None else tuple(access.fold.round.boards)
    round, board = about
    return tuple(item for item in boards_following(access.fold, round, board.number) if not item.taken_back)


def lost_seen(access: EventAccess, about: Any) -> object:
    """What taking back depends on: every game that is lost by it, and its result."""
    round, boards = access.fold.round, lost_boards(access, about)
    games = [(board.number, [(leg.red, leg.blue, leg.game, leg.marks) for leg in board.legs]) for board in boards]
    return access.fold.status, round and (round.number, round.begun_at), len(access.fold.taken_back), games


def lost_in_words(submission: Submission) -> list[str]:
    """Each game that is lost, by board, with how far it is."""
    boards = lost_boards(submission.access, submission.about)
    return lost_games(boards, Names(submission.access.fold), real=submission.access.fold.terms.real)


def lost_question(submission: Submission) -> str:
    """What is asked before anything is taken back."""
    boards = lost_boards(submission.access, submission.about)
    count = takebacks.counted(boards)
    results = ngettext("%(results)d result counts no more.", "%(results)d results count no more.", count) % {
        "results": count
    }
    text = _(
        "What stands below is lost: games that go on are called off, and games that are over stay games of their "
        "players, also in the ratings, but not of this event. Everybody concerned is told. This cannot be undone."
    )
    return f"{results} {text}" if count else text


def _round_taken_back(submission: Submission) -> str:
    round = submission.access.fold.round
    if round is None:
        raise Illegal(Refusal("not-running"))
    was = submission.access.fold.terms.automatic
    takebacks.take_back_round(**submission.usual, round=round.number, reason=submission.reason)
    text = _("Round %(number)d is taken back. Correct what was wrong, then pair it again.") % {"number": round.number}
    if not was:
        return text
    return f"{text} " + _("Until you let the rounds go on by themselves nothing is paired.")


EVENT = by_slug(
    Action(
        "announce",
        gettext_lazy("Announce the event"),
        lambda submission: organization.announce(**submission.usual),
        done=gettext_lazy("Your event is announced: everybody sees it, and entries are taken."),
        about=gettext_lazy("Everybody sees it, and entries are taken."),
    ),
    Action(
        "start",
        gettext_lazy("Start the event"),
        lambda submission: lifecycle.start(**submission.usual),
        done=gettext_lazy("The event has begun. The initial ranking is fixed."),
        about=gettext_lazy("The initial ranking is fixed, and the colour of the first board is drawn."),
        sure=gettext_lazy("Once the event has begun the initial ranking cannot change. Start it now?"),
    ),
    Action(
        "correct-ranking",
        gettext_lazy("Put ratings and numbers right"),
        lambda submission: rounds.correct_ranking(**submission.usual),
        done=gettext_lazy("The ratings are right, and no entry is ranked by another one than it has."),
        about=gettext_lazy(
            "Ratings that the start took come back. Before a round is paired the numbers follow the ratings."
        ),
    ),
    Action("pair", gettext_lazy("Pair the next round"), _paired),
    Action(
        "settle-pairing",
        gettext_lazy("Make the round possible"),
        _settled,
        form=SettleForm,
        about=gettext_lazy("What you choose is done, and the round is paired."),
    ),
    Action(
        "decide-tie",
        gettext_lazy("Decide who plays on"),
        _tie_decided,
        form=TieForm,
        done=gettext_lazy("It is decided who plays on. The next round can be paired."),
        about=gettext_lazy("They have as many points. The log of the event says who plays on, and why."),
    ),
    Action(
        "unpair",
        gettext_lazy("Take the pairing back"),
        lambda submission: rounds.unpair(**submission.usual, reason=submission.reason),
        form=MayReasonForm,
        done=gettext_lazy("The pairing is taken back."),
        about=gettext_lazy("Nothing has begun yet, so the round can be paired again."),
    ),
    Action(
        "pair-anew",
        gettext_lazy("Pair it again"),
        _paired_anew,
        form=MayReasonForm,
        about=gettext_lazy("After somebody has come or left: the pairing is taken back and computed again."),
    ),
    Action(
        "publish",
        gettext_lazy("Publish the pairing"),
        lambda submission: lifecycle.publish_pairing(**submission.usual),
        done=gettext_lazy("The pairing is published: everybody sees it, and its players are told."),
        about=gettext_lazy("So far nobody but the staff sees it. Its players are told."),
    ),
    Action(
        "begin",
        gettext_lazy("Begin the round"),
        lambda submission: lifecycle.begin_round(**submission.usual),
        done=gettext_lazy("The round has begun."),
        about=gettext_lazy("The games start, everybody sees the pairing, and it is final."),
        sure=gettext_lazy(
            "Once the round has begun its pairing can only be taken back with everything that was played. Begin it now?"
        ),
    ),
    Action(
        "pair-matches",
        gettext_lazy("Pair the matches again"),
        lambda submission: takebacks.pair_matches_anew(**submission.usual),
        done=gettext_lazy("The matches that were taken back are paired again, and have begun."),
        about=gettext_lazy("By the current results; the games start at once."),
    ),
    Action(
        "take-back",
        gettext_lazy("Take the round back"),
        _round_taken_back,
        form=TakeBackForm,
        about=gettext_lazy("It is as if it had not been paired. You are shown first what is lost."),
        sure=lost_question,
        follows=lost_in_words,
        sees=lost_seen,
        danger=True,
    ),
    Action(
        "extend",
        gettext_lazy("Give the round more time"),
        lambda submission: rounds.extend(
            **submission.usual, deadline=submission.values["until"], reason=submission.reason
        ),
        form=ExtendForm,
        done=gettext_lazy("The round ends later now. Its players are told."),
    ),
    Action(
        "hold",
        gettext_lazy("Hold the next round"),
        lambda submission: _by_itself(submission, False),
        form=ReasonForm,
        done=gettext_lazy("The next round waits until you let it go on, or begin it yourself."),
        about=gettext_lazy("What is being played goes on. Nothing is paired, begun or ended by itself."),
    ),
    Action(
        "go-on",
        gettext_lazy("Let the rounds go on by themselves"),
        lambda submission: _by_itself(submission, True),
        form=MayReasonForm,
        done=gettext_lazy("Rounds are paired and begun by themselves again."),
        about=gettext_lazy("If the time of the next round has come, it is paired and begun at once."),
    ),
    Action(
        "pause",
        gettext_lazy("Pause the event"),
        lambda submission: rounds.pause(
            **submission.usual, clocks=submission.values.get("clocks", False), reason=submission.reason
        ),
        form=PauseForm,
        done=gettext_lazy("The event is paused."),
        about=gettext_lazy("Nothing is paired or forfeited until you resume it."),
    ),
    Action(
        "resume",
        gettext_lazy("Resume the event"),
        lambda submission: rounds.resume(**submission.usual),
        done=gettext_lazy("The event goes on."),
    ),
    Action(
        "finish",
        gettext_lazy("End the event"),
        lambda submission: lifecycle.finish(**submission.usual, reason=submission.reason),
        form=MayReasonForm,
        done=gettext_lazy("The event is over. The places are final."),
        sure=gettext_lazy("The places are those of now, and no round follows. This cannot be undone. End the event?"),
        danger=True,
    ),
    Action(
        "cancel",
        gettext_lazy("Call the event off"),
        lambda submission: organization.cancel_tournament(**submission.usual, reason=submission.reason),
        form=ReasonForm,
        done=gettext_lazy("The event is called off. Everybody who entered is told."),
        sure=gettext_lazy("Nobody gets a place, and this cannot be undone. Call the event off?"),
        danger=True,
    ),
)
"""What the staff does with the event as a whole. `next_steps.next_steps` says which of it is possible now."""


# -- staff ----------------------------------------------------------------------------------------


class RoleForm(ActionForm):
    player = NameField(label=gettext_lazy("Player"))
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[("arbiter", ROLES["arbiter"]), ("helper", ROLES["helper"]), ("owner", ROLES["owner"])],
    )


STAFF = by_slug(
    Action(
        "give",
        gettext_lazy("Give a role"),
        lambda submission: organization.give_role(
            **submission.usual, player=submission.values["player"].id, role=submission.values["role"]
        ),
        form=RoleForm,
        done=gettext_lazy("The role is given."),
    ),
    Action(
        "take",
        gettext_lazy("Take the role back"),
        lambda submission: organization.take_role(**submission.usual, player=submission.values["one"]),
        form=OneForm,
        done=gettext_lazy("The role is taken back."),
    ),
)
