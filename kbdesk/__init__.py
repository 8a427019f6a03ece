"""kbdesk: curate and search a team handbook on your own computer."""

__version__ = "0.1.0.dev0"
