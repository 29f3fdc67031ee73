"""Several processes of one machine behind one port, each of them a node; and who keeps them."""
