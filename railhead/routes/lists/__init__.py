"""Best runs by lists: the arms that leave a station, the routes that they make, and the best set of routes."""
