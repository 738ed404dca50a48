"""(see the architecture section of the README)"""
