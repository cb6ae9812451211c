"""`web.fixed_urls`: the tag `{% url %}` is Django's, but that addresses are found once."""

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


def test_what_has_a_name_and_parameters_in_order_is_kept() -> None:
    assert kind("{% url 'games:archive' %}") is FixedURLNode
    assert kind('{% url "games:archive" %}') is FixedURLNode
    assert kind("{% url 'games:replay' key %}") is FixedURLNode
    assert kind("{% url name %}") is URLNode
    assert kind("{% url 'games:archive' as found %}") is URLNode
    assert kind("{% url 'games:replay' key=key %}") is URLNode
    assert drawn("{% url name %} {% url 'games:replay' key=key %}", name="games:archive", key="NQm6nKp8qFD") == (
        "/games/ /games/NQm6nKp8qFD/"
    )


def test_each_parameter_has_its_address() -> None:
    template = Template("{% url 'games:replay' key %}")
    keys = ["NQm6nKp8qFD", "NQm6nKp8qFE", "NQm6nKp8qFD"]
    assert [template.render(Context({"key": key})) for key in keys] == [f"/games/{key}/" for key in keys]


class Written:
    """Something that an address is made of, and that may be written otherwise the next time."""

    def __init__(self) -> None:
        self.times = 0

    def __str__(self) -> str:
        self.times += 1
        return f"NQm6nKp8qF{self.times}"


def test_what_is_no_text_and_no_number_is_looked_up_anew() -> None:
    template, context = Template("{% url 'games:replay' key %}"), Context({"key": Written()})
    assert template.render(context) != template.render(context)


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
