"""What kbdesk is made of, and the licence of every part."""

from kbdesk.licences.parts import Notice, Part, collected, save

__all__ = ["Notice", "Part", "collected", "save"]
