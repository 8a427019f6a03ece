"""The knowledge base library: parser > Section > chunker > Chunk > KnowledgeBase > store."""
