"""
What lies before you at tables, whatever shows it: the connection, what you see, what you prepare.

Nothing in here draws anything. Keys and frames go in; what is to be sent and shown comes out.
"""
