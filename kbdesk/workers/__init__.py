"""What runs in child processes."""
