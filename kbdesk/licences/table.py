"""What no package says itself: resources/licences/parts.toml."""

from __future__ import annotations

import sysconfig
import tomllib
from functools import cached_property
from pathlib import Path

from packaging.utils import canonicalize_name
from pydantic import BaseModel, ConfigDict, Field

from kbdesk.licences.parts import Notice
from kbdesk.paths import resources


class Correction(BaseModel):
    """What a distribution leaves out.

    Attributes:
        licence: Its SPDX expression, where its metadata say it otherwise.
        texts: Those that its wheel lacks; see `Table.notices`.
        without: What its bill of materials lists and is not in it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    licence: str = ""
    texts: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()


class OtherPart(BaseModel):
    """A part that is no distribution of its own.

    Attributes:
        name, version, licence, home: As in `Part`.
        version_of: The distribution that brings it and whose version it has, or "python"; where `version` is empty.
        within: The distribution that brings it, where it has a version of its own.
        texts: Its licence texts; see `Table.notices`.
        files: Patterns of its files in a built kbdesk; without, it is always there.
        purl: Its package URL without the version, for the bill of materials.
        is_model: Whether it is the weights of a model.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    licence: str
    home: str
    version: str = ""
    version_of: str = ""
    within: str = ""
    texts: tuple[str, ...]
    files: tuple[str, ...] = ()
    purl: str
    is_model: bool = False


class Table(BaseModel):
    """The corrections by the name of the distribution, and the other parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    distributions: dict[str, Correction] = Field(default_factory=dict[str, Correction])
    parts: tuple[OtherPart, ...] = ()

    @classmethod
    def load(cls) -> Table:
        """Read the table of this kbdesk."""
        return cls.model_validate(tomllib.loads((_folder() / "parts.toml").read_text(encoding="utf-8")))

    def correction(self, name: str) -> Correction:
        """Return what a distribution of this name leaves out."""
        return self.distributions.get(canonicalize_name(name), Correction())

    @cached_property
    def standard(self) -> dict[str, Path]:
        """The files of the standard texts by their SPDX identifier."""
        return {file.stem: file for file in (_folder() / "standard").glob("*.txt")}

    def notices(self, texts: tuple[str, ...]) -> tuple[Notice, ...]:
        """Return what names of texts stand for.

        Args:
            texts: SPDX identifiers, for the standard text; files beneath the resources; "python" for the licence that
                the running Python came with (PSF-2.0 where it came with none).
        """
        return tuple(self._notice(name) for name in texts)

    def _notice(self, name: str) -> Notice:
        if name == "python" and (licence := _python_licence()):
            return Notice(title="LICENSE.txt", text=licence.read_text(encoding="utf-8"))
        file = self.standard.get("PSF-2.0" if name == "python" else name) or resources() / name
        return Notice(title=name.rpartition("/")[2], text=file.read_text(encoding="utf-8"))


def _folder() -> Path:
    return resources() / "licences"


def _python_licence() -> Path | None:
    stdlib = Path(sysconfig.get_path("stdlib"))
    # Beside the library on Linux and macOS, beside the program on Windows; not every distribution has it.
    return next((file for file in (stdlib / "LICENSE.txt", stdlib.parent / "LICENSE.txt") if file.is_file()), None)
