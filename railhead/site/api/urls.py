"""The API's addresses."""

from railhead.site.api.app import api
from railhead.site.api.games import router
from railhead.site.api.imports import router as imports

api.add_router("", router)
api.add_router("", imports)
urls = api.urls
