"""Files that macOS hands to a running program."""

from __future__ import annotations

import subprocess
import sys

# A process of its own: there is one application object in each, and the tests have theirs.
SCRIPT = """
from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from kbdesk.ui.application import Application

app = Application(["kbdesk"])
app.paths_received.connect(lambda paths: print("then", *paths))
for name in ("a", "b"):
    QCoreApplication.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile(f"/handbook/{name}.kbpack")))
print("early", *app.take_early_paths())
QCoreApplication.sendEvent(app, QFileOpenEvent(QUrl("https://example.com")))
QCoreApplication.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile("/handbook/c d.kbpack")))
print("early", *app.take_early_paths())
"""


def test_those_that_come_before_the_window_wait_and_later_ones_are_told_of() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines() == [
        "early /handbook/a.kbpack /handbook/b.kbpack",
        "then /handbook/c d.kbpack",
        "early",
    ]
