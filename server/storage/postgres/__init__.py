"""The store on PostgreSQL, by its driver asyncpg, which the extra `postgres` installs."""
