"""Several nodes that are one server: who is there, who runs which table, and what they say."""
