"""What `junanaho study` runs with: worker processes, the file of a study's state, the report, and its pictures."""
