"""The configuration file as the settings page changes it: its fields, its text, and the copy of the last good one."""
