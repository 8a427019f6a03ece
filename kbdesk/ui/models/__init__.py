"""Item models: they hold and announce, never fetch."""
