"""What makes the zip for Windows, and what is in it beside the program."""
