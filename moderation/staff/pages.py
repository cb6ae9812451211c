"""The moderators' pages: the queue, a case, and what it comes to; and the figures that everybody may read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.authentication.second_factor import through_the_door
from accounts.models import Player, Report
from accounts.people.accounts import SignedInRequest, player_of
from moderation.cases import commands
from moderation.cases.exclusions import excluded_from
from moderation.cases.kinds import CaseKind
from moderation.cases.ladder import presets_for
from moderation.cases.models import Case
from moderation.cases.refusals import CaseRefused
from moderation.evidence.games import games_in_words
from moderation.evidence.panels import panels_of
from moderation.staff.appeals import waiting_appeals
from moderation.staff.case_page import CasePage, case_page
from moderation.staff.decision_form import DecisionForm
from moderation.staff.figures import months
from moderation.staff.opening_form import OpeningForm
from moderation.staff.queue import VIEWS, key_in, names_of, next_for, queue_page
from moderation.staff.words import REASONS, refusal_words
from web.answers import ViewFunction, refused
from web.polled_parts import polled

SECONDS = 60
"""The queue asks again so often if it hears of nothing."""


def for_moderators(view: ViewFunction) -> ViewFunction:
    """For moderators; nobody else learns whether the case exists. Excluded ones get neither
    its page nor its forms, but the reason.
    """

    inside = through_the_door(view)

    @wraps(view)
    @login_required
    @never_cache
    def inner(request: SignedInRequest, *args: UUID, **kwargs: UUID) -> HttpResponse:
        if not request.user.has_perm("cases.handle_case"):
            return refused(request, 403, _("This page is for moderators."))
        try:
            return inside(request, *args, **kwargs)
        except CaseRefused as error:
            return refused(request, 404, refusal_words(error, {}))

    return inner


# -- the queue -------------------------------------------------------------------------------------


@require_safe
@for_moderators
def queue(request: SignedInRequest) -> HttpResponse:
    """Cases, the most urgent first: `?kind=`, `?view=` one of `VIEWS`, `?after=` or `?before=` a key."""
    view = request.GET.get("view", "")
    view = view if view in VIEWS else VIEWS[0]
    kind = request.GET.get("kind", "")
    kind = kind if kind in CaseKind.values else ""
    upwards = "before" in request.GET
    beside = key_in(request.GET.get("before" if upwards else "after", ""))
    page = queue_page(player_of(request.user), view=view, kind=kind, beside=beside, upwards=upwards)
    query = "".join(
        f"{name}={value}&" for name, value in (("view", view if view != VIEWS[0] else ""), ("kind", kind)) if value
    )
    context = {"page": page, "view": view, "kind": kind, "query": query, "kinds": CaseKind.choices}
    context["appeals"] = waiting_appeals(player_of(request.user), operator=request.user.is_superuser)
    part = render_to_string("moderation/_queue.html", context, request)
    listed = polled(part, seconds=SECONDS, url=request.get_full_path())
    if request.headers.get("HX-Request"):
        return HttpResponse(listed)
    return render(request, "moderation/queue.html", context | {"room": "moderation", "listed": listed})


@require_POST
@for_moderators
def take_next(request: SignedInRequest) -> HttpResponse:
    """Take the most urgent case that is free."""
    me, kind = player_of(request.user), request.POST.get("kind", "")
    for _attempt in range(3):  # somebody may be faster
        case = next_for(me, kind if kind in CaseKind.values else "")
        if case is None:
            break
        try:
            commands.look(case=case.pk, by=me.pk, what="evidence")
        except CaseRefused:
            continue
        return redirect("moderation:case", case.pk)
    messages.info(request, _("No case is free that is yours to handle."))
    return redirect("moderation:queue")


# -- a case ----------------------------------------------------------------------------------------


@require_safe
@for_moderators
def case(request: SignedInRequest, case: UUID) -> HttpResponse:
    row, me = _case_for(request, case)
    return _shown(request, row, me)


def _case_for(request: SignedInRequest, case: UUID) -> tuple[Case, Player]:
    """A case and its reader.

    Raises:
        Http404: there is none.
        CaseRefused: `excluded`, which `for_moderators` answers.
    """
    row, me = Case.objects.filter(pk=case).first(), player_of(request.user)
    if row is None:
        raise Http404
    left = excluded_from([row], me.pk)
    if row.pk in left:
        raise CaseRefused("excluded", why=left[row.pk])
    return row, me


def _page(request: HttpRequest, row: Case, me: Player) -> CasePage:
    return case_page(row, me, all_notes=request.GET.get("notes") == "all")


def _shown(
    request: HttpRequest,
    row: Case,
    me: Player,
    *,
    page: CasePage | None = None,
    form: DecisionForm | None = None,
    status: int = 200,
) -> HttpResponse:
    page = page or _page(request, row, me)
    if form is None and page.held:
        form = _form(None, row, page)
    context = {"room": "moderation", "page": page, "case": row, "form": form, "reasons": REASONS}
    return render(request, "moderation/case.html", context, status=status)


def _form(data: QueryDict | None, row: Case, page: CasePage) -> DecisionForm:
    ids = [id for thing, id in row.things if thing == Report.Kind.GAME]
    words = games_in_words([UUID(id) for id in ids])
    games = [(id, words.get(UUID(id), _("A game that is not there any more"))) for id in ids]
    presets = presets_for(row, [penalty for penalty, _rule in page.penalties])
    return DecisionForm(data, case=row, panels=page.evidence or (), presets=presets, games=games)


@require_POST
@for_moderators
def claim(request: SignedInRequest, case: UUID) -> HttpResponse:
    """Take a case, for half an hour, or for longer if one has it; the evidence is opened."""
    return _acted(request, case, lambda me: commands.look(case=case, by=me, what="evidence"))


@require_POST
@for_moderators
def release(request: SignedInRequest, case: UUID) -> HttpResponse:
    """Release a case; also for a moderator who has become excluded."""
    try:
        commands.release(case=case, by=player_of(request.user).pk)
    except CaseRefused:
        raise Http404 from None
    return redirect("moderation:queue")


@require_POST
@for_moderators
def look(request: SignedInRequest, case: UUID) -> HttpResponse:
    """Open what is sealed; the players concerned see that somebody did."""
    row, me = _case_for(request, case)
    what, target = request.POST.get("what", ""), _id_in(request.POST.get("target", ""))
    reported = Report.objects.filter(Q(pk=target) if what == "report" else Q(kind=what, target=target), case=case)
    if not reported.exists() and not any((what, target) in panel.opens for panel in panels_of(row, me)):
        raise Http404
    return _acted(request, case, lambda me: commands.look(case=case, by=me, what=what, target=target))


def _id_in(text: str) -> UUID:
    """An id of a form. Raises `Http404`."""
    try:
        return UUID(text)
    except ValueError:
        raise Http404 from None


@require_POST
@for_moderators
def merge(request: SignedInRequest, case: UUID) -> HttpResponse:
    """Have another open case about the same player go on in this one."""
    _case_for(request, case)
    other = _id_in(request.POST.get("other", ""))
    return _acted(request, case, lambda me: commands.merge(case=other, into=case, by=me))


def _acted(request: SignedInRequest, case: UUID, act: Callable[[UUID], object]) -> HttpResponse:
    """Do something to a case and go on; what is refused is said on the page, with the status of a conflict."""
    row, me = _case_for(request, case)
    try:
        act(me.pk)
    except CaseRefused as error:
        names = names_of([error.parameters.get("by")])
        messages.error(request, refusal_words(error, names))
        row.refresh_from_db()
        return _shown(request, row, me, status=409)
    return redirect("moderation:case", case)


@require_POST
@for_moderators
def decide(request: SignedInRequest, case: UUID) -> HttpResponse:
    """Close a case. What was typed stays if it is refused, or if a button asks for one penalty more (`more`) or less
    (`less`).
    """
    row, me = _case_for(request, case)
    page = _page(request, row, me)
    form = _form(request.POST, row, page)
    if form.is_asked_for_parts:
        return _shown(request, row, me, page=page, form=form)
    if not form.is_valid():
        return _shown(request, row, me, page=page, form=form, status=400)
    data = form.cleaned_data
    try:
        penalties = form.penalties(timezone.now())
        commands.decide(case=case, by=me.pk, outcome=data["outcome"], penalties=penalties, reason=data["reason"])
    except CaseRefused as error:
        form.add_error(None, refusal_words(error, names_of([error.parameters.get("by")])))
        return _shown(request, row, me, form=form, status=409)
    messages.success(request, _("The case is closed. The reporter gets a general answer."))
    return redirect("moderation:queue")


@require_POST
@for_moderators
def note(request: SignedInRequest, case: UUID) -> HttpResponse:
    """Write `words` into a case for other moderators, also without the claim."""
    words = request.POST.get("words", "")
    return _acted(request, case, lambda me: commands.note(case=case, by=me, words=words))


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def begin(request: SignedInRequest) -> HttpResponse:
    """Open a case by hand, about `?player=`; it is claimed at once, and its evidence is shown."""
    me = player_of(request.user)
    if request.method != "POST":
        form = OpeningForm(initial={"player": request.GET.get("player", "")}, moderator=me)
        return render(request, "moderation/open.html", {"room": "moderation", "form": form})
    form = OpeningForm(request.POST, moderator=me)
    status = 400
    if form.is_valid():
        data = form.cleaned_data
        thing = Report.Kind.GAME.value if data["game"] else None
        try:
            opened = commands.open_by_hand(
                kind=data["kind"],
                about=data["player"].pk,
                by=me.pk,
                words=data["words"],
                thing=thing,
                target=data["game"],
            )
        except CaseRefused as error:
            form.add_error(None, refusal_words(error, {}))
            status = 409
        else:
            return redirect("moderation:case", opened)
    return render(request, "moderation/open.html", {"room": "moderation", "form": form}, status=status)


# -- figures ---------------------------------------------------------------------------------------


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """How many cases there were and what came of them, month by month; for everybody, without names."""
    return render(request, "moderation/figures.html", {"room": "figures of moderation", "months": months()})
