"""Mails: written in the transaction that causes them, made and sent afterwards."""
