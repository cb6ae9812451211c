"""Sign in with Vexillum: who is let in and how far, what is exchanged once, and what ends it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Account, Penalty, Player
from api.models import AccessToken, DeviceSignIn, Grant, GrantSecret, KnownAs, Program
from api.oauth import devices, registration
from api.oauth.forms import check_address
from api.oauth.revocation import delete_program
from api.oauth.validator import may_send_to
from api.tokens import grants
from api.tokens import tokens as token_tokens
from moderation.staff import powers
from privacy.erase import delete_account
from tests.accounts.conduct.penalties import impose
from tests.api.asking import code_of
from tests.api.signing_in import AUTHORIZE, DEVICE, HOME, Signing, heard
from tests.library.archive.test_views import text
from tests.moderation.staff.people import operator
from tests.scenes import PASSWORD, account

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> Account:
    return account("Bob")


@pytest.mark.slow
def test_somebody_signs_in_to_a_program(
    client: Client, ada: Account, bob: Account, mailoutbox: list[EmailMessage]
) -> None:
    buddy = Signing(bob)
    asked = client.get(buddy.link(nonce="n-1"))
    page = text(asked)
    assert ("Board Buddy" in page, "a program of" in page, "Read what I may see" in page) == (True, True, True)
    assert ("client.example" in page, "Play as me" in page) == (True, False)
    assert (asked["X-Frame-Options"], "no-store" in asked["Cache-Control"]) == ("DENY", True)
    assert Grant.objects.count() == 0
    let = buddy.let_in(client, nonce="n-1")
    assert (set(let), let["state"], let["iss"]) == ({"code", "state", "iss"}, "xyz", "http://testserver")
    status, given = buddy.exchange(let["code"])
    assert (status, given["token_type"], given["expires_in"], given["scope"]) == (
        200,
        "Bearer",
        3600,
        "openid profile read",
    )
    me = json.loads(buddy.me(given["access_token"]).content)
    assert (me["player"]["name"], me["token"]["scopes"], me["token"]["name"]) == ("Ada", ["read"], "Board Buddy")
    keys = json.loads(buddy.client.get("/oauth/jwks/").content)["keys"]
    whose = jwt.decode(
        given["id_token"], jwt.PyJWK(keys[0]), ["RS256"], audience=buddy.program.pk, issuer="http://testserver"
    )
    known = KnownAs.objects.get(account=ada)
    assert (whose["sub"], whose["nonce"], whose["name"]) == (str(known.value), "n-1", "Ada")
    bearer = {"Authorization": f"Bearer {given['access_token']}"}
    info = buddy.client.get("/oauth/userinfo/", headers=bearer)
    assert json.loads(info.content) == {
        "sub": str(known.value),
        "name": "Ada",
        "preferred_username": "Ada",
        "profile": "http://testserver/players/Ada/",
    }
    assert (info["Access-Control-Allow-Origin"], "RateLimit" in info) == ("*", True)
    mail = mailoutbox[-1]
    assert (mail.to, mail.subject) == (["ada@example.org"], "A program was let into your account")
    assert ("Board Buddy" in mail.body, "Read what I may see" in mail.body) == (True, True)


def test_nothing_that_opens_something_is_kept(client: Client, ada: Account, bob: Account) -> None:
    buddy = Signing(bob, public=False)
    code = buddy.let_in(client)["code"]
    first = buddy.exchange(code)[1]
    second = buddy.refresh(first["refresh_token"])[1]
    kept = []
    with connection.cursor() as cursor:
        for table in ("api_grant", "api_grantsecret", "api_accesstoken", "allauth_idp_oidc_client"):
            cursor.execute(f"SELECT row_to_json(t)::text FROM {table} t")
            kept += [row[0] for row in cursor.fetchall()]
    whole = "".join(kept)
    assert grants.digest_of(second["access_token"]) in whole
    secret = (code, buddy.secret, *(item[key] for item in (first, second) for key in ("access_token", "refresh_token")))
    assert [item for item in secret if item in whole] == []


WRONG: dict[str, tuple[dict[str, str | None], str]] = {
    "no challenge": ({"code_challenge": None}, "invalid_request"),
    "plain": ({"code_challenge_method": "plain"}, "invalid_request"),
    "plain by silence": ({"code_challenge_method": None}, "invalid_request"),
    "a short challenge": ({"code_challenge": "abc"}, "invalid_request"),
    "implicit": ({"response_type": "token"}, "unsupported_response_type"),
    "hybrid": ({"response_type": "code id_token"}, "unauthorized_client"),
    "nothing wanted": ({"scope": ""}, "invalid_scope"),
    "an unknown scope": ({"scope": "openid email"}, "invalid_scope"),
    "the staff's by who is none": ({"scope": "staff"}, "invalid_scope"),
    "in the fragment": ({"response_mode": "fragment"}, "invalid_request"),
    "silently, unknown": ({"prompt": "none"}, "consent_required"),
}


@pytest.mark.slow
def test_who_asks_wrongly_is_told_so_here_and_sends_nobody_anywhere(client: Client, ada: Account, bob: Account) -> None:
    buddy, result = Signing(bob), {}
    for name, (changes, _code) in WRONG.items():
        for answer in (client.get(buddy.link(**changes)), client.post(buddy.link(**changes), {"do": "allow"})):
            page = answer.content.decode()
            code = page.partition("is called <code>")[2].partition("<")[0]
            result[name] = code if (answer.status_code, "http-equiv" in page) == (400, False) else answer.status_code
    assert result == {name: code for name, (_changes, code) in WRONG.items()}
    fatal: list[dict[str, str | None]] = [
        {"client_id": "none"},
        {"client_id": None},
        {"redirect_uri": None},
        {"redirect_uri": HOME + "?a=1"},
        {"redirect_uri": HOME + "/"},
        {"redirect_uri": "https://evil.example/back"},
        {"redirect_uri": "https://client.example@evil.example/back"},
        {"redirect_uri": "HTTPS://client.example/back"},
        {"redirect_uri": HOME + "#"},
    ]
    pages = [client.get(buddy.link(**changes)) for changes in fatal]
    pages += [client.get(buddy.link() + "&redirect_uri=https://evil.example/")]
    assert [(page.status_code, "evil.example" in text(page)) for page in pages] == [(400, False)] * len(pages)
    assert Grant.objects.count() == 0


def test_the_own_machine_has_any_port_and_nothing_else_differs() -> None:
    mine = ["http://127.0.0.1/back", HOME]
    may = ["http://127.0.0.1/back", "http://127.0.0.1:8123/back", HOME]
    may_not = [
        "http://127.0.0.1:8123/back/",
        "http://127.0.0.1:8123/back?a=1",
        "http://127.0.0.1:8123@evil.example/back",
        "http://127.0.0.1.evil.example/back",
        "http://localhost:8123/back",
        "https://127.0.0.1/back",
        "http://127.0.0.1:99999/back",
        "https://client.example:8443/back",
    ]
    assert [item for item in (*may, *may_not) if may_send_to(item, mine)] == may


def test_a_code_is_exchanged_once_by_who_asked_and_a_second_time_ends_all(
    client: Client, ada: Account, bob: Account
) -> None:
    buddy, other = Signing(bob), Signing(bob)
    code = buddy.let_in(client)["code"]
    wrong = [
        buddy.exchange(code, code_verifier="b" * 43),
        buddy.exchange(code, code_verifier=""),
        buddy.exchange(code, code_verifier="é" * 50),
        buddy.exchange(code, redirect_uri="https://evil.example/"),
        other.exchange(code),
        buddy.exchange("x"),
        buddy.exchange(code, client_id="none"),
        buddy.exchange(code, client_secret="guessed"),
        buddy.ask("/oauth/token/", grant_type="password", username="ada", password=PASSWORD),
        buddy.ask("/oauth/token/", grant_type="client_credentials"),
    ]
    assert [(status, result["error"]) for status, result in wrong] == [
        (400, "invalid_grant"),
        (400, "invalid_grant"),
        (400, "invalid_grant"),
        (400, "invalid_request"),
        (400, "invalid_grant"),
        (400, "invalid_grant"),
        (401, "invalid_client"),
        (401, "invalid_client"),
        (400, "unsupported_grant_type"),
        (400, "unsupported_grant_type"),
    ]
    given = buddy.exchange(code)[1]
    assert buddy.me(given["access_token"]).status_code == 200
    assert buddy.exchange(code)[1] == {"error": "invalid_grant"}
    assert code_of(buddy.me(given["access_token"])) == (401, "bad-token")
    assert buddy.refresh(given["refresh_token"])[1] == {"error": "invalid_grant"}


@pytest.mark.slow
def test_refresh_tokens_rotate_and_one_that_comes_again_ends_all(client: Client, ada: Account, bob: Account) -> None:
    buddy = Signing(bob, public=False)
    first = buddy.tokens(client, "openid read play")
    status, second = buddy.refresh(first["refresh_token"], scope="read")
    assert (status, second["scope"], "id_token" in second) == (200, "read", False)
    codes = [buddy.who(item["access_token"]).status_code for item in (first, second)]
    assert codes == [401, 403]
    assert [buddy.me(item["access_token"]).status_code for item in (first, second)] == [401, 200]
    assert AccessToken.objects.get().scopes == ["read"]
    assert buddy.refresh(second["refresh_token"], scope="read talk")[1] == {"error": "invalid_scope"}
    assert buddy.refresh(second["refresh_token"], client_secret="")[0] == 401
    third = buddy.refresh(second["refresh_token"])[1]
    assert third["scope"] == "openid read play"
    assert buddy.who(third["access_token"]).status_code == 200
    assert buddy.refresh(first["refresh_token"])[1] == {"error": "invalid_grant"}
    assert buddy.me(third["access_token"]).status_code == 401
    assert buddy.refresh(third["refresh_token"])[1] == {"error": "invalid_grant"}
    assert Grant.objects.get().ended is not None


def test_the_answer_no_is_told_and_gives_nothing(client: Client, ada: Account, bob: Account) -> None:
    buddy = Signing(bob)
    result = heard(client.post(buddy.link(), {"do": "deny"}))
    assert (result["error"], result["state"], result["iss"]) == ("access_denied", "xyz", "http://testserver")
    assert Grant.objects.count() == 0


def test_no_other_site_answers_for_anybody(ada: Account, bob: Account) -> None:
    buddy, browser = Signing(bob), Client(enforce_csrf_checks=True)
    browser.force_login(ada)
    assert browser.post(buddy.link(), {"do": "allow"}).status_code == 403
    assert browser.get(buddy.link()).status_code == 200
    assert Grant.objects.count() == 0


@pytest.mark.slow
def test_who_agreed_is_not_asked_again_for_just_that_by_a_program_that_can_show_who_it_is(
    client: Client, ada: Account, bob: Account
) -> None:
    server, public = Signing(bob, public=False), Signing(bob)
    given = server.tokens(client, "openid read")
    public.tokens(client, "openid read")
    again = heard(client.get(server.link("read openid")))
    assert server.exchange(again["code"])[0] == 200
    for link in (server.link("openid"), server.link("openid read play"), public.link("openid read")):
        assert "http-equiv" not in client.get(link).content.decode()
    assert "http-equiv" not in client.get(server.link("openid read", prompt="consent")).content.decode()
    assert "code" in heard(client.get(server.link("openid read", prompt="none", id_token_hint=given["id_token"])))
    assert "prompt" not in client.get(server.link(prompt="login"))["Location"]
    client.post("/account/tokens/program/" + server.program.pk + "/")
    assert "http-equiv" not in client.get(server.link("openid read")).content.decode()


def test_visitors_sign_in_first_and_guests_sign_up(bob: Account) -> None:
    buddy, browser = Signing(bob), Client()
    first = browser.get(buddy.link())
    assert first["Location"].startswith("/login/?next=/oauth/authorize/")
    guest = account("Guest")
    Player.objects.filter(account=guest).update(guest=True)
    browser.force_login(guest)
    assert [browser.post(item, {"do": "allow"}).status_code for item in (buddy.link(), "/device/")] == [403, 403]


def no_password(ada: Account) -> None:
    ada.set_password("quite-another-engine")
    ada.save()
    token_tokens.revoke_all(ada)


def close_and_open(ada: Account) -> None:
    powers.close_account(ada, by=operator())
    powers.open_account(ada, by=Account.objects.get(is_superuser=True))


@pytest.mark.parametrize("act", [no_password, close_and_open])
def test_they_end_when_somebody_else_may_have_the_account(
    client: Client, ada: Account, bob: Account, act: Callable[[Account], None]
) -> None:
    buddy = Signing(bob)
    given, code = buddy.tokens(client), buddy.let_in(client)["code"]
    act(ada)
    assert buddy.me(given["access_token"]).status_code == 401
    assert [buddy.refresh(given["refresh_token"])[0], buddy.exchange(code)[0]] == [400, 400]


def test_who_is_banned_gets_nowhere_by_a_program_and_a_program_of_theirs_stops(
    client: Client, ada: Account, bob: Account
) -> None:
    buddy = Signing(bob)
    given = buddy.tokens(client)
    penalty = impose(ada.player.id, Penalty.Kind.BAN)
    assert code_of(buddy.me(given["access_token"])) == (403, "barred-ban")
    assert buddy.refresh(given["refresh_token"])[1] == {"error": "invalid_grant"}
    Penalty.objects.filter(pk=penalty.pk).update(reversed_at=timezone.now())
    given = buddy.refresh(given["refresh_token"])[1]
    impose(bob.player.id, Penalty.Kind.BAN)
    assert code_of(buddy.me(given["access_token"])) == (401, "bad-token")
    assert buddy.refresh(given["refresh_token"])[1]["error"] == "invalid_client"
    assert client.get(buddy.link()).status_code == 400


@pytest.mark.slow
def test_what_was_let_in_is_listed_with_its_last_use_and_ended_there(
    client: Client, ada: Account, bob: Account
) -> None:
    buddy = Signing(bob)
    waits = buddy.let_in(client)["code"]
    assert "Programs that you let in" not in text(client.get("/account/tokens/"))
    given, more = buddy.exchange(waits)[1], buddy.tokens(client, "play")
    page = text(client.get("/account/tokens/"))
    assert page.count("Board Buddy · of Bob") == 1
    assert ("Play as me" in page, "not used yet" in page) == (True, True)
    buddy.me(given["access_token"])
    assert "last used on" in text(client.get("/account/tokens/"))
    address = f"/account/tokens/program/{buddy.program.pk}/"
    assert "You can let it in again" in text(client.get(address))
    assert [client.post(item).status_code for item in (address, address)] == [302, 404]
    assert [buddy.me(item["access_token"]).status_code for item in (given, more)] == [401, 401]


def test_a_program_ends_its_own_tokens_and_no_other_ones(client: Client, ada: Account, bob: Account) -> None:
    buddy, other = Signing(bob), Signing(bob)
    first, second = buddy.tokens(client), buddy.tokens(client)
    mine = token_tokens.make_token(account=ada, name="bot", scopes=["read"], days=7, site="").secret
    for token in (first["access_token"], mine, "x"):
        assert other.ask("/oauth/revoke/", token=token)[0] == 200
    assert buddy.ask("/oauth/revoke/", token=mine)[0] == 200
    assert buddy.me(mine).status_code == 200
    assert buddy.me(first["access_token"]).status_code == 200
    for token in (first["access_token"], second["refresh_token"]):
        assert buddy.ask("/oauth/revoke/", token=token, token_type_hint="access_token")[0] == 200
    assert [buddy.me(item["access_token"]).status_code for item in (first, second)] == [401, 401]


def test_who_asks_for_nothing_but_a_name_asks_for_no_game(client: Client, ada: Account, bob: Account) -> None:
    buddy, other = Signing(bob), Signing(bob)
    given = buddy.tokens(client, "openid")
    lacks = buddy.me(given["access_token"])
    assert (code_of(lacks), 'error="insufficient_scope"' in lacks["WWW-Authenticate"]) == ((403, "scope"), True)
    info = buddy.client.get("/oauth/userinfo/", headers={"Authorization": f"Bearer {given['access_token']}"})
    subject = json.loads(info.content)["sub"]
    assert json.loads(info.content) == {"sub": subject}
    assert other.tokens(client, "openid") != given
    assert KnownAs.objects.exclude(value=subject).count() == 1
    personal = token_tokens.make_token(account=ada, name="bot", scopes=["read"], days=7, site="").secret
    asked: list[dict[str, str]] = [{}, {"Authorization": "Bearer x"}, {"Authorization": f"Bearer {personal}"}]
    responses = [buddy.client.get("/oauth/userinfo/", headers=item) for item in asked]
    assert [code_of(response) for response in responses] == [(401, "no-token"), (401, "bad-token"), (403, "scope")]
    assert [response["WWW-Authenticate"].partition(", ")[2] for response in responses] == [
        "",
        'error="invalid_token"',
        'error="insufficient_scope", scope="openid"',
    ]


@pytest.mark.slow
def test_a_device_without_a_browser_is_let_in_by_its_code(client: Client, ada: Account, bob: Account) -> None:
    buddy = Signing(bob)
    _status, waits = buddy.ask("/oauth/device/", scope="openid read")
    assert (waits["verification_uri"], waits["interval"], waits["expires_in"]) == ("http://testserver/device/", 5, 600)
    assert "verification_uri_complete" not in waits

    def poll() -> tuple[int, dict[str, Any]]:
        DeviceSignIn.objects.update(polled=None)
        return buddy.ask("/oauth/token/", grant_type=DEVICE, device_code=waits["device_code"])

    assert poll()[1] == {"error": "authorization_pending"}
    assert buddy.ask("/oauth/token/", grant_type=DEVICE, device_code=waits["device_code"])[1]["error"] == "slow_down"
    typed = waits["user_code"].replace("-", " ").lower()
    page = text(client.post("/device/", {"code": typed}))
    assert ("Board Buddy" in page, "Read what I may see" in page, "started this program yourself" in page) == (
        True,
    ) * 3
    assert poll()[1] == {"error": "authorization_pending"}
    assert "“Board Buddy” is let in" in text(client.post("/device/", {"code": typed, "do": "allow"}))
    status, given = poll()
    assert (status, given["scope"], buddy.me(given["access_token"]).status_code) == (200, "openid read", 200)
    assert poll()[1] == {"error": "invalid_grant"}
    assert buddy.refresh(given["refresh_token"])[0] == 200
    assert client.post("/device/", {"code": typed, "do": "allow"}).status_code == 400
    waits = buddy.ask("/oauth/device/", scope="read")[1]
    client.post("/device/", {"code": waits["user_code"], "do": "deny"})
    assert poll()[1] == {"error": "access_denied"}
    waits = buddy.ask("/oauth/device/", scope="read")[1]
    DeviceSignIn.objects.update(expires=timezone.now())
    assert poll()[1] == {"error": "expired_token"}
    assert client.post("/device/", {"code": waits["user_code"]}).status_code == 400
    wrong = [buddy.ask("/oauth/device/", scope=name)[1]["error"] for name in ("", "email")]
    assert (wrong, buddy.ask("/oauth/device/", client_id="none", scope="read")[1]["error"]) == (
        ["invalid_scope"] * 2,
        "invalid_request",
    )


def test_codes_are_not_found_by_trying(
    client: Client, ada: Account, bob: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "TRIES", 2)
    waits = Signing(bob).ask("/oauth/device/", scope="read")[1]
    tried = [client.post("/device/", {"code": "BBBB-BBBB", "do": do}).status_code for do in ("", "allow")]
    assert [*tried, client.post("/device/", {"code": waits["user_code"]}).status_code] == [400, 400, 429]


def test_programs_are_made_by_members_and_their_secret_is_shown_once(
    client: Client, ada: Account, bob: Account, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    monkeypatch.setattr(registration, "MOST", 2)
    theirs = Signing(bob).program
    wanted = {"name": "Board Buddy", "type": "confidential", "addresses": f"{HOME}\r\n{HOME}\r\n"}
    bad = [{"name": "Vexillum official"}, {"name": "A\u202eB cd"}, {"addresses": ""}, {"addresses": "ftp://a.b/"}]
    assert [client.post("/account/programs/", wanted | item).status_code for item in bad] == [400] * 4
    page = client.post("/account/programs/", wanted)
    made = Program.objects.get(owner=ada)
    secret = page.content.decode().partition('"token-secret"><code>')[2].partition("<")[0]
    assert (made.get_redirect_uris(), made.check_secret(secret), made.check_secret("")) == ([HOME], True, False)
    address = f"/account/programs/{made.pk}/"
    assert secret not in text(client.get(address))
    new = client.post(address, {"do": "secret"}).content.decode()
    made.refresh_from_db()
    assert (made.check_secret(secret), new.count('"token-secret"><code>')) == (False, 1)
    for wrong, kept in (("http://client.example/", 400), (HOME, 302), ("http://127.0.0.1/x", 302)):
        assert client.post(address, {"do": "addresses", "addresses": wrong}).status_code == kept
    made.refresh_from_db()
    subjects = ["Your program has another secret", "The addresses of your program were changed"]
    assert [(item.to, item.subject) for item in mailoutbox] == [(["ada@example.org"], subject) for subject in subjects]
    assert [("“Board Buddy”" in item.body, f"http://testserver{address}" in item.body) for item in mailoutbox] == (
        [(True, True)] * 2
    )
    assert made.get_redirect_uris() == ["http://127.0.0.1/x"]
    client.post("/account/programs/", wanted | {"type": "public", "addresses": ""})
    assert "as many programs as there can be" in text(client.post("/account/programs/", wanted))
    assert [client.post(f"/account/programs/{theirs.pk}/", {"do": "delete"}).status_code] == [404]
    assert client.post(address, {"do": "delete"}).status_code == 302
    assert set(Program.objects.values_list("owner", "type")) == {(bob.pk, "public"), (ada.pk, "public")}


@pytest.mark.parametrize(
    "address",
    [
        "http://client.example/",
        "https://client.example",
        "https://u@client.example/",
        "https://*.example/",
        "https://client.example/#a",
        "javascript:alert(1)//",
        "https://cliént.example/",
        "https:///back",
        "https://client.example:x/",
        "//client.example/",
        "http://127.0.0.2/",
        "https://client.example/" + "a" * 500,
    ],
)
def test_people_are_sent_to_no_such_address(address: str) -> None:
    with pytest.raises(ValidationError):
        check_address(address)


def test_programs_go_with_their_owner_and_what_they_were_let_do_with_them(
    client: Client, ada: Account, bob: Account
) -> None:
    for end in (lambda item: delete_program(item.program), lambda item: delete_account(bob)):
        buddy = Signing(bob)
        given = buddy.tokens(client)
        end(buddy)
        assert buddy.me(given["access_token"]).status_code == 401
        rows = (Program, Grant, GrantSecret, AccessToken, KnownAs)
        assert [row.objects.count() for row in rows] == [0] * 5


def test_what_acts_asks_again_who_it_is_and_to_sign_in_alone_does_not(
    client: Client, ada: Account, bob: Account, settings: Settings
) -> None:
    settings.VEXILLUM_STAFF_FACTORS = True
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    buddy = Signing(bob)
    assert "code" in buddy.let_in(client, "openid profile")
    asked = client.post(buddy.link("play"), {"do": "allow"})
    assert asked["Location"].startswith("/account/reauthenticate/")
    assert Grant.objects.filter(scopes=["play"]).count() == 0
    again = client.post(asked["Location"], {"password": PASSWORD})
    assert "Let “Board Buddy” in?" in text(client.get(again["Location"]))
    assert "code" in buddy.let_in(client, "play")


def test_the_provider_says_what_it_does(bob: Account) -> None:
    browser = Client()
    document = json.loads(browser.get("/.well-known/openid-configuration").content)
    assert json.loads(browser.get("/.well-known/oauth-authorization-server").content) == document
    assert (document["issuer"], document["authorization_endpoint"]) == (
        "http://testserver",
        f"http://testserver{AUTHORIZE}",
    )
    assert (document["code_challenge_methods_supported"], document["response_types_supported"]) == (["S256"], ["code"])
    assert document["grant_types_supported"] == ["authorization_code", "refresh_token", DEVICE]
    assert document["authorization_response_iss_parameter_supported"] is True
    asked = browser.options("/oauth/token/", headers={"Origin": "https://client.example"})
    assert (asked.status_code, asked["Access-Control-Allow-Origin"]) == (204, "*")
    assert "Access-Control-Allow-Credentials" not in asked
    assert browser.get("/oauth/token/").status_code == 405
    assert "private" not in browser.get("/oauth/jwks/").content.decode()
    assert "d" not in json.loads(browser.get("/oauth/jwks/").content)["keys"][0]
