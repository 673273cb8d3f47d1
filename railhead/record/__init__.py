"""Games on disk: our own records, and games recorded by others."""
