"""A window at the right of the screen from which the files named on the command line are dragged."""

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel
from typing_extensions import override


class Source(QLabel):
    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(name) for name in sys.argv[1:]])
        drag = QDrag(self)
        drag.setMimeData(mime)
        print(drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction).name, flush=True)


app = QApplication([])
window = Source("files")
window.setWindowFlags(Qt.WindowType.X11BypassWindowManagerHint)
window.setGeometry(1450, 100, 200, 200)
window.show()
print("ready", flush=True)
app.exec()
