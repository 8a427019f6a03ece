"""One window for each data folder: a second one hands its files to the first and leaves.

The lock of the data folder is the library's; this is only the way to talk to whoever holds it.
"""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCryptographicHash, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

ANSWER = b"ok\n"


def server_name(data_folder: Path) -> str:
    """Return the name under which the window of a data folder listens, another one for every person.

    In the folder that Linux gives a session, where nobody else can listen first; otherwise Qt takes that for temporary
    files.
    """
    identity = f"{_person()}\n{data_folder.resolve()}"
    digest = QCryptographicHash.hash(identity.encode("utf-8", "surrogatepass"), QCryptographicHash.Algorithm.Sha256)
    name = "kbdesk-" + bytes(digest.toHex().data()).decode()[:24]
    private = os.environ.get("XDG_RUNTIME_DIR", "") if sys.platform == "linux" else ""
    return os.path.join(private, name) if os.access(private, os.W_OK) else name  # noqa: PTH118  a name, and for Qt


def _person() -> str:
    if sys.platform == "win32":
        return getpass.getuser()
    return str(os.getuid())  # not every one has a name


def hand_over(data_folder: Path, paths: Sequence[Path], timeout_ms: int = 3000) -> bool | None:
    """Hand paths to the window of a data folder; it comes to the front.

    This waits and so is for the time before the loop runs.

    Returns:
        True when it took them, False when it is there and does not answer, None when there is no window.
    """
    socket = QLocalSocket()
    socket.connectToServer(server_name(data_folder))
    if not socket.waitForConnected(timeout_ms):
        return None
    names = [str(path.absolute()) for path in paths]
    socket.write(json.dumps(names).encode() + b"\n")
    socket.waitForBytesWritten(timeout_ms)
    while not socket.canReadLine():
        if not socket.waitForReadyRead(timeout_ms):
            return False
    return socket.readLine().data() == ANSWER


class WindowServer(QObject):
    """Listens for later windows.

    Signals:
        paths_received: A second window was started with these paths (a list of `Path`, may be empty).
    """

    paths_received = Signal(list)

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = server_name(data_folder)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)

    def listen(self) -> bool:
        """Begin to listen; return whether that works.

        Call it only while holding the lock of the data folder: what a crashed window left behind is removed.
        """
        QLocalServer.removeServer(self._name)
        return self._server.listen(self._name)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _accept(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self._read(socket))
        socket.disconnected.connect(socket.deleteLater)
        self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return
        names = json.loads(bytes(socket.readLine().data()))
        socket.write(ANSWER)
        socket.flush()
        self.paths_received.emit([Path(name) for name in names])
