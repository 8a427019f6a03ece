"""What only the program that PyInstaller has frozen does and knows."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_QT_PATHS = ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH")  # Qt finds its own parts without them


def prepare() -> None:
    """Do what a frozen program has to before anything else; of a worker process it does not return."""
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]  so it is without a terminal on Windows
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  for as long as it runs
    if is_frozen():
        give_back_environment()
        _serve_as_worker()


def command_name() -> str:
    """Return what the program is called that a terminal runs; packaging/freeze/kbdesk.spec says why."""
    return "kbdesk-cli" if is_frozen() and sys.platform == "win32" else "kbdesk"


def command() -> str:
    """Return what a person types to run it: its name, or where it is if a terminal does not find it by that."""
    name = command_name()
    if not is_frozen():
        return name
    import shutil

    program = Path(sys.executable).with_stem(name)
    found = shutil.which(name)
    if found and Path(found).resolve() == program.resolve():
        return name
    return f'"{program}"' if " " in str(program) else str(program)


def is_frozen() -> bool:
    """Return whether PyInstaller made this program."""
    return getattr(sys, "frozen", False)


def was_replaced() -> bool:
    """Return whether another version took the place of this program while it runs.

    What it has not loaded yet it would look for in the new one, and not find. On Windows and macOS it cannot be
    replaced while it runs: one has to close it first.
    """
    if not is_frozen() or sys.platform != "linux":
        return False
    try:
        return not Path("/proc/self/exe").samefile(sys.executable)
    except OSError:  # it was removed
        return True


def give_back_environment() -> None:
    """Let the programs that kbdesk opens find their own libraries; PyInstaller points everybody to those of kbdesk."""
    for name in _LIBRARY_PATHS:
        original = os.environ.pop(f"{name}_ORIG", None)
        os.environ.pop(name, None)
        if original:
            os.environ[name] = original
    for name in _QT_PATHS:
        os.environ.pop(name, None)
    # A worker inherits that all is set already, and would find no library of kbdesk that the system lacks.
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


def _serve_as_worker() -> None:
    if len(sys.argv) > 1 and sys.argv[1].startswith("-"):
        import multiprocessing

        # PyInstaller's part of it; the spec makes a module of it, so that it is loaded here and not at every start.
        import pyi_rth_multiprocessing  # noqa: F401  # pyright: ignore[reportMissingImports, reportUnusedImport]

        multiprocessing.freeze_support()
