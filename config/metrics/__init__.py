"""The numbers of a running server, for Prometheus; they are not even loaded unless `TALON_METRICS` is set.

folder        where the processes of one start of the server keep what they count
counters      what is counted: requests, recordings, conflicts
counting      the middleware that counts, and the listeners to the signals of the books
installation  what is read when somebody asks: jobs, the last backup, the size of the database
exposition    all of it as OpenMetrics
views         the page
"""

__all__ = ["folder", "views"]
