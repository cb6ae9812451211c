"""`web.fixed_urls`: the tag `{% url %}` is Django's, but that addresses without parameters are found once."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.template.defaulttags import URLNode
from django.urls import NoReverseMatch, include, path, set_script_prefix
from pytest_django import Settings

from web.fixed_urls import FixedURLNode
from web.views import robots


def drawn(text: str, **context: object) -> str:
    return Template(text).render(Context(context))


def kind(text: str) -> type:
    return type(Template(text).nodelist[0])


def test_only_what_is_always_the_same_is_kept() -> None:
    assert kind("{% url 'games:archive' %}") is FixedURLNode
    assert kind('{% url "games:archive" %}') is FixedURLNode
    assert kind("{% url name %}") is URLNode
    assert kind("{% url 'games:archive' as found %}") is URLNode
    assert kind("{% url 'games:replay' 'NQm6nKp8qFD' %}") is URLNode
    assert kind("{% url 'games:replay' key=key %}") is URLNode
    assert drawn("{% url name %} {% url 'games:replay' key=key %}", name="games:archive", key="NQm6nKp8qFD") == (
        "/games/ /games/NQm6nKp8qFD/"
    )


def test_it_follows_the_addresses_of_the_site_and_where_it_is_mounted(settings: Settings) -> None:
    template = Template("{% url 'games:archive' %}")
    assert [template.render(Context()) for _once_more in range(2)] == ["/games/", "/games/"]
    games = ([path("", robots, name="archive")], "games")
    settings.ROOT_URLCONF = type("Urls", (), {"urlpatterns": [path("a&b/", include(games))]})
    assert template.render(Context()) == "/a&amp;b/"
    assert template.render(Context(autoescape=False)) == "/a&b/"
    try:
        set_script_prefix("/below/")
        assert template.render(Context()) == "/below/a&amp;b/"
    finally:
        set_script_prefix("/")


def test_a_name_that_there_is_not_is_an_error_each_time() -> None:
    template = Template("{% url 'games:nothing' %}")
    for _once_more in range(2):
        with pytest.raises(NoReverseMatch):
            template.render(Context())
