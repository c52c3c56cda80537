"""The numbers as OpenMetrics."""

from prometheus_client import CollectorRegistry
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client.openmetrics.exposition import generate_latest

from config.metrics.counters import counts_of_all_processes
from config.metrics.installation import InstallationCollector

__all__ = ["CONTENT_TYPE", "numbers_now"]


def numbers_now() -> bytes:
    """Return what the processes have counted, and the state of the installation."""
    registry = CollectorRegistry()
    registry.register(counts_of_all_processes())
    registry.register(InstallationCollector())
    numbers: bytes = generate_latest(registry)
    return numbers
