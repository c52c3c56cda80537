"""Everything an event prints, and its long exports."""

__all__ = ["bundle_views", "job_descriptions", "large_export_views", "protocol_views", "views"]
