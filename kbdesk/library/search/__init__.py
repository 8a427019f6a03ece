"""Search over knowledge bases: what is asked, what answers, and why."""
