"""What the processes of `bin/run` print about what fails: once a minute, in one line."""

import pytest

from config.serving import complaints


def test_a_complaint_is_printed_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("config.serving.complaints.time.monotonic", lambda: now[0])
    monkeypatch.setattr(complaints, "_told_at", {})
    for _second in range(3):
        complaints.complain("The keeper", "connection refused\n\tIs it running?")
        complaints.complain("The worker", "busy")
    assert capsys.readouterr().err.splitlines() == [
        "The keeper: connection refused Is it running?",
        "The worker: busy",
    ]
    now[0] += 60
    complaints.complain("The keeper", "still refused")
    assert capsys.readouterr().err == "The keeper: still refused\n"
