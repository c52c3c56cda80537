"""What stands behind `bin/test`: every check that a change must pass, each with a time limit."""
