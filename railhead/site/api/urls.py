"""The API's addresses."""

from railhead.site.api.app import api
from railhead.site.api.games import router

api.add_router("", router)
urls = api.urls
