"""Everything an event prints, and its long exports."""

__all__ = [
    "bundle_views",
    "checks",
    "heads",
    "job_descriptions",
    "job_kinds",
    "large_export_views",
    "large_exports",
    "prizes",
    "protocol_lines",
    "protocol_views",
    "scans",
    "views",
]
