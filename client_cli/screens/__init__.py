"""
Whole screens, and the pages between which tabs lead.
"""
