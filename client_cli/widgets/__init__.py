"""
What screens are made of: small widgets that show what they are given and say what was pressed.
"""
