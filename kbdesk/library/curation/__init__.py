"""Passages as people want them: edits that survive whatever becomes of the file."""
