"""The door for clients: websockets in, requests to tables, messages out."""
