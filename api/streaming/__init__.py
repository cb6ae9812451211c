"""Streams of lines for programs: the ASGI application that holds them open."""
