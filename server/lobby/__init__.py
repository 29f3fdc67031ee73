"""All tables of a server: opened, listed, found by name, closed."""

from server.lobby.lobby import Lobby

__all__ = ["Lobby"]
