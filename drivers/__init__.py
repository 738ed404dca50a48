"""The outside world: serial link, table, cameras, buttons, and their simulator. Knows nothing of the game."""
