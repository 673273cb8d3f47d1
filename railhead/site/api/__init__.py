"""The API: the same use-cases as the pages, as JSON."""
