"""Sign in with Vexillum: programs that people register, let in and end (OAuth 2.1, OpenID Connect, RFC 8628)."""
