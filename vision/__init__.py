"""Pixels to tiles: calibrate, locate, classify, decode, watch. Knows nothing of the game."""
