"""Tables that another node runs, as clients here have them; and clients of others at ours."""
