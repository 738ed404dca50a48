"""junanaho: controller and referee of an automatic mahjong table for 17-step mahjong."""

__version__ = "0.1.0"
