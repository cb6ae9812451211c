"""The addresses of version 1."""

from __future__ import annotations

from django.urls import path

from api.manners.endpoint import at
from api.v1 import (
    counted,
    desk,
    events,
    games,
    holding,
    lobby,
    people,
    playing,
    puzzles,
    reading,
    setups,
    stations,
    streams,
    studies,
    tables,
    talking,
    tournaments,
)
from web.routes import cookieless

endpoints = [
    at("games/", games.GamesEndpoint, "games", costly=True),
    at("games/<str:key>/", games.OneGameEndpoint, "game"),
    at("games/<str:key>/views/<str:viewer>/", games.GameViewEndpoint, "view"),
    at("games/<str:key>/moves/<str:viewer>/", games.GameMovesEndpoint, "moves"),
    at("games/<str:key>/record/", games.GameRecordEndpoint, "record", costly=True),
    at("games/<str:key>/legal/", games.LegalEndpoint, "legal"),
    at("games/<str:key>/stream/", streams.GameStreamEndpoint, "game-stream"),
    at("games/<str:key>/turns/", playing.TurnsEndpoint, "turns", in_line=True),
    at("games/<str:key>/setup/", playing.GameSetupEndpoint, "setup"),
    at("games/<str:key>/setup/draft/", setups.GameDraftEndpoint, "game-draft"),
    at("games/<str:key>/talk/", talking.TalkEndpoint, "talk"),
    at("games/<str:key>/talk/read/", talking.ReadingEndpoint, "talk-read"),
    at("games/<str:key>/talk/mutes/", talking.MutingEndpoint, "mutes"),
    at("games/<str:key>/notes/", talking.NotesEndpoint, "notes"),
    at("games/<str:key>/guesses/", talking.GuessesEndpoint, "guesses"),
    at("games/<str:key>/guesses/<int:piece>/", talking.GuessEndpoint, "guess"),
    at("games/<str:key>/draw/", playing.DrawOffersEndpoint, "draw"),
    at("games/<str:key>/resignation/", playing.ResignationEndpoint, "resignation"),
    at("games/<str:key>/abortion/", playing.AbortionEndpoint, "abortion"),
    at("seeks/", lobby.SeeksEndpoint, "seeks"),
    at("seeks/<uuid:id>/", lobby.OneSeekEndpoint, "seek"),
    at("seeks/<uuid:id>/join/", lobby.JoiningEndpoint, "join"),
    at("seeks/<uuid:id>/decline/", lobby.DecliningEndpoint, "decline"),
    at("challenges/", lobby.ChallengesEndpoint, "challenges"),
    at("me/", people.MeEndpoint, "me"),
    at("me/bot/", people.BotEndpoint, "become-bot"),
    at("me/stream/", streams.MyStreamEndpoint, "my-stream"),
    at("me/games/", games.MyGamesEndpoint, "my-games"),
    at("me/seeks/", lobby.MySeeksEndpoint, "my-seeks"),
    at("me/setups/", setups.SavedSetupsEndpoint, "saved-setups"),
    at("me/setups/<uuid:id>/", setups.SavedSetupEndpoint, "saved-setup"),
    at("me/drafts/", setups.DraftsEndpoint, "drafts"),
    at("me/drafts/<str:key>/", setups.WorkshopDraftEndpoint, "draft"),
    at("me/studies/", studies.MyStudiesEndpoint, "my-studies"),
    at("players/<str:name>/", people.PlayersEndpoint, "player"),
    at("players/<str:name>/ratings/<str:slug>/", people.RatingHistoryEndpoint, "rating-history"),
    at("players/<str:name>/figures/", counted.PlayerFiguresEndpoint, "player-figures", costly=True),
    at("figures/", counted.FiguresEndpoint, "figures", costly=True),
    at("placements/", counted.PlacementsEndpoint, "placements", costly=True),
    at("families/", counted.FamiliesEndpoint, "families", costly=True),
    at("families/one/", counted.FamilyEndpoint, "family", costly=True),
    at("puzzles/day/", puzzles.PuzzleOfTheDayEndpoint, "puzzle-of-the-day"),
    at("puzzles/days/", puzzles.PuzzleDaysEndpoint, "puzzle-days"),
    at("puzzles/next/", puzzles.NextPuzzleEndpoint, "next-puzzle"),
    at("puzzles/<slug:key>/", puzzles.PuzzleEndpoint, "puzzle", costly=True),
    at("studies/", studies.StudiesEndpoint, "studies", costly=True),
    at("studies/<slug:key>/", studies.StudyEndpoint, "study", costly=True),
    at("rule-books/", people.BooksEndpoint, "rule-books"),
    at("rule-books/<str:slug>/", people.BookEndpoint, "rule-book"),
    at("rule-books/<str:slug>/check/", setups.SetupCheckEndpoint, "check-setup"),
    at("tournaments/", holding.HeldTournamentsEndpoint, "tournaments", costly=True),
    at("tournaments/<slug:key>/", holding.HeldTournamentEndpoint, "tournament"),
    at("tournaments/<slug:key>/entries/", tournaments.EntriesEndpoint, "entries"),
    at("tournaments/<slug:key>/rounds/<int:number>/", tournaments.RoundEndpoint, "round"),
    at("tournaments/<slug:key>/standings/", tables.StandingsEndpoint, "standings", costly=True),
    at("tournaments/<slug:key>/entries/<int:number>/", tables.EntryEndpoint, "event-one-entry"),
    at("tournaments/<slug:key>/crosstable/", tables.CrosstableEndpoint, "event-crosstable", costly=True),
    at("tournaments/<slug:key>/bracket/", tables.BracketEndpoint, "event-bracket", costly=True),
    at("tournaments/<slug:key>/log/", events.LogEndpoint, "event-log", costly=True),
    at("tournaments/<slug:key>/calendar/", events.CalendarEndpoint, "event-calendar"),
    *(
        at(f"tournaments/<slug:key>/files/{name}", endpoint, f"event-file-{name.partition('.')[0]}", costly=True)
        for name, endpoint in events.FILE_ENDPOINTS.items()
    ),
    at("tournaments/<slug:key>/calls/", desk.CallsEndpoint, "event-calls"),
    at("tournaments/<slug:key>/desk/calls/", desk.TakingUpEndpoint, "event-desk-calls"),
    at("tournaments/<slug:key>/desk/rounds/<int:number>/", desk.DeskRoundEndpoint, "event-desk-round"),
    at("tournaments/<slug:key>/desk/blockers/", desk.BlockersEndpoint, "event-desk-blockers"),
    at("tournaments/<slug:key>/desk/pairing/", desk.ByHandEndpoint, "event-desk-pairing", costly=True),
    at("tournaments/<slug:key>/desk/ranking/", desk.SeedsEndpoint, "event-desk-ranking"),
    at("tournaments/<slug:key>/desk/people/", desk.PeopleEndpoint, "event-desk-people"),
    *(
        at(f"tournaments/<slug:key>/{route}", endpoint, f"event-{station.slug}")
        for station, (route, endpoint) in stations.ADDRESSES.items()
    ),
    at("tournaments/<slug:key>/report/", tournaments.ReportEndpoint, "report", costly=True),
]

urlpatterns = [
    path("openapi.json", cookieless(reading.schema), name="schema"),
    path("", reading.page, name="page"),
    *endpoints,
    at("<path:rest>", reading.NothingEndpoint, "nothing"),
]
