"""Runs the benchmarks of tests/benchmarks and keeps their figures: `bash packaging/test --bench`."""
