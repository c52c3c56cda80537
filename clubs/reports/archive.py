"""A ZIP file without timestamps: the same contents give the same bytes."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfileobj
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

# The oldest time that the format can store.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


class UndatedArchive(ZipFile):
    """The archive for a workbook, in place of the one that openpyxl would open."""

    def __init__(self, into: IO[bytes]) -> None:
        super().__init__(into, "w", ZIP_DEFLATED, allowZip64=True)

    def writestr(self, zinfo_or_arcname: str | ZipInfo, data: Any, *_args: Any, **_kwargs: Any) -> None:
        super().writestr(_undated(zinfo_or_arcname), data)

    def write(self, filename: Any, arcname: Any = None, *_args: Any, **_kwargs: Any) -> None:
        """Write a file block by block: a sheet may be larger than memory."""
        with Path(filename).open("rb") as source, self.open(_undated(arcname or filename), "w") as target:
            copyfileobj(source, target)


def _undated(name: str | ZipInfo) -> ZipInfo:
    info = ZipInfo(name if isinstance(name, str) else name.filename, _NO_TIME)
    info.compress_type = ZIP_DEFLATED
    return info
