"""Parsers: one file per format, chosen by content."""
