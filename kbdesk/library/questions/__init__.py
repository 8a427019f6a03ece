"""Check questions: each with the passage that should answer it."""
