"""Lets agentscope's knowledge base answer the questions of retrieval.py: `python retrieval_peer.py FOLDER`.

Runs in an environment with agentscope, pymilvus and milvus-lite, without kbdesk. Reads asked.json in the folder
(passages, questions, and the vectors of both) and writes found.json: for each question all passages, best first.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from agentscope.credential import CredentialBase
from agentscope.embedding import EmbeddingModelBase, EmbeddingResponse, EmbeddingUsage
from agentscope.message import TextBlock
from agentscope.rag import Chunk, KnowledgeBase, MilvusLiteStore


class NoCredential(CredentialBase):
    """Stands where a provider's key would."""

    type: str = "none"

    @classmethod
    def get_chat_model_class(cls) -> None:
        """Return that there is none."""


class Replay(EmbeddingModelBase[str]):
    """Gives vectors that were computed before; agentscope embeds passages and questions alike."""

    vectors: dict[str, list[float]]

    async def _call_api(self, inputs: list[str], **_: Any) -> EmbeddingResponse:
        return EmbeddingResponse(
            embeddings=[self.vectors[text] for text in inputs], usage=EmbeddingUsage(tokens=0, time=0)
        )


async def answers(asked: dict[str, Any], folder: Path) -> list[list[tuple[str, int]]]:
    """Return for each question all passages, best first."""
    by_purpose: defaultdict[str, dict[str, list[float]]] = defaultdict(dict)
    for purpose, text, vector in asked["vectors"]:
        by_purpose[purpose][text] = vector
    model = Replay(
        credential=NoCredential(),
        model="replay",
        dimensions=len(asked["vectors"][0][2]),
        parameters=None,
        context_size=8191,
        batch_size=512,
        max_retries=0,
        retry_delay=0.0,
    )
    documents: defaultdict[str, list[str]] = defaultdict(list)
    for source, _, text in asked["passages"]:
        documents[source].append(text)
    found = []
    async with MilvusLiteStore(uri=str(folder / "bench.db")) as store:
        knowledge = KnowledgeBase(
            name="bench", description="bench", embedding_model=model, vector_store=store, collection="bench"
        )
        model.vectors = by_purpose["passage"]
        for source, texts in documents.items():
            chunks = [
                Chunk(content=TextBlock(text=text), source=source, chunk_index=index, total_chunks=len(texts))
                for index, text in enumerate(texts)
            ]
            await knowledge.insert_document(chunks, document_id=source)
        model.vectors = by_purpose["query"]
        for question in asked["questions"]:
            hits = await knowledge.search([question], top_k=len(asked["passages"]))
            found.append([(hit.document_id, hit.chunk.chunk_index) for hit in hits])
    return found


def main() -> None:
    """Answer what the folder asks."""
    folder = Path(sys.argv[1])
    asked = json.loads((folder / "asked.json").read_text("utf-8"))
    (folder / "found.json").write_text(json.dumps(asyncio.run(answers(asked, folder))), "utf-8")


if __name__ == "__main__":
    main()
