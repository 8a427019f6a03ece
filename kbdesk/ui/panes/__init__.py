"""Panes: they show and emit."""
