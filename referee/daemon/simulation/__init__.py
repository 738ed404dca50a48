"""Simulated hardware and simulated people around the real daemon: the same bytes, pixels and commands."""
