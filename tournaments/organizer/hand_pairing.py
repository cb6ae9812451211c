"""A round paired by hand: two change places, two change colours; the engine's pairing stands beside it.

The draft is in the form, so every press of a button shows it anew with what is different and what is broken. Nothing is
written before it is kept. In a knockout and a round robin it is fixed who meets whom, and only colours can be changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal
from tournaments.domain.commands.hand_pairing import OVERRULED, pair_by_hand
from tournaments.domain.formats import pairs_by_score
from tournaments.domain.pairing_numbers import byes_of, order_for, table_to_pair, with_order
from tournaments.domain.standings import crosstable, present
from tournaments.domain.state import Round, TournamentFold
from tournaments.organizer.access import EventAccess, for_staff
from tournaments.organizer.actions import mark_of
from tournaments.organizer.edit_conflicts import who_changed
from tournaments.organizer.fields import offer_entries, retyped
from tournaments.organizer.names import Names
from tournaments.organizer.next_steps import next_steps
from tournaments.organizer.pages import head
from tournaments.organizer.pairing_draft import HandPairing, Warning, warnings
from tournaments.organizer.table_pages import drafted_page
from tournaments.pages.parts import ROWS
from tournaments.pairing.cards import Card, explain
from tournaments.presentation.words import MARKS, points_text, status_of, tournament_refusal
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.points import Mark
from web.answers import refused, see_other, small_number
from web.edit_conflicts import redraw_on_conflict


class HandForm(forms.Form):
    """What is done with a draft: `draft` is the pairing as the page showed it."""

    version = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    round = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    draft = forms.CharField(widget=forms.HiddenInput, max_length=40_000)
    one = forms.TypedChoiceField(label=gettext_lazy("One"), coerce=int, required=False, empty_value=None)
    other = forms.TypedChoiceField(label=gettext_lazy("The other"), coerce=int, required=False, empty_value=None)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everybody can read it in the event’s log."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
    )
    overrule = forms.BooleanField(
        label=gettext_lazy("Break this rule all the same: there is no other way"), required=False
    )

    overruling = False
    """Whether to offer it: only what was refused can be overruled."""

    def __init__(self, *args: Any, named: list[tuple[int, str]], fold: TournamentFold, **kwargs: Any) -> None:
        """Offers the entries that can change places."""
        super().__init__(*args, **kwargs)
        for field in ("one", "other"):
            offer_entries(self, field, named, fold, empty=True)

    def clean_draft(self) -> HandPairing:
        try:
            return HandPairing.read(self.cleaned_data["draft"])
        except ValueError:
            raise forms.ValidationError(_("The pairing on this page cannot be read. Reload the page.")) from None


@for_staff("arbiter")
def by_hand(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The pairing of the round to come, in an arbiter's hands."""
    if not next_steps(access).by_hand:
        return refused(request, 404, _("There is no round now whose pairing can be changed."))
    engine, draft = engine_of(access), at_first(access)
    named = _named(access, draft)
    if request.method != "POST":
        initial = {"version": _mark(access), "round": _number(access), "draft": str(draft)}
        form = HandForm(initial=initial, named=named, fold=access.fold)
        return _page(request, access, form, draft, engine)
    form = HandForm(request.POST, named=named, fold=access.fold)
    valid = form.is_valid()
    if "draft" in form.cleaned_data and form.cleaned_data.get("version") != _mark(access):
        return _stale(request, access, form)
    if not valid:
        return _page(request, access, form, draft, engine, status=422)
    return _do(request, access, form, engine)


def _do(request: HttpRequest, access: EventAccess, form: HandForm, engine: HandPairing | None) -> HttpResponse:
    values, do = form.cleaned_data, request.POST.get("do", "")
    draft: HandPairing = values["draft"]
    if do == "swap":
        if not values["one"] or not values["other"] or values["one"] == values["other"]:
            form.add_error("other", _("Choose two different ones."))
            return _page(request, access, form, draft, engine, status=422)
        return _page(request, access, form, draft.swapped(values["one"], values["other"]), engine)
    if do.startswith("colours-"):
        board = small_number(do.removeprefix("colours-")) or 0
        if not 0 < board <= len(draft.boards):
            return refused(request, 404, _("There is no such board in this event."))
        return _page(request, access, form, draft.recoloured(board), engine)
    if do == "reset" and engine is not None:
        return _page(request, access, form, engine, engine)
    if do == "keep":
        keep = partial(_keep, request, access, form, draft, engine)
        return redraw_on_conflict(keep, lambda: _stale(request, access.again(), form))
    return _page(request, access, form, draft, engine)


