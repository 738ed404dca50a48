"""Speed, side by side with other programs in one run: scripts that print ratios, `python -m benchmarks.NAME`."""
