"""
A table: seats around it, what happens, and what you may do.
"""

from client_cli.screens.table.page import TablePage, address_of

__all__ = ["TablePage", "address_of"]
