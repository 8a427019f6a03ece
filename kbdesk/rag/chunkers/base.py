"""What every chunker is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from pydantic import BaseModel

from kbdesk.rag.document import Chunk, Section


class ChunkerBase(ABC):
    """Cuts sections into chunks.

    Every implementation keeps three promises: no chunk spans two sections; a data section passes through as one chunk;
    `chunk_index` runs 0..total_chunks-1 over the document. Blank text gives no chunk.

    Attributes:
        chunker_type: Its name in settings.
        parameters: Its validated settings.
    """

    chunker_type: ClassVar[str]

    class Parameters(BaseModel):
        """The settings of the chunker."""

    def __init__(self, parameters: BaseModel | None = None, **settings: Any) -> None:
        """Set up the chunker.

        Args:
            parameters: An instance of the class's own `Parameters`.
            settings: The same fields by keyword.

        Raises:
            TypeError: `parameters` is something else.
            pydantic.ValidationError: A setting is out of its range.
        """
        if parameters is not None and not isinstance(parameters, self.Parameters):
            message = f"parameters must be {type(self).__name__}.Parameters, not {type(parameters).__name__}"
            raise TypeError(message)
        self.parameters: BaseModel = parameters or self.Parameters(**settings)

    @abstractmethod
    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        """Return the chunks of one document, in reading order."""

    @property
    def fingerprint(self) -> str:
        """The chunker and its settings as one string: what tells whether a document must be cut again."""
        return f"{self.chunker_type}:{self.parameters.model_dump_json()}"
