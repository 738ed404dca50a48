"""What runs: composition of all rooms, command line, configuration, simulated hardware and people.

`session` builds one running table, `serving` the daemon around it, `cli` the command `junanaho`. It alone knows all
other rooms; nothing imports it.
"""