def _keep(
    request: HttpRequest, access: EventAccess, form: HandForm, draft: HandPairing, engine: HandPairing | None
) -> HttpResponse:
    if not form.cleaned_data["reason"].strip():
        form.add_error("reason", _("Say why the pairing is changed. Everybody can read it in the event’s log."))
        return _page(request, access, form, draft, engine, status=422)
    assert access.player is not None
    try:
        pair_by_hand(
            tournament=access.id,
            by=access.player.id,
            boards=draft.boards,
            reason=form.cleaned_data["reason"],
            overrule=form.cleaned_data["overrule"],
            expected=access.version,
        )
    except Illegal as illegal:
        if illegal.refusal.code == "moved-on":
            return _stale(request, access.again(), form)
        form.add_error(None, tournament_refusal(illegal.refusal))
        form.overruling = illegal.refusal.params.get("criterion") in OVERRULED
        return _page(request, access, form, draft, engine, status=status_of(illegal.refusal))
    messages.success(request, _("The pairing is kept as you have made it."))
    return see_other(access.url("desk"))


# -- what it begins with --------------------------------------------------------------------------


def _waiting(access: EventAccess) -> Round | None:
    round = access.fold.round
    return round if round is not None and round.begun_at is None else None


def at_first(access: EventAccess) -> HandPairing:
    """The pairing as it stands, without who has left since and with who came.

    If there is none, it is everybody who is present, in the order of the ranking.
    """
    fold, round = access.fold, _waiting(access)
    if not pairs_by_score(fold):
        assert round is not None
        return HandPairing.of(round)
    return _settled(access, HandPairing.of(round) if round else HandPairing(()))


def _settled(access: EventAccess, draft: HandPairing) -> HandPairing:
    """A draft with who is present now, and with the byes of now."""
    fold, number = access.fold, _number(access)
    here = tuple(item for item in order_for(fold) if present(fold.entries[item], number))
    byes = {entry: _MARK[kind] for entry, kind in byes_of(fold, number)}
    return HandPairing(draft.boards, {**_free(draft), **byes}).settled(here)


def _number(access: EventAccess) -> int:
    round = _waiting(access)
    return round.number if round else len(access.fold.rounds) + 1


def _free(draft: HandPairing) -> dict[int, Mark]:
    return {entry: mark for entry, mark in draft.byes.items() if mark is Mark.PAIRING_BYE}


_MARK = {name.lower().replace("_", "-"): mark for mark in MARKS for name in [mark.name]}


def engine_of(access: EventAccess) -> HandPairing | None:
    """What the engine said, if it found a pairing."""
    round = _waiting(access)
    if round is None:
        return None
    return HandPairing(round.engine, round.byes) if round.engine else HandPairing.of(round)


def _cards(access: EventAccess) -> Mapping[int, Card]:
    """The card of each entry before this round."""
    fold = access.fold
    round = _waiting(access)
    if round is not None:
        table = crosstable(fold, after=round.number - 1)
        return {fold.order[number - 1]: card for number, card in explain(table).items()}
    numbered = with_order(fold, order_for(fold))
    return {numbered.order[number - 1]: card for number, card in explain(table_to_pair(fold)).items()}


def _named(access: EventAccess, draft: HandPairing) -> list[tuple[int, str]]:
    if not pairs_by_score(access.fold):
        return []
    free = {entry for entry, mark in draft.byes.items() if mark is Mark.PAIRING_BYE}
    placed = free | {entry for board in draft.boards for entry in board}
    return [(number, name) for number, name in Names(access.fold).by_name if number in placed]


def _mark(access: EventAccess) -> str:
    """What the page depends on: the pairing that stands, and who takes part."""
    fold = access.fold
    round = _waiting(access)
    return mark_of((len(fold.rounds), round and str(HandPairing.of(round)), [entry.number for entry in fold.playing]))


def _stale(request: HttpRequest, now: EventAccess, form: HandForm) -> HttpResponse:
    """Somebody has paired, or come, or left, since the page was opened: the draft is kept as far as it can be, and it
    is said what has changed."""
    if not next_steps(now).by_hand:
        messages.error(request, _("The round is no longer to be paired, so the pairing that you made was not kept."))
        return see_other(now.url("desk"))
    standing, draft = at_first(now), form.cleaned_data["draft"]
    kept = _kept(now, draft, standing) if form.cleaned_data.get("round") == _number(now) else None
    text = _("The page shows another round now, as the one before was begun meanwhile.")
    if kept is not None:
        text = who_changed(draft.entries, standing.entries, Names(now.fold))
        text = text or _("Somebody has changed the pairing of this round meanwhile.")
    retyped(form, version=_mark(now), round=str(_number(now)))
    say = f"{text} " + _("What could be kept of yours is below. Check it, then save it.")
    return _page(request, now, form, kept or standing, engine_of(now), status=409, say=say)


