"""A storage in a folder of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage

from clubs.files.local import ListedFile, LocalFile, flush_path


class FolderStorage(FileSystemStorage):
    """Files in a folder; a file that was saved is on the disk, with its name."""

    @property
    def drafts(self) -> Path:
        """The folder for files that are to be saved: this one, so that saving only renames them."""
        return Path(self.location)

    def draft_folder(self) -> Path:
        """Return the folder of drafts, made if its parent exists: if not, a USB stick has been removed."""
        self.drafts.mkdir(mode=0o700, exist_ok=True)
        return self.drafts

    def files(self, *, deep: bool = False) -> list[ListedFile]:
        """Return the files in the folder or, with `deep`, also those below it; none without a folder."""
        return sorted(_files_in(str(self.location), "", deep), key=lambda file: file.name)

    def replace(self, name: str, content: bytes) -> None:
        """Store a small file in the place of an earlier one; who reads gets all of either."""
        draft = self.draft_folder() / f"{name}.new"
        draft.write_bytes(content)
        with LocalFile(draft) as file:
            self.save(name, file)

    def place(self, name: str = "") -> str:
        """Return where a person finds a file, or all of them."""
        return self.path(name)

    def _save(self, name: str, content: File[bytes]) -> str:
        saved: str = super()._save(name, content)  # type: ignore[misc]  # the stubs leave it out
        flush_path(Path(self.path(saved)))
        flush_path(Path(self.path(saved)).parent)
        return saved


def _files_in(folder: str, prefix: str, deep: bool) -> Iterator[ListedFile]:
    try:
        entries = list(os.scandir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if deep:
                yield from _files_in(entry.path, f"{prefix}{entry.name}/", deep)
        elif entry.is_file(follow_symlinks=False):
            try:
                yield ListedFile(f"{prefix}{entry.name}", entry.stat().st_size)
            except FileNotFoundError:  # removed since the folder was listed
                continue
