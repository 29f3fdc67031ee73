"""
A hand as one page that plays it in a browser, without a network.
"""

from client_cli.html.page import to_html

__all__ = ["to_html"]
