"""Adds up what pytest ran, from the JUnit files it writes."""

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree  # the file is pytest's own, written a moment ago


@dataclass(frozen=True)
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    reasons: tuple[str, ...] = field(default=())

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.reasons + other.reasons,
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def count(report: Path) -> Count:
    """A run that left no report died before it could count: that is a failure."""
    if not report.exists():
        return Count(failed=1)
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314 (see the import)
    failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
    reasons = tuple(f"{place(case)}: {why}" for case in cases if (why := skip_reason(case)) is not None)
    return Count(len(cases) - failed - len(reasons), failed, len(reasons), reasons)


def place(case: ElementTree.Element) -> str:
    return f"{case.get('classname', '')}.{case.get('name', '')}".strip(".")


def skip_reason(case: ElementTree.Element) -> str | None:
    if case.find("failure") is not None or case.find("error") is not None:
        return None
    skipped = case.find("skipped")
    return None if skipped is None else skipped.get("message", "no reason given")
