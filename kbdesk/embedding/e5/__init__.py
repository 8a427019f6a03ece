"""The built-in model, multilingual-e5-small: its weight file, tokenizer, graph and encoder."""
