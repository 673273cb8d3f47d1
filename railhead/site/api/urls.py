"""The API's addresses."""

from railhead.site.api.app import api
from railhead.site.api.games import router
from railhead.site.api.imports import router as imports
from railhead.site.api.mine import router as mine
from railhead.site.api.tables import router as tables

api.add_router("", tables)
api.add_router("", router)
api.add_router("", mine)
api.add_router("", imports)
urls = api.urls
