"""The statistics of the game: exact odds by counting, sampled figures with their intervals, and what was claimed.

Pure: walls come from a seed that is passed in; processes, files and pictures belong to `referee.daemon.study`.
"""
