"""Entries in the hands of the staff: entering, inviting, pairs kept apart, ranking and roles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import Player
from games.rules import Illegal
from tournaments.domain.commands import organization
from tournaments.domain.commands.byes import rounds_to_come
from tournaments.domain.commands.people import EntryPlace, known, persons_of
from tournaments.domain.commands.registration import can_return
from tournaments.domain.formats import pairs_by_score
from tournaments.domain.state import Entry, Presence, Status
from tournaments.domain.terms import MOST_ENTRIES
from tournaments.domain.texts import texts_of
from tournaments.models import EntryPerson
from tournaments.organizer.access import EventAccess, for_staff
from tournaments.organizer.actions import ActionForm, Offer, mark_of, offer_in_row, offers, perform, said_elsewhere
from tournaments.organizer.edit_conflicts import busy, who_changed
from tournaments.organizer.entry_actions import ENTRIES, ENTRY, PERSON_TEXTS, ShownEntry
from tournaments.organizer.event_actions import STAFF
from tournaments.organizer.list_reader import can_paste, pasted_list
from tournaments.organizer.names import Names
from tournaments.organizer.pages import head
from tournaments.organizer.registration import can_invite, sorted_entries
from tournaments.organizer.table_pages import asked_again, drafted_page, finder, page_of, paged
from tournaments.presentation.words import BYES, PRESENCES, ROLES, status_of, tournament_refusal
from web.answers import refused, see_other, small_number
from web.edit_conflicts import redraw_on_conflict

# -- all entries ----------------------------------------------------------------------------------


@for_staff("helper")
def entries(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Everybody who takes part or waits, the invitations, and the pairs that must not meet."""
    if request.method == "POST":
        return perform(request, access, ENTRIES, _entries_page, leads=asked_again(request))
    return _entries_page(request, access, None, 200, "")


def _entries_page(
    request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str
) -> HttpResponse:
    fold, names, result = access.fold, Names(access.fold), persons_of(access.id)
    arbiter = access.is_at_least("arbiter")
    slugs = []
    if can_invite(access):
        slugs.append("invite")
    if arbiter and pairs_by_score(fold) and rounds_to_come(fold) and len(fold.entries) > 1:
        slugs.append("forbid")
    outcome = offers(access, [ENTRIES[slug] for slug in slugs], bound=bound)
    for offer in outcome:
        offer.opened = offer.opened or not fold.entries  # to enter somebody is all that can be done here
    entered = {player for entry in fold.entries.values() for player in entry.people}
    checking = bool(fold.terms.check_in) and fold.status is Status.OPEN
    texts = texts_of(fold.apart.values()) if arbiter and fold.apart else {}
    reasons = {pair: texts.get(why, "") for pair, why in fold.apart.items()}
    people: list[Entry | UUID] = [*sorted_entries(access), *sorted(fold.invited - entered, key=names.plain)]
    page = page_of(request, people)
    context = head(request, access, "entries", heading=_("Entries"), say=say or said_elsewhere(bound, outcome)) | {
        "action": asked_again(request),
        "rows": [_row(access, item, names, checking, result) for item in page if isinstance(item, Entry)],
        "anybody": bool(fold.entries),
        "finder": finder(request, access, names, page, lambda entry: access.url("desk-entry", entry)),
        **paged(page),
        "paste_url": access.url("desk-paste") if can_paste(access) else "",
        "ratings_url": access.url("desk-ratings") if arbiter and fold.terms.real and fold.terms.single else "",
        "pasted": pasted_list(request, access),
        "team": fold.terms.team,
        "text": "",
        "checking": checking,
        "offers": outcome,
        "invited": [
            {"name": names.player(id_), "offer": offer_in_row(access, ENTRIES["uninvite"], one=id_)}
            for id_ in page
            if not isinstance(id_, Entry)
        ],
        "apart": [
            {
                "names": _(" and ").join(names.entry(number) for number in sorted(pair)),
                "reason": reasons.get(pair, ""),
                "offer": offer_in_row(
                    access, ENTRIES["allow"], **dict(zip(("one", "other"), sorted(pair), strict=True))
                ),
            }
            for pair in sorted(fold.forbidden, key=sorted)
        ]
        if arbiter
        else [],
        "seeds_url": access.url("desk-seeds") if arbiter and is_seeded_by_hand(access) else "",
    }
    return render(request, "tournaments/desk_entries.html", context, status=status)


