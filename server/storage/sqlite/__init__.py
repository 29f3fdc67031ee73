"""The store on SQLite, which needs no server of its own."""
