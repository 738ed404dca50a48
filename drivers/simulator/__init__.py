"""Simulated hardware: a twin of the table's firmware, and cameras that render what lies on the table."""
