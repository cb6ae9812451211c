"""Where a program sends people to be let in: who it is, what it wants, and yes or no (OAuth 2.1, section 4.1).

Nobody is sent on to where a program wants without having said so: anybody may register one, and a link to us would be a
link to anywhere. So what is wrong is told here, with a link. Whoever has answered goes back by a page of ours and not
by a redirect: the form of the answer, or that of signing in before, may lead to no other site (`form-action`).
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from allauth.idp.oidc.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2.rfc6749 import errors

from accounts.authentication.second_factor import has_factor, has_shown, shown_lately, stopped
from accounts.authentication.sessions import hold_session
from accounts.mails.outbox import post, site_of
from accounts.models import Account
from accounts.people.accounts import is_guest, player_of
from api.models import Grant, Program, Scope
from api.oauth.provider import Provider, asked
from api.tokens import grants
from web.answers import refused
from web.limits import MINUTE, too_often, wait_for

MOST = 30
"""How often an account lets programs in within a minute, asked or not."""


@never_cache
@require_http_methods(["GET", "POST"])
def authorize(request: HttpRequest) -> HttpResponse:
    """Asks the user whether to let a program in; POST is the answer."""
    address, _method, _body, headers = asked(request)
    try:
        scopes, result = Provider().validate_authorization_request(address, "GET", "", headers)
    except errors.FatalClientError:
        return render(request, "api/oauth/broken.html", status=400)
    except errors.OAuth2Error as error:
        return _wrong(request, error)
    prompt = (request.GET.get("prompt") or "").split()
    if not request.user.is_authenticated:
        return redirect_to_login(_without_login(request, prompt))
    account = request.user
    assert isinstance(account, Account)
    if is_guest(account):
        return refused(request, 403, _("Guests let no program in. Sign up first."))
    if "login" in prompt and request.method == "GET":
        return redirect(reverse("account_reauthenticate") + "?" + urlencode({"next": _without_login(request, prompt)}))
    program, wanted = result["request"].client, may_give(account, scopes)
    if not wanted:
        return _wrong(request, errors.InvalidScopeError(request=result["request"]))
    if request.POST.get("do") == "deny":
        return _back(
            request, program, errors.AccessDeniedError(request=result["request"]).in_uri(result["redirect_uri"])
        )
    agreed = request.POST.get("do") == "allow"
    if not agreed and ("consent" in prompt or not grants.agreed_before(account, program, wanted)):
        return _asked(request, program, wanted, result["redirect_uri"])
    if seconds := wait_for("let-in", f"account:{account.pk}", most=MOST, seconds=MINUTE):
        return too_often(request, retry=seconds)
    if agreed and (answer := step_before(request, wanted)) is not None:
        return answer
    return _let_in(request, program, wanted, flag=agreed)


def may_give(account: Account, scopes: Sequence[str]) -> list[str]:
    """The requested scopes that an account can give a program, in the order of the page."""
    known = [*grants.OPENID, *Scope.values]
    return [text for text in known if text in scopes and (text != Scope.STAFF or account.is_staff)]


def lacks_factor(request: HttpRequest, wanted: Sequence[str]) -> bool:
    """Whether a program would act for a staff member without a second factor."""
    if Scope.STAFF not in wanted or not settings.VEXILLUM_STAFF_FACTORS or has_shown(request):
        return False
    return not (isinstance(request.user, Account) and has_factor(request.user))


def step_before(request: HttpRequest, wanted: Sequence[str]) -> HttpResponse | None:
    """What is answered who says yes and has first to show a factor; None if all is well.

    Args:
        request: the answer.
        wanted: what the program may do; to sign in alone takes no step.

    Raises:
        ReauthenticationRequired: the password was shown long ago; allauth asks, and sends the answer again.
    """
    if lacks_factor(request, wanted):
        return refused(request, 403, _("Set up a second step first: a program for the staff needs one."))
    if Scope.STAFF in wanted and settings.VEXILLUM_STAFF_FACTORS and not has_shown(request):
        return stopped(request)
    if not set(wanted) <= set(grants.OPENID):
        shown_lately(request)
    return None


def tell(request: HttpRequest, grant: Grant) -> None:
    """Have the owner of an account told by mail what was let in; to sign in alone is not told."""
    if not set(grant.scopes) <= set(grants.OPENID):
        post("program-let-in", site=site_of(request), account=grant.account, about=grant.pk)


def words_for(request: HttpRequest, program: Program, wanted: Sequence[str]) -> dict[str, object]:
    """What the page says of a program that wants to be let in.

    Args:
        request: of the user.
        program: which.
        wanted: what it may do.
    """
    owner = grants.owner_of(program)
    return {
        "program": program,
        "maker": player_of(owner).name if owner is not None else "",
        "wanted": grants.words_of(wanted),
        "acts": not set(wanted) <= set(grants.OPENID),
        "staff": Scope.STAFF in wanted,
        "lacks_factor": lacks_factor(request, wanted),
    }


def _asked(request: HttpRequest, program: Program, wanted: Sequence[str], back: str) -> HttpResponse:
    context = words_for(request, program, wanted) | {"host": urlsplit(back).netloc, "here": request.get_full_path()}
    return render(request, "api/oauth/consent.html", context)


def _let_in(request: HttpRequest, program: Program, wanted: list[str], *, flag: bool) -> HttpResponse:
    address, _method, _body, headers = asked(request)
    with transaction.atomic():
        hold_session(request)
        result, _nothing, _status = Provider().create_authorization_response(
            address, "GET", "", headers, scopes=wanted, credentials={"user": request.user}
        )
        if flag:
            grant = Grant.objects.filter(account=request.user.pk, program=program).latest("created")
            tell(request, grant)
    return _back(request, program, result["Location"])


def _back(request: HttpRequest, program: Program, address: str) -> HttpResponse:
    """The page that redirects back at once, with the answer for the program, and its issuer (RFC 9207)."""
    context = {"program": program, "address": _with_issuer(address)}
    response = render(request, "api/oauth/back.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _wrong(request: HttpRequest, error: errors.OAuth2Error) -> HttpResponse:
    """A page that says what is wrong with what a program asks, and may lead back."""
    back = error.in_uri(error.redirect_uri)
    context = {"code": error.error, "address": _with_issuer(back), "host": urlsplit(back).netloc}
    return render(request, "api/oauth/wrong.html", context, status=400)


def _with_issuer(address: str) -> str:
    text: str = add_params_to_uri(address, [("iss", get_adapter().get_issuer())])
    return text


def _without_login(request: HttpRequest, prompt: Sequence[str]) -> str:
    """The requested address, for after a new sign-in."""
    fields = request.GET.copy()
    fields.setlist("prompt", [text for text in prompt if text != "login"])
    return f"{request.path}?{fields.urlencode()}"
