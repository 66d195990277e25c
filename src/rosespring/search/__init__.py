"""Choosing plays. Nothing here is imported before it is used: it loads the compiler."""
