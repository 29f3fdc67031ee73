"""The game as a service: sockets, tables, accounts, chips and the database."""
