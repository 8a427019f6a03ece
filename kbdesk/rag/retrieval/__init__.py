"""What a search finds in one collection: by meaning in each language and by words, fused, weak ones told apart."""
