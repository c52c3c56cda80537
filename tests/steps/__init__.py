"""What stands behind `bin/test`: every check a change must pass, one after the other, each with a time limit.

Knows the tools and the servers of a machine; must not know what any test is about.
"""
