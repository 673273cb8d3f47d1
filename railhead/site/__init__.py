"""The web application: pages, API and live updates around the play layer."""
