"""What the program does with knowledge bases, without a screen."""
