"""A window and nothing in it: what tests/benchmarks/frozen_start.py compares the start of kbdesk with."""

import sys

from PySide6.QtWidgets import QApplication, QMainWindow

application = QApplication(sys.argv)
window = QMainWindow()
window.resize(1280, 800)
window.show()
sys.exit(application.exec())
