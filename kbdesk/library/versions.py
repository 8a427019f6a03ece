"""Of which version the files of a data folder are: older ones are brought up to date, newer ones are left alone."""

from __future__ import annotations

from contextlib import suppress

from kbdesk.errors import StoreError
from kbdesk.frozen import command
from kbdesk.library.database import Database
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.snapshots import schema_version
from kbdesk.paths import DataFolder
from kbdesk.rag.stores.sqlite_file import SQLiteFile
from kbdesk.rag.stores.sqlite_schema import MIGRATIONS as STORE_MIGRATIONS
from kbdesk.texts import text


def is_outdated(folder: DataFolder) -> bool:
    """Return whether opening the library would bring its files to a newer version."""
    return any(0 < found < known for found, known in _versions(folder))


async def bring_up_to_date(folder: DataFolder) -> None:
    """Bring all files to the newest version, one after the other.

    Raises:
        StoreError: One could not be; it is as it was.
    """
    library, store = Database(folder.library_db, MIGRATIONS), SQLiteFile(folder.store_db)
    try:
        await library.open()
        await store.open()
    finally:
        await library.aclose()
        await store.close()


def refuse_newer(folder: DataFolder) -> None:
    """Leave a folder alone that a newer kbdesk has used; nothing in it is changed by looking.

    Where a backup is about to take the place of what is there, that is the way back to this kbdesk, and left open.

    Raises:
        StoreError: A newer kbdesk has used it.
    """
    if folder.restore_file.exists() or not any(found > known for found, known in _versions(folder)):
        return
    raise StoreError(
        text("library", "A newer kbdesk has used the data folder {folder}.", folder=str(folder.root)),
        text(
            "library",
            "Nothing was changed. Install the newest kbdesk, or start this one with --data-dir and another folder."
            " To go back to how it was before the update, type “{command} backups”, then “{command} restore” and the"
            " name of the backup.",
            command=command(),
        ),
    )


def _versions(folder: DataFolder) -> list[tuple[int, int]]:
    """Return the version of each file that can be read, and the newest that this kbdesk knows."""
    found: list[tuple[int, int]] = []
    for path, newest in ((folder.library_db, len(MIGRATIONS)), (folder.store_db, len(STORE_MIGRATIONS))):
        with suppress(StoreError):  # whoever opens it says what is wrong
            found.append((schema_version(path), newest))
    return found
