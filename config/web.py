"""The pages alone, for an ASGI server: what `web` of the `Procfile` runs, by granian."""

from config.pages import Pages, threads
from config.wsgi import application as pages

application = Pages(pages, threads=threads(4))
