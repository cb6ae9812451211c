"""How the test client asks for pages: with less work of its own, and as a browser does."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.template import Context, Node, NodeList, Template
from django.test import Client, RequestFactory
from django.test.client import MULTIPART_CONTENT
from django.test.signals import template_rendered
from django.utils.http import urlencode

FORM = "application/x-www-form-urlencoded"

_post = RequestFactory.post
_login = Client._login
_nodes_by_type = NodeList.get_nodes_by_type


def make_light() -> None:
    """Change Django's classes for the whole run."""
    RequestFactory.post = _sent_as_a_form
    Client._login = _signed_in_at_once
    Template._render = _with_the_context_of_whole_pages
    NodeList.get_nodes_by_type = _looked_for_once


def _sent_as_a_form(
    self: RequestFactory, path: str, data: Any = None, content_type: str = MULTIPART_CONTENT, *args: Any, **kwargs: Any
) -> Any:
    """Send what holds no file as forms of the site are sent. Django's client sends everything in parts, which take
    longer to read than most pages take to answer.
    """
    if content_type is MULTIPART_CONTENT and not any(map(_is_file, _values(data or {}))):
        data, content_type = urlencode(data or {}, doseq=True), FORM
    return _post(self, path, data, content_type, *args, **kwargs)


def _signed_in_at_once(self: Client, user: Any, backend: str | None = None) -> None:
    """Sign in without the session of a stranger, which Django's client makes first for signing in to delete it."""
    if settings.SESSION_COOKIE_NAME in self.cookies:
        _login(self, user, backend)
        return
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    login(request, user, backend)
    request.session.save()
    self._set_login_cookies(request)


def _values(data: Any) -> Iterable[Any]:
    for value in data.values():
        yield from value if isinstance(value, list | tuple) else (value,)


def _is_file(value: Any) -> bool:
    return callable(getattr(value, "read", None))


def _with_the_context_of_whole_pages(self: Template, context: Context) -> str:
    """Have the test client keep the context of the template that a page is drawn from (`response.context`). Django
    copies that of every part that is included too, for which nobody asks: a third of the time to draw a page.
    """
    if context.template is self:
        template_rendered.send(sender=self, template=self, context=context)
    return self.nodelist.render(context)


def _looked_for_once(self: NodeList, nodetype: type[Node]) -> list[Node]:
    """Keep what a template holds, which does not change. Django walks through the base of all pages for each page."""
    kept: dict[type[Node], list[Node]] = self.__dict__.setdefault("_kept", {})
    if nodetype not in kept:
        kept[nodetype] = _nodes_by_type(self, nodetype)
    return kept[nodetype]
