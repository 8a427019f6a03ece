"""Whether this kbdesk is whole: it tries its own parts, above all those that an installation can lose."""
