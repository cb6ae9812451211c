"""Notices by e-mail, and the link that ends them."""
