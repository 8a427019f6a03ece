"""Dialogs, always opened without blocking."""
