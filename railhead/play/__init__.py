"""The use-cases shared by site, terminal and bots: set up, submit, undo, look back, offer, stand in for players."""
