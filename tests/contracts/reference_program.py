"""The program of the reference's API page; its test runs it with `agentscope` replaced by `kbdesk`."""

import asyncio
import os

from agentscope.credential import OpenAICredential
from agentscope.embedding import OpenAIEmbeddingModel
from agentscope.message import TextBlock
from agentscope.rag import Chunk, KnowledgeBase, MilvusLiteStore


async def main():
    model = OpenAIEmbeddingModel(
        credential=OpenAICredential(api_key="sk-none", base_url=os.environ["BASE_URL"]),
        model="text-embedding-3-small",
        dimensions=8,
    )
    async with MilvusLiteStore(uri="./handbook.db") as store:
        knowledge = KnowledgeBase(
            name="handbook",
            description="What we agreed on.",
            embedding_model=model,
            vector_store=store,
            collection="handbook",
        )
        chunk = Chunk(
            content=TextBlock(text="Travel costs are refunded within a month."),
            source="travel.md",
            chunk_index=0,
            total_chunks=1,
        )
        await knowledge.insert_document([chunk], document_id="travel")
        for item in await knowledge.search(queries=["When do I get my money back?"], top_k=3):
            print(item)


asyncio.run(main())
