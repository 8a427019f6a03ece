"""Where things lie on disk: the data folder of a person, the resources of the program."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from kbdesk.errors import DataFolderError
from kbdesk.texts import text

_ENVIRONMENT = "KBDESK_DATA_DIR"
_PRIVATE = 0o700


@dataclass(frozen=True)
class DataFolder:
    """One folder that holds everything kbdesk keeps; private to the person.

    Attributes:
        root: The folder itself.
    """

    root: Path

    @classmethod
    def default(cls) -> DataFolder:
        """Return the folder that KBDESK_DATA_DIR names, else the platform's folder for data of this computer."""
        if named := os.environ.get(_ENVIRONMENT):
            return cls(Path(os.path.expanduser(named)).absolute())  # noqa: PTH111  which knows no home ends nothing here
        from platformdirs import user_data_path

        return cls(user_data_path("kbdesk", appauthor=False))

    def prepare(self) -> DataFolder:
        """Make the folder and those within it, private, and try to write into it.

        Raises:
            DataFolderError: It cannot be made or written.
        """
        try:
            self.root.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
            for folder in (self.originals, self.derived, self.logs, self.models):
                folder.mkdir(mode=_PRIVATE, exist_ok=True)
            self.lock_file.touch(mode=0o600)
        except (FileExistsError, NotADirectoryError) as exc:
            raise DataFolderError(
                text("data folder", "There is a file where the data folder {folder} should be.", folder=str(self.root)),
                text("data folder", "Move that file away, or start kbdesk with --data-dir and another folder."),
            ) from exc
        except OSError as exc:
            raise not_writable(self) from exc
        return self

    @property
    def library_db(self) -> Path:
        """Knowledge bases, documents and jobs."""
        return self.root / "library.sqlite3"

    @property
    def store_db(self) -> Path:
        """Passages, full text and vectors."""
        return self.root / "store.sqlite3"

    @property
    def embeddings_db(self) -> Path:
        """The cache of embeddings; safe to delete."""
        return self.root / "embeddings.sqlite3"

    @property
    def originals(self) -> Path:
        """Copies of what was taken in, by content hash."""
        return self.root / "originals"

    @property
    def notes(self) -> Path:
        """What a person wrote in kbdesk itself, as Markdown files."""
        return self.root / "notes"

    @property
    def derived(self) -> Path:
        """What can be made again; safe to delete."""
        return self.root / "derived"

    @property
    def spool(self) -> Path:
        """What only work under way needs."""
        return self.derived / "spool"

    @property
    def logs(self) -> Path:
        """The log files."""
        return self.root / "logs"

    @property
    def models(self) -> Path:
        """Weights of local models."""
        return self.root / "models"

    @property
    def settings_file(self) -> Path:
        """The settings; never a secret."""
        return self.root / "settings.json"

    @property
    def backups(self) -> Path:
        """Copies of the library, a folder each."""
        return self.root / "backups"

    @property
    def restore_file(self) -> Path:
        """Says which backup takes the place of the library; there until it has."""
        return self.root / "restore.json"

    @property
    def restoring(self) -> Path:
        """What a restore has made ready so far."""
        return self.root / "restoring"

    @property
    def lock_file(self) -> Path:
        """What a running kbdesk holds locked."""
        return self.root / "kbdesk.lock"


def not_writable(folder: DataFolder) -> DataFolderError:
    """Return the error for a data folder into which nothing can be written."""
    return DataFolderError(
        text("data folder", "The data folder {folder} cannot be written.", folder=str(folder.root)),
        text(
            "data folder",
            "Check that the disk is not full and that the folder belongs to you,"
            " or start kbdesk with --data-dir and another folder.",
        ),
    )


def resources() -> Path:
    """Return the folder with icons, translations and the sample handbook."""
    package = Path(__file__).resolve().parent
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"
