"""What an operator does at the command line, beside serving."""
