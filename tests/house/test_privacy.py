"""What Talon stores is its owner's alone, also in a folder that was there before."""

from __future__ import annotations

from pathlib import Path

from config.serving.privacy import make_private


def is_private(path: Path) -> bool:
    return path.stat().st_mode & 0o077 == 0


def test_a_folder_that_was_open_before_is_closed_with_what_lies_in_it(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "other.sqlite3"
    (data / "uploads/games").mkdir(parents=True)
    stored = [
        *(data / name for name in ("uploads/games/1.jpg", "talon.sqlite3", "talon.sqlite3-wal")),
        *(Path(f"{elsewhere}{suffix}") for suffix in ("", "-wal", "-shm")),
    ]
    foreign = data / "tool.sh"
    for file in [*stored, foreign]:
        file.write_bytes(b"x")
        file.chmod(0o755)
    for folder in (data, data / "uploads", data / "uploads/games"):
        folder.chmod(0o755)
    assert make_private(data, data / "talon.sqlite3") == []
    assert make_private(data, elsewhere) == []
    assert all(map(is_private, [data, data / "uploads", data / "uploads/games", *stored]))
    assert foreign.stat().st_mode & 0o777 == 0o755
