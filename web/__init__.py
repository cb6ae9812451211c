"""The manners of HTTP that all pages share: answers, limits, addresses, and what tells open pages of a change.

It knows Django and nothing of people, games or tournaments.
"""
