"""Python's cycle collector, kept on the window's thread.

The collector runs in whichever thread happens to allocate. When that is one of the library's threads and the cycle
holds a closed dialog, Qt destroys a widget outside its thread: seen as "Timers cannot be stopped from another thread",
and as a crash.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 1000


class GarbageCollector(QObject):
    """Collects from a timer of the thread it was made in, by the interpreter's own thresholds.

    While one exists nothing is collected elsewhere; `stop` gives the work back to the interpreter.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # what stands at the start stays: no later round has to look at it again
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(_INTERVAL_MS)

    def collect(self) -> None:
        """Collect the oldest generation that is due, and with it the younger ones."""
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))

    def stop(self) -> None:
        """Let the interpreter collect by itself again."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
