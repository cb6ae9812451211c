"""Tournaments played by programs: for `manage.py simulate_tournament`, the soak and the demo."""
