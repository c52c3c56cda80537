"""How the bodies of requests are received: what is waited for, what is dropped, and what counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from config.serving import bodies
from config.serving.bodies import (
    BodyDropped,
    BodyIncomplete,
    BodyTooLarge,
    BodyTooSlow,
    Intake,
    Pace,
)

LIMIT = 20.0  # seconds; ends a hanging test, and measures nothing
ROOMY = 1_000_000
SMALL = bodies._SMALL_BYTES
NEVER = Pace(pause=LIMIT, start=LIMIT)
HURRIED = Pace(pause=0.02, start=LIMIT)


class Sender:
    """A client that sends chunks when the test says so, as Granian hands them on."""

    def __init__(self, *chunks: bytes, ends: bool = True) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.send(*chunks)
        if ends:
            self.end()

    def send(self, *chunks: bytes) -> None:
        for chunk in chunks:
            self.queue.put_nowait(chunk)

    def end(self) -> None:
        """Granian ends a body by an empty chunk."""
        self.send(b"")
        self.queue.put_nowait(None)

    def vanish(self) -> None:
        """Granian says that the client is gone by another one."""
        self.send(b"")
        self.end()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (chunk := await self.queue.get()) is not None:
            yield chunk


def an_intake(max_bodies: int = 10, max_bytes: int = ROOMY, pace: Pace = NEVER) -> Intake:
    return Intake(max_bodies=max_bodies, max_bytes=max_bytes, pace=pace)


async def received(intake: Intake, sender: Sender, declared: int | None = None) -> bytes:
    async with intake.receive(sender, ROOMY, declared) as body:
        return body


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(scene(), LIMIT)

    asyncio.run(limited())


@pytest.mark.parametrize("declared", [9, None])
def test_a_body_is_received_whole(declared: int | None) -> None:
    async def scene() -> None:
        assert await received(an_intake(), Sender(b"two ", b"parts"), declared) == b"two parts"

    run(scene)


def test_an_empty_body_of_unknown_length_is_whole() -> None:
    async def scene() -> None:
        assert await received(an_intake(), Sender()) == b""

    run(scene)


@pytest.mark.parametrize("declared", [100, None])
def test_a_body_that_breaks_off_is_not_taken_for_a_whole_one(declared: int | None) -> None:
    async def scene() -> None:
        intake, sender = an_intake(), Sender(b"half", ends=False)
        sender.vanish()
        with pytest.raises(BodyIncomplete):
            await received(intake, sender, declared)
        assert intake.stored == 0

    run(scene)


def test_a_body_is_stored_until_the_request_is_answered() -> None:
    async def scene() -> None:
        intake = an_intake()
        async with intake.receive(Sender(b"four"), ROOMY) as body:
            assert (body, intake.stored) == (b"four", 4)
        assert intake.stored == 0

    run(scene)


def test_nothing_is_stored_beyond_the_limit() -> None:
    async def scene() -> None:
        intake = an_intake()
        with pytest.raises(BodyTooLarge) as refusal:
            async with intake.receive(Sender(b"1234", b"56789", ends=False), 8):
                pytest.fail("it is too large")
        assert refusal.value.size == 9
        assert intake.stored == 0

    run(scene)


@pytest.mark.parametrize("sent", [[], [b"a"]])
def test_a_body_that_pauses_is_given_up(sent: list[bytes]) -> None:
    async def scene() -> None:
        intake = an_intake(pace=HURRIED)
        with pytest.raises(BodyTooSlow):
            await received(intake, Sender(*sent, ends=False))
        assert intake.stored == 0

    run(scene)


def test_a_trickle_is_given_up_and_a_large_body_has_time() -> None:
    """A phone with poor reception sends 12 MB in 10 minutes; a byte every ten seconds is no phone."""
    pace = Pace()
    assert pace.deadline(started=0, now=590, size=11_000_000) == 605
    assert pace.deadline(started=0, now=10, size=1) == pytest.approx(15, abs=0.1)
    assert pace.deadline(started=0, now=20, size=2) < 20


def test_what_has_stopped_coming_is_dropped_when_memory_is_full() -> None:
    async def scene() -> None:
        intake = an_intake(max_bytes=10 * SMALL)
        quick, late = Sender(bytes(5 * SMALL), ends=False), Sender(bytes(4 * SMALL), ends=False)
        dropped = asyncio.create_task(received(intake, quick))
        await asyncio.sleep(0.01)
        kept = asyncio.create_task(received(intake, late))
        await asyncio.sleep(0)
        late.send(bytes(2 * SMALL))
        late.end()
        assert len(await kept) == 6 * SMALL
        with pytest.raises(BodyDropped):
            await dropped
        assert intake.stored == 0

    run(scene)


def test_a_tables_form_gets_through_when_large_ones_fill_the_memory() -> None:
    """However long it takes, and also when the large ones are complete and wait for a thread."""

    async def scene() -> None:
        intake, form = an_intake(max_bytes=11 * SMALL), Sender(b"a deal ", ends=False)
        deal = asyncio.create_task(received(intake, form))
        await asyncio.sleep(0.01)
        async with intake.receive(Sender(bytes(10 * SMALL)), ROOMY):
            held = asyncio.create_task(received(intake, Sender(bytes(2 * SMALL), ends=False)))
            await asyncio.sleep(0)
            form.send(b"of a table")
            form.end()
            assert await deal == b"a deal of a table"
            with pytest.raises(BodyDropped):
                await held

    run(scene)


def test_among_too_many_the_newest_gets_through() -> None:
    async def scene() -> None:
        intake = an_intake(max_bodies=3)
        held = [asyncio.create_task(received(intake, Sender(b"a", ends=False))) for _body in range(3)]
        await asyncio.sleep(0.01)
        assert await received(intake, Sender(b"a table's deal")) == b"a table's deal"
        done, still = await asyncio.wait(held, timeout=0.01)
        assert (len(done), len(still)) == (1, 2)
        assert isinstance(done.pop().exception(), BodyDropped)
        for body in still:
            body.cancel()
        await asyncio.wait(still)

    run(scene)


def test_a_body_that_nothing_else_makes_room_for_is_dropped_itself() -> None:
    async def scene() -> None:
        intake = an_intake(max_bytes=10)
        async with intake.receive(Sender(b"1234567890123456"), ROOMY):
            with pytest.raises(BodyDropped):
                await received(intake, Sender(b"67890"))
            assert intake.stored == 16

    run(scene)


def test_what_is_incomplete_has_a_last_moment_at_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "_STOP_SECONDS", 0.05)

    async def scene() -> None:
        intake = an_intake()
        coming = [asyncio.create_task(received(intake, Sender(b"a", ends=False))) for _body in range(3)]
        unwanted = asyncio.create_task(intake.discard(Sender(b"a", ends=False), ROOMY))
        await asyncio.sleep(0)
        intake.stop()
        assert await received(intake, Sender(b"just in time")) == b"just in time"
        coming.append(asyncio.create_task(received(intake, Sender(b"later", ends=False))))
        results = await asyncio.gather(*coming, return_exceptions=True)
        assert [type(result) for result in results] == [BodyDropped] * 4
        await unwanted

    run(scene)


def test_a_discarded_body_takes_no_memory() -> None:
    async def scene() -> None:
        intake, sender = an_intake(max_bytes=0), Sender(b"much" * 1000, ends=False)
        reading = asyncio.create_task(intake.discard(sender, ROOMY))
        await asyncio.sleep(0)
        assert intake.stored == 0
        sender.end()
        await reading

    run(scene)
