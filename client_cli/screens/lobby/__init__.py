"""
The lobby: which tables there are, and how to come to one.
"""

from client_cli.screens.lobby.page import LobbyPage

__all__ = ["LobbyPage"]
