"""
A table: seats around it, what happens, and what you may do.
"""

from client_cli.screens.table.keys import address_of
from client_cli.screens.table.page import TablePage

__all__ = ["TablePage", "address_of"]