def _row(
    access: EventAccess, item: Entry, names: Names, checking: bool, result: Mapping[EntryPlace, EntryPerson]
) -> dict[str, Any]:
    fold = access.fold
    people = [result.get((item.number, partner)) for partner in range(len(item.players))]
    waits = checking and item.here and not item.checked_in  # who waits too: places come free when it closes
    return {
        "number": fold.numbers.get(item.number) or item.number,
        "name": names.entry(item.number),
        "club": " / ".join(dict.fromkeys(row.club for row in people if row is not None and row.club)),
        "rating": item.rating or "",
        "presence": PRESENCES[item.presence],
        "playing": item.playing,
        "checked_in": item.checked_in,
        "byes": ", ".join(f"{number}: {BYES[kind]}" for number, kind in sorted(item.byes.items())),
        "url": access.url("desk-entry", item.number),
        "check_in": offer_in_row(access, ENTRIES["check-in"], entry=item.number) if waits else None,
    }


def is_seeded_by_hand(access: EventAccess) -> bool:
    return access.fold.terms.seeding == "hand" and access.fold.status in (Status.DRAFT, Status.OPEN)


# -- one entry ------------------------------------------------------------------------------------


@for_staff("helper")
def entry(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    if number not in access.fold.entries:
        return refused(request, 404, _("There is no such entry in this event."))

    def page(request: HttpRequest, now: EventAccess, bound: ActionForm | None, status: int, say: str) -> HttpResponse:
        return _entry_page(request, now, now.fold.entries[number], bound, status, say)

    if request.method == "POST":
        item = access.fold.entries[number]
        about = ShownEntry(item, persons_of(access.id), Player.objects.in_bulk(item.players))
        return perform(request, access, ENTRY, page, about=about)
    return page(request, access, None, 200, "")


def possible_for(access: EventAccess, item: Entry) -> list[str]:
    """What the staff can do about an entry now."""
    fold, arbiter = access.fold, access.is_at_least("arbiter")
    if fold.ended:
        return []
    results = []
    here = item.here
    if here and fold.terms.check_in and fold.status is Status.OPEN and not item.checked_in:
        results.append("check-in")
    if here and pairs_by_score(fold) and rounds_to_come(fold):
        results.append("bye")
    if here:
        results.append("withdraw")
    if item.presence is Presence.WITHDRAWN and can_return(fold, item):
        results.append("return")
    if arbiter:
        results.append("readmit" if item.presence is Presence.EXPELLED else "expel")
    if here and fold.terms.single and len(fold.playing) + len(fold.waiting) > 1:
        results.append("merge")
    if here and fold.terms.team == 1 and can_paste(access):
        results.append("split")
    return results


def _entry_page(
    request: HttpRequest, access: EventAccess, item: Entry, bound: ActionForm | None, status: int, say: str
) -> HttpResponse:
    names, fold = Names(access.fold), access.fold
    about = ShownEntry(item, persons_of(access.id), Player.objects.in_bulk(item.players))
    result = offers(access, [ENTRY[slug] for slug in possible_for(access, item)], about=about, bound=bound)
    for offer in result:
        offer.primary = offer.action.slug in ("check-in", "return")
    byes = []
    for number, kind in sorted(item.byes.items()):
        to_come = number > len(fold.rounds)
        back = [offer_in_row(access, ENTRY["cancel-bye"], about=about, round=number)] if to_come else []
        byes.append({"round": number, "kind": BYES[kind], "offers": back})
    people = [_person(access, about, partner, names, bound) for partner in range(len(item.players))]
    say = say or said_elsewhere(bound, [*result, *(offer for person in people for offer in person["offers"])])
    context = head(request, access, "entries", heading=names.entry(item.number), say=say) | {
        "entry": item,
        "presence": PRESENCES[item.presence],
        "number": fold.numbers.get(item.number),
        "offers": result,
        "people": people,
        "byes": byes,
        "entries_url": access.url("desk-entries"),
    }
    return render(request, "tournaments/desk_entry.html", context, status=status)


def _person(
    access: EventAccess, about: ShownEntry, partner: int, names: Names, bound: ActionForm | None
) -> dict[str, Any]:
    item, row = about.entry, about.persons.get((about.entry.number, partner))
    player = about.players.get(item.players[partner])
    slugs = ["correct"]
    if access.fold.terms.real and player is not None and player.member and not player.bot and not access.fold.ended:
        slugs.append("disown")
    typed = bound if bound is not None and bound.data.get("partner") == str(partner) else None
    shown = []
    for slug in slugs:
        if typed is not None and typed.data.get("do") == slug:
            shown.append(Offer(ENTRY[slug], typed, opened=True))
        else:
            shown.append(offer_in_row(access, ENTRY[slug], about=about, partner=partner))
    facts = (
        []
        if row is None
        else [(PERSON_TEXTS[slug], value) for slug, value in known(row).items() if slug in PERSON_TEXTS]
    )
    return {"name": names.player(item.players[partner]), "facts": facts, "offers": shown}


# -- the initial ranking --------------------------------------------------------------------------

LONGEST_ORDER = 6 * MOST_ENTRIES
"""Characters of a ranking as its form holds it."""


@for_staff("arbiter")
def seeds(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The initial ranking by hand: a number for each entry, or up and down."""
    if not is_seeded_by_hand(access):
        return refused(request, 404, _("This event is not ranked by hand, or it has begun."))
    order = ranking_of(access)
    if request.method != "POST":
        return _seeds_page(request, access, order)
    typed = _typed_order(request, order)
    moved = request.POST.get("do", "")
    if moved.startswith(("up-", "down-")):
        typed = _moved(typed, moved)
    if request.POST.get("version", "") != _seeds_mark(access):
        return _seeds_page(request, access, typed, status=409, say=_ranking_changed(request, access, order))
    if moved.startswith(("up-", "down-", "page-")):
        return _seeds_page(request, access, typed)
    return redraw_on_conflict(partial(_keep_ranking, request, access, typed), partial(_outranked, request, access))


def _keep_ranking(request: HttpRequest, access: EventAccess, typed: list[int]) -> HttpResponse:
    assert access.player is not None
    try:
        organization.seed_by_hand(tournament=access.id, order=typed, by=access.player.id)
    except Illegal as illegal:
        say = tournament_refusal(illegal.refusal)
        return _seeds_page(request, access, typed, status=status_of(illegal.refusal), say=say)
    messages.success(request, _("The ranking is kept."))
    return see_other(access.url("desk-entries"))


def _outranked(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The ranking as it was typed, of those who are there now."""
    now = access.again()
    return _seeds_page(request, now, _typed_order(request, ranking_of(now)), say=busy())


def _ranking_changed(request: HttpRequest, access: EventAccess, order: list[int]) -> str:
    """What has changed since the page was opened: who is on the list, or the order that others have kept."""
    sent = (small_number(name.removeprefix("seed-")) for name in request.POST if name.startswith("seed-"))
    shown = [number for number in sent if number is not None and number in access.fold.entries]
    said = who_changed(shown, order, Names(access.fold)) or _("Somebody has changed the ranking meanwhile.")
    return f"{said} " + _("What you typed is below, with new players at the end. Check it, then save it.")


def ranking_of(access: EventAccess) -> list[int]:
    """The ranking as it would be now: who is ranked by hand first, then by rating."""
    here = {item.number: item for item in access.fold.entries.values() if item.presence is not Presence.EXPELLED}
    here = {number: item for number, item in here.items() if item.presence is not Presence.WITHDRAWN}
    ranked = [number for number in access.fold.seeds if number in here]
    rest = sorted((item for number, item in here.items() if number not in ranked), key=lambda e: (-e.rating, e.number))
    return [*ranked, *(item.number for item in rest)]


def _typed_order(request: HttpRequest, order: list[int]) -> list[int]:
    """The entries in the order of the numbers that were typed. Equal numbers keep their order; entries that were not on
    the page come last. Of a ranking with several pages the form has the whole order as it was drafted, and who is given
    another place is put there.
    """
    if "order" in request.POST:
        return _drafted_order(request, order)

    def wanted(place: int, number: int) -> tuple[bool, float, int]:
        text = request.POST.get(f"seed-{number}")
        typed = small_number((text or "").strip())
        return (text is None, float(place if typed is None else typed), place)

    ranked = [(wanted(place, number), number) for place, number in enumerate(order, start=1)]
    return [number for _key, number in sorted(ranked)]


def _drafted_order(request: HttpRequest, order: list[int]) -> list[int]:
    here = set(order)
    sent = (small_number(text) for text in request.POST["order"][:LONGEST_ORDER].split())
    known = list(dict.fromkeys(number for number in sent if number is not None and number in here))
    drafted = [*known, *(number for number in order if number not in set(known))]
    moves = []
    for place, number in enumerate(drafted, start=1):
        typed = small_number(request.POST.get(f"seed-{number}", "").strip())
        if typed is not None and typed != place:
            moves.append((typed, number))
    moving = {number for _place, number in moves}
    drafted = [number for number in drafted if number not in moving]
    for place, number in sorted(moves):
        drafted.insert(max(place, 1) - 1, number)
    return drafted


def _moved(order: list[int], asked_for: str) -> list[int]:
    direction, _dash, text = asked_for.partition("-")
    number = small_number(text)
    if number is None or number not in order:
        return order
    at = order.index(number)
    to = max(at - 1, 0) if direction == "up" else min(at + 1, len(order) - 1)
    order = [item for item in order if item != number]
    return [*order[:to], number, *order[to:]]


def _seeds_mark(access: EventAccess) -> str:
    return mark_of(ranking_of(access))


def _seeds_page(
    request: HttpRequest, access: EventAccess, order: list[int], *, status: int = 200, say: str = ""
) -> HttpResponse:
    names, page = Names(access.fold), drafted_page(request, order)
    context = head(request, access, "entries", heading=_("Initial ranking"), say=say) | {
        "version": _seeds_mark(access),
        "page": page,
        "order": " ".join(map(str, order)) if page.paginator.num_pages > 1 else "",
        "rows": [
            {
                "place": place,
                "number": number,
                "name": names.entry(number),
                "rating": access.fold.entries[number].rating or "",
            }
            for place, number in enumerate(page, start=page.start_index())
        ],
    }
    return render(request, "tournaments/desk_seeds.html", context, status=status)


# -- roles ----------------------------------------------------------------------------------------


@for_staff("helper")
def staff(request: HttpRequest, access: EventAccess) -> HttpResponse:
    if request.method == "POST":
        return perform(request, access, STAFF, _staff_page)
    return _staff_page(request, access, None, 200, "")


def _staff_page(
    request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str
) -> HttpResponse:
    names, owner = Names(access.fold), access.is_at_least("owner")
    result = offers(access, [STAFF["give"]] if owner else [], bound=bound)
    rows = []
    for player, role in sorted(access.fold.roles.items(), key=lambda role: (_RANK[role[1]], names.plain(role[0]))):
        own = access.player is not None and player == access.player.id
        may = role != "owner" and (owner or own)
        offer = offer_in_row(access, STAFF["take"], one=player) if may else None
        rows.append({"name": names.player(player), "role": ROLES[role], "offer": offer})
    context = head(request, access, "staff", heading=_("Staff"), say=say or said_elsewhere(bound, result)) | {
        "rows": rows,
        "offers": result,
    }
    return render(request, "tournaments/desk_staff.html", context, status=status)


_RANK = {"owner": 0, "arbiter": 1, "helper": 2}
