"""A library's `questions` without any."""

from __future__ import annotations

from collections.abc import Callable


class FakeQuestions:
    """Nobody has saved a check question."""

    def watch(self, on_change: Callable[[], None]) -> None:
        """Nothing ever changes."""

    async def reports(self) -> list[object]:
        return []
