"""Everything an event prints, and its long exports."""
