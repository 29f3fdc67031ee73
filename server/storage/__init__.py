"""The database behind the ports: accounts, the journal of tables, and hands that are over."""
