"""What people see: one view per role, the web server, the pages and their texts. It decides nothing about the game."""
