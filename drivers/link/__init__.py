"""The framed serial link to the table's controller: bytes < messages < session < transport < thread.

Everything up to the sessions is pure (no I/O, no clock); `LinkThread` runs it over a `Port`. PROTOCOL.md describes it
for firmware writers. What a table is and does is not known here (see `drivers.table`).
"""
