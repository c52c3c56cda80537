"""Everything an event prints, and its long exports."""

__all__ = [
    "bundle_views",
    "job_descriptions",
    "jobs",
    "large_export_views",
    "protocol_lines",
    "protocol_views",
    "views",
]
