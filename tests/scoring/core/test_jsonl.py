"""JSON Lines: what is a line, and what is JSON here."""

from __future__ import annotations

from io import BytesIO

import pytest

from scoring.core.jsonl import MAX_LINE, NotJson, parse_line, read_lines
from scoring.core.schema import MAX_NUMBER

NO_JSON = [
    b"",
    b"samba 2610 260",
    b'{"a": 1',
    b"{'a': 1}",
    b'{"a": 1} {"b": 2}',
    b'{"a": 1}]',
    b"[%b] 5" % (b"9" * 5000),
    b" \t\r\n",
    b"\x0b{}",
    b'{"a": 1, "a": 1}',
    b'{"a": {"b": 1, "b": 2}}',
    b"NaN",
    b"-Infinity",
    b'{"a": NaN}',
    b'{"a": [Infinity]}',
    b"\xff\xfe{}",
    b'{"a": "\xe4"}',
    b"\xa0{}",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'"\x01"',
    b"01",
]


@pytest.mark.parametrize("line", NO_JSON, ids=lambda line: line[:20].decode("latin-1"))
def test_what_is_not_json_here(line: bytes) -> None:
    with pytest.raises(NotJson):
        parse_line(line)


def test_a_line_that_is_too_long_is_not_json() -> None:
    with pytest.raises(NotJson):
        parse_line(None)


def test_a_number_of_thousands_of_digits_is_beyond_all_bounds_and_nothing_else_suffers() -> None:
    digits = b"9" * 100_000
    assert parse_line(b'[1, %b, -%b, 1.5, "x"]' % (digits, digits)) == [
        1,
        MAX_NUMBER + 1,
        -MAX_NUMBER - 1,
        1.5,
        "x",
    ]


def test_blanks_around_a_value_say_nothing() -> None:
    assert parse_line(b' \t\r{"a": [1]}\r\n') == {"a": [1]}
    assert parse_line(b" 5 \n") == 5


def test_a_float_beyond_all_bounds_is_a_float() -> None:
    assert parse_line(b"1e999") == float("inf")


def test_blank_lines_are_no_lines_and_the_last_one_needs_no_end() -> None:
    assert [*read_lines(BytesIO(b"\n1\n \t\r\n2\r\n\n3"))] == [b"1\n", b"2\r\n", b"3"]
    assert [*read_lines(BytesIO(b""))] == []


def test_a_mark_in_front_of_the_first_line_is_passed_over() -> None:
    mark = b"\xef\xbb\xbf"
    first, second = read_lines(BytesIO(mark + b"1\n" + mark + b"2\n"))
    assert first == b"1\n"
    with pytest.raises(NotJson):
        parse_line(second)


@pytest.mark.parametrize("end", [b"\n", b""])
@pytest.mark.parametrize(("over", "kept"), [(0, True), (1, False), (MAX_LINE, False), (5 * MAX_LINE, False)])
def test_a_line_of_more_than_a_million_bytes_is_passed_over_whole(over: int, kept: bool, end: bytes) -> None:
    first, second = read_lines(BytesIO(b"x" * (MAX_LINE + over) + (end or b"\n") + b"2" + end))
    assert (first is not None) is kept
    assert second == b"2" + end


@pytest.mark.parametrize(("over", "kept"), [(0, True), (1, False)])
def test_a_last_line_without_an_end_may_be_a_million_bytes_long(over: int, kept: bool) -> None:
    (line,) = read_lines(BytesIO(b"x" * (MAX_LINE + over)))
    assert (line is not None) is kept


def test_a_long_first_line_with_a_mark_is_one_line() -> None:
    stream = BytesIO(b"\xef\xbb\xbf" + b"x" * (2 * MAX_LINE) + b"\n2\n")
    assert [*read_lines(stream)] == [None, b"2\n"]


class Stream(BytesIO):
    """Remembers how much was read at once."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        self.most = max(self.most, len(line))
        return line


def test_no_more_than_a_million_bytes_are_read_at_once() -> None:
    stream = Stream(b"x" * (10 * MAX_LINE) + b"\n2\n")
    assert [*read_lines(stream)] == [None, b"2\n"]
    assert stream.most == MAX_LINE + 1
