"""The addresses of version 1."""

from __future__ import annotations

from django.urls import path

from api.manners.endpoint import at
from api.v1 import games, lobby, people, playing, reading
from web.routes import cookieless

endpoints = [
    at("games/", games.Games, "games", costly=True),
    at("games/<str:key>/", games.OneGame, "game"),
    at("games/<str:key>/views/<str:viewer>/", games.GameView, "view"),
    at("games/<str:key>/moves/<str:viewer>/", games.GameMoves, "moves"),
    at("games/<str:key>/record/", games.GameRecord, "record", costly=True),
    at("games/<str:key>/legal/", games.Legal, "legal"),
    at("games/<str:key>/turns/", playing.Turns, "turns", in_line=True),
    at("games/<str:key>/setup/", playing.GameSetup, "setup"),
    at("games/<str:key>/draw/", playing.DrawOffers, "draw"),
    at("games/<str:key>/resignation/", playing.Resignation, "resignation"),
    at("games/<str:key>/abortion/", playing.Abortion, "abortion"),
    at("seeks/", lobby.Seeks, "seeks"),
    at("seeks/<uuid:id>/", lobby.OneSeek, "seek"),
    at("seeks/<uuid:id>/join/", lobby.Joining, "join"),
    at("seeks/<uuid:id>/decline/", lobby.Declining, "decline"),
    at("challenges/", lobby.Challenges, "challenges"),
    at("me/", people.Me, "me"),
    at("me/games/", games.MyGames, "my-games"),
    at("me/seeks/", lobby.MySeeks, "my-seeks"),
    at("players/<str:name>/", people.Players, "player"),
    at("players/<str:name>/ratings/<str:slug>/", people.RatingHistory, "rating-history"),
    at("rule-books/", people.Books, "rule-books"),
    at("rule-books/<str:slug>/", people.Book, "rule-book"),
]

urlpatterns = [
    path("openapi.json", cookieless(reading.schema), name="schema"),
    path("", reading.page, name="page"),
    *endpoints,
    at("<path:rest>", reading.Nothing, "nothing"),
]
