"""Presenters: they await the library and fill models."""
