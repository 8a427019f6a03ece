"""What Windows is told of a running kbdesk.

Compared with Microsoft's pages on CreateMutexW, SetCurrentProcessExplicitAppUserModelID and AppUserModelIDs, November
2026; not yet run.
"""

from __future__ import annotations

import sys

from kbdesk import APPLICATION_ID


def announce() -> None:
    """Let the installer see that kbdesk runs, and the taskbar which program its windows belong to.

    The mutex lives as long as this process: its handle is kept by nobody else and closed by nobody. On other systems
    nothing happens.
    """
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.CreateMutexW(None, False, APPLICATION_ID)
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(APPLICATION_ID)