def _kept(now: EventAccess, draft: HandPairing, standing: HandPairing) -> HandPairing | None:
    """A draft as far as it can still be; None if nothing of it can."""
    known = all(entry in now.fold.entries for entry in draft.entries)
    if pairs_by_score(now.fold):
        return _settled(now, draft) if known and draft.sound else None
    # Who meets whom is fixed; the colours are the arbiter's.
    same = {frozenset(board) for board in draft.boards} == {frozenset(board) for board in standing.boards}
    return draft if same else None


# -- the page -------------------------------------------------------------------------------------

WARNINGS = {
    "met": gettext_lazy("they have met before"),
    "forbidden": gettext_lazy("they are not to meet"),
    "second-bye": gettext_lazy("has had a point without a game before"),
    "third-colour": gettext_lazy("must not have this colour again"),
    "away": gettext_lazy("does not take part now"),
    "unpaired": gettext_lazy("take part and have neither a board nor a bye"),
    "scores": gettext_lazy("they have different scores"),
}


def _words(item: Warning, names: Names) -> str:
    who = ", ".join(names.entry(entry) for entry in item.entries)
    return f"{who}: {WARNINGS[item.code]}"


def _on_board(warning: Warning, names: Names) -> str:
    return _("Board %(board)d: %(words)s") % {"board": warning.board, "words": _words(warning, names)}


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: HandForm,
    draft: HandPairing,
    engine: HandPairing | None,
    *,
    status: int = 200,
    say: str = "",
) -> HttpResponse:
    names, cards = Names(access.fold), _cards(access)
    if form.is_bound:
        retyped(form, draft=str(draft))
    result = list(warnings(draft, access.fold, cards))
    page = drafted_page(request, draft.boards)
    shown = range(page.start_index(), page.end_index() + 1)
    differing = draft.differing(engine) if engine else frozenset()
    rows = [
        {
            "number": number,
            "red": names.entry(red),
            "blue": names.entry(blue),
            "red_card": _card_text(cards.get(red)),
            "blue_card": _card_text(cards.get(blue)),
            "engine": _engine_text(engine, number, names),
            "differs": number in differing,
            "warnings": [
                _words(warning, names) for warning in result if warning.board == number and warning.code != "scores"
            ],
            # The engine pairs across scores where it has to; only what an arbiter does is worth a line.
            "notes": [
                _words(warning, names) for warning in result if warning.board == number and warning.code == "scores"
            ]
            if number in differing or engine is None
            else [],
        }
        for number, (red, blue) in enumerate(page, start=page.start_index())
    ]
    elsewhere = [
        warning for warning in result if warning.board and warning.board not in shown and warning.code != "scores"
    ]
    number = _number(access)
    context = head(request, access, "desk", heading=_("Round %(number)d by hand") % {"number": number}, say=say) | {
        "form": form,
        "rows": rows,
        "page": page,
        "byes": [(names.entry(entry), MARKS[mark]) for entry, mark in draft.byes.items()],
        "warnings": [
            *(_words(warning, names) for warning in result if warning.board == 0),
            *(_on_board(warning, names) for warning in elsewhere[:ROWS]),
        ],
        "swapping": bool(_named(access, draft)),
        "engine": engine is not None,
        "changed": engine is not None and (bool(differing) or dict(draft.byes) != dict(engine.byes)),
        "desk_url": access.url("desk"),
    }
    return render(request, "tournaments/desk_by_hand.html", context, status=status)


_LETTERS = {Colour.RED: gettext_lazy("R"), Colour.BLUE: gettext_lazy("B"), None: "–"}


def _card_text(card: Card | None) -> str:
    """The score group and the colours so far, such as “12 · RBR”."""
    if card is None:
        return ""
    colours = "".join(str(_LETTERS[colour]) for colour in card.colours)
    return f"{points_text(card.score)} · {colours}" if colours else points_text(card.score)


def _engine_text(engine: HandPairing | None, number: int, names: Names) -> str:
    if engine is None or number > len(engine.boards):
        return ""
    red, blue = engine.boards[number - 1]
    return f"{names.entry(red)} – {names.entry(blue)}"
