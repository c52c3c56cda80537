"""The screens of the hall, and the page on which they, announcements and calls are managed."""
