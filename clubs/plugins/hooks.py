"""Hooks: where an app takes functions and values from the apps above it, which it must not import.

Each app fills them in one function, `register_hooks` of its package `registration`, which `AppConfig.ready`
calls. No import registers anything. To register the same again changes nothing: `ready` may run twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Hook = TypeVar("Hook")
Value = TypeVar("Value")


class HookList(list[Hook]):
    """Functions of other apps, in the order in which they were registered."""

    def register(self, *hooks: Hook) -> None:
        self.extend(hook for hook in hooks if hook not in self)


class HookTable(dict[str, Value]):
    """Values of other apps by a code of their own."""

    def register(self, values: Mapping[str, Value]) -> None:
        """Add values by code. Raises ValueError for a code that has another value."""
        taken = {code for code in self.keys() & values.keys() if self[code] != values[code]}
        if taken:
            raise ValueError(f"registered with another value before: {sorted(taken)}")
        self.update(values)
