"""Check questions: what the handbook must be able to answer, asked again after every change."""
