"""Long work: done once, by one worker, followed and cancelled; what a dead worker leaves is taken again."""

from __future__ import annotations

import errno
import logging
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone, translation

from clubs.books.permissions import RECORDERS
from clubs.books.writing import Author, KeyReused, club_book
from clubs.jobs import kinds, queue, worker
from clubs.jobs.files import has_output, open_output, output_names, partial_file, remove_output, work_folder
from clubs.jobs.kinds import JobDescription, JobKind, Progress
from clubs.jobs.queue import JobRequest
from clubs.models import Club, Job, Role, User
from config.environment import DATABASE, FOLDER
from tests.builders import a_club, a_user, an_author, own_places
from tests.clubs.books.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]

LIMIT = 60.0  # it ends what hangs, and measures nothing
Do = Callable[[Job, Progress], None]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Any, request: pytest.FixtureRequest) -> Path:
    own_places(settings, tmp_path, files=getattr(request, "param", FOLDER))
    return tmp_path


wherever_files_live = pytest.mark.parametrize("data", [FOLDER, DATABASE], indirect=True)


@pytest.fixture
def doing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Do], None]:
    """Says what the work of the kind "tried" does."""

    def doing(do: Do) -> None:
        told = JobDescription("Tried out", "Åbo", "/clubs/", "Clubs")
        kind = JobKind(
            code="tried",
            needs=RECORDERS,
            describe=lambda _job: told,
            run=do,
            extension="txt",
            media_type="text/plain",
        )
        monkeypatch.setitem(kinds.job_kinds, "tried", kind)

    doing(write_a_line)
    return doing


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def director(club: Club) -> Author:
    return an_author(a_user(Role.Kind.DIRECTOR, club=club))


@pytest.fixture
def ending() -> Iterator[threading.Event]:
    ending = threading.Event()
    yield ending
    ending.set()


def write_a_line(_job: Job, work: Progress) -> None:
    work.set_total(2)
    for line in (b"one\n", b"two\n"):
        work.output.write(line)
        work.advance()


def asked(by: Author, club: Club, **wanted: object) -> Job:
    return queue.request_job(by, club_book(club), JobRequest(kind="tried", parameters=wanted, key=uuid4()))


def now_of(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def output_of(job: Job) -> bytes:
    with open_output(job) as output:
        content: bytes = output.read()
    return content


def browser_of(user: User | None) -> Client:
    assert user is not None
    client = Client()
    client.force_login(user)
    return client


def nothing_is_left() -> bool:
    return not list(work_folder().iterdir()) and not output_names()


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


pytestmark.append(pytest.mark.usefixtures("doing"))


# Asked for.


def test_the_same_sending_asks_once(director: Author, club: Club) -> None:
    wish = JobRequest(kind="tried", parameters={"event": 7}, key=uuid4())
    assert queue.request_job(director, club_book(club), wish) == queue.request_job(
        director, club_book(club), wish
    )
    assert Job.objects.count() == 1


def test_a_double_click_makes_one_job(director: Author, club: Club) -> None:
    wish = JobRequest(kind="tried", parameters={"event": 7}, key=uuid4())
    found = at_once(*[lambda: queue.request_job(director, club_book(club), wish)] * 4)
    assert len(set(found)) == 1
    assert Job.objects.count() == 1


def test_what_is_waited_for_already_is_not_begun_a_second_time(director: Author, club: Club) -> None:
    first = asked(director, club, event=7)
    assert asked(director, club, event=7) == first
    assert asked(director, club, event=8) != first
    with translation.override("fi"):
        assert asked(director, club, event=7) != first


def test_what_is_done_can_be_asked_for_again(director: Author, club: Club, ending: threading.Event) -> None:
    first = asked(director, club)
    assert worker.run_next_job(ending)
    assert asked(director, club) != first


def test_a_key_that_was_sent_for_something_else_is_refused(director: Author, club: Club) -> None:
    key = uuid4()
    queue.request_job(director, club_book(club), JobRequest(kind="tried", parameters={"event": 7}, key=key))
    with pytest.raises(KeyReused):
        queue.request_job(
            director, club_book(club), JobRequest(kind="tried", parameters={"event": 8}, key=key)
        )
    other = an_author(a_user(Role.Kind.DIRECTOR, club=club))
    with pytest.raises(KeyReused):
        queue.request_job(other, club_book(club), JobRequest(kind="tried", parameters={"event": 7}, key=key))


def test_who_lacks_the_role_asks_for_nothing(club: Club) -> None:
    for author in (an_author(a_user()), an_author(a_user(Role.Kind.JURY, club=club)), an_author()):
        with pytest.raises(PermissionDenied):
            asked(author, club)
    assert Job.objects.count() == 0


def test_one_code_has_one_kind() -> None:
    tried = kinds.job_kinds["tried"]
    kinds.job_kinds.register({"tried": tried})
    with pytest.raises(ValueError, match=r"another value before.*tried"):
        kinds.job_kinds.register({"tried": replace(tried, extension="pdf")})


# Done.


@wherever_files_live
def test_work_leaves_a_file_with_a_name_and_says_how_much_it_was(
    director: Author, club: Club, ending: threading.Event
) -> None:
    job = asked(director, club)
    assert worker.has_due_jobs(timezone.now())
    assert worker.run_next_job(ending)
    job = now_of(job)
    assert (job.state, job.file_name, job.media_type) == ("done", "tried-out-abo.txt", "text/plain")
    assert (job.done, job.total) == (2, 2)
    assert job.ended_at is not None
    assert output_of(job) == b"one\ntwo\n"
    assert not partial_file(job).exists()
    assert work_folder().stat().st_mode & 0o077 == 0
    assert not worker.has_due_jobs(timezone.now())
    assert not worker.run_next_job(ending)


def test_jobs_are_done_in_the_order_in_which_they_were_asked_for(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event
) -> None:
    done: list[object] = []
    doing(lambda job, _work: done.append(job.parameters["number"]))
    for number in (1, 2, 3):
        asked(director, club, number=number)
    while worker.run_next_job(ending):
        pass
    assert done == [1, 2, 3]


def test_of_two_workers_in_a_race_each_gets_other_jobs(director: Author, club: Club) -> None:
    jobs = {asked(director, club, number=number).pk for number in range(6)}

    def take_all() -> list[int]:
        taken = []
        while (job := worker.claim_next_job(timezone.now())) is not None:
            taken.append(job.pk)
        return taken

    found = at_once(*[take_all] * 3)
    taken = [pk for some in found if isinstance(some, list) for pk in some]
    assert sorted(taken) == sorted(jobs)
    assert set(Job.objects.values_list("state", "attempts")) == {("working", 1)}


def test_it_is_made_in_the_language_of_who_asked(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event
) -> None:
    spoken: list[str] = []
    doing(lambda _job, _work: spoken.append(translation.get_language()))
    with translation.override("da"):
        asked(director, club)
    assert worker.run_next_job(ending)
    assert spoken == ["da"]


def test_how_far_it_is_is_written_while_it_is_worked_at(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event
) -> None:
    told: list[tuple[int, int]] = []

    def do(job: Job, work: Progress) -> None:
        work.set_total(12)
        for _each in range(5):
            work.advance()
        until(lambda: now_of(job).done)
        told.append((now_of(job).done, now_of(job).total))

    doing(do)
    asked(director, club)
    assert worker.run_next_job(ending)
    assert told == [(5, 12)]


def test_its_pulse_is_felt_also_where_it_takes_no_step(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event, monkeypatch: Any
) -> None:
    monkeypatch.setattr(worker, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(worker, "CANCEL_POLL_SECONDS", 0.01)

    def do(job: Job, _work: Progress) -> None:
        before = now_of(job).heartbeat_at
        until(lambda: now_of(job).heartbeat_at != before)

    doing(do)
    job = asked(director, club)
    assert worker.run_next_job(ending)
    assert now_of(job).state == "done"


def test_a_pulse_that_finds_no_database_beats_on(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event, monkeypatch: Any
) -> None:
    """The work goes on meanwhile, and the next beat is heard."""
    refused: list[bool] = []
    heard = worker.JobProgress.read_cancellation

    def listen(self: worker.JobProgress) -> None:
        if len(refused) < 2:
            refused.append(True)
            raise DatabaseError("busy")
        heard(self)

    def do(job: Job, work: Progress) -> None:
        work.set_total(1)
        work.advance()
        until(lambda: now_of(job).done)

    monkeypatch.setattr(worker.JobProgress, "read_cancellation", listen)
    monkeypatch.setattr(worker, "CANCEL_POLL_SECONDS", 0.01)
    doing(do)
    job = asked(director, club)
    assert worker.run_next_job(ending)
    assert (now_of(job).state, len(refused)) == ("done", 2)


# Not done.


def test_what_waits_is_cancelled_at_once(director: Author, club: Club, ending: threading.Event) -> None:
    job = asked(director, club)
    queue.cancel_job(director, job)
    assert now_of(job).state == "cancelled"
    assert not worker.run_next_job(ending)
    queue.cancel_job(director, job)
    assert now_of(job).state == "cancelled"


def test_what_is_worked_at_ends_at_its_next_step_and_leaves_nothing(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event
) -> None:
    def do(job: Job, work: Progress) -> None:
        work.output.write(b"half")
        queue.cancel_job(director, job)
        until(lambda: work.advance())

    doing(do)
    job = asked(director, club)
    assert worker.run_next_job(ending)
    job = now_of(job)
    assert (job.state, job.cancel_requested) == ("cancelled", True)
    assert nothing_is_left()


def test_what_was_wished_away_while_its_worker_died_is_cancelled_and_not_taken(
    director: Author, club: Club
) -> None:
    job = lost(asked(director, club))
    queue.cancel_job(director, job)
    assert worker.claim_next_job(timezone.now()) is None
    assert now_of(job).state == "cancelled"


def test_a_failure_is_told_on_its_page_and_in_the_journal(
    director: Author,
    club: Club,
    doing: Callable[[Do], None],
    ending: threading.Event,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def do(_job: Job, _work: Progress) -> None:
        raise RuntimeError("nobody foresaw it")

    doing(do)
    job = asked(director, club)
    with caplog.at_level(logging.ERROR):
        assert worker.run_next_job(ending)
    assert (now_of(job).state, now_of(job).failure) == ("failed", "error")
    assert "nobody foresaw it" in caplog.text
    assert "Traceback" in caplog.text
    page = browser_of(director.user).get(f"/jobs/{job.pk}/").text
    assert "Something went wrong" in page
    assert "nobody foresaw it" not in page
    assert nothing_is_left()


def test_a_full_disk_is_called_so(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event
) -> None:
    def do(_job: Job, _work: Progress) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    doing(do)
    job = asked(director, club)
    assert worker.run_next_job(ending)
    assert "no room left" in browser_of(director.user).get(f"/jobs/{job.pk}/").text


def test_work_that_nobody_knows_any_more_fails(
    director: Author, club: Club, ending: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = asked(director, club)
    monkeypatch.delitem(kinds.job_kinds, "tried")
    assert worker.run_next_job(ending)
    assert now_of(job).state == "failed"
    assert browser_of(director.user).get(f"/jobs/{job.pk}/").status_code == 404


# Workers that die, or are asked to end.


def lost(job: Job) -> Job:
    """Its worker has died a while ago."""
    taken = worker.claim_next_job(timezone.now())
    assert taken == job
    Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - 2 * worker.DEAD_AFTER)
    return taken


@wherever_files_live
def test_the_job_of_a_dead_worker_is_taken_again(
    director: Author, club: Club, ending: threading.Event
) -> None:
    job = lost(asked(director, club))
    partial_file(job).write_bytes(b"half")
    assert worker.has_due_jobs(timezone.now())
    assert worker.run_next_job(ending)
    job = now_of(job)
    assert (job.state, job.attempts) == ("done", 2)
    assert output_of(job) == b"one\ntwo\n"


def test_the_job_of_a_worker_that_lives_is_left_to_it(director: Author, club: Club) -> None:
    asked(director, club)
    assert worker.claim_next_job(timezone.now()) is not None
    assert worker.claim_next_job(timezone.now()) is None
    assert not worker.has_due_jobs(timezone.now())


@wherever_files_live
def test_a_worker_that_was_believed_dead_changes_nothing(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event
) -> None:
    """It goes on after another has taken its job: its file is its own, and goes with it."""
    again: list[Job] = []

    def do(job: Job, work: Progress) -> None:
        work.output.write(b"late")
        if not again:
            Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - 2 * worker.DEAD_AFTER)
            taken = worker.claim_next_job(timezone.now())
            assert taken is not None
            again.append(taken)

    doing(do)
    asked(director, club)
    assert worker.run_next_job(ending)
    (job,) = again
    assert (now_of(job).state, now_of(job).attempts) == ("working", 2)
    assert nothing_is_left()


@wherever_files_live
def test_one_whose_file_was_cleared_away_meanwhile_ends_quietly(
    director: Author, club: Club, monkeypatch: pytest.MonkeyPatch, ending: threading.Event
) -> None:
    """Its last look is over when another takes the job, and clears what it takes for left."""
    done = worker.run_job

    def do(job: Job, work: worker.JobProgress) -> None:
        done(job, work)
        Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - 2 * worker.DEAD_AFTER)
        assert worker.claim_next_job(timezone.now()) == job
        worker.remove_old_jobs(timezone.now())

    monkeypatch.setattr(worker, "run_job", do)
    job = asked(director, club)
    assert worker.run_next_job(ending)
    assert (now_of(job).state, now_of(job).attempts) == ("working", 2)
    assert nothing_is_left()


def test_a_job_that_kills_every_worker_is_given_up(director: Author, club: Club) -> None:
    job = asked(director, club)
    for _each in range(worker.MAX_ATTEMPTS):
        lost(job)
    assert worker.claim_next_job(timezone.now()) is None
    assert (now_of(job).state, now_of(job).failure) == ("failed", "died")
    assert "never finished" in browser_of(director.user).get(f"/jobs/{job.pk}/").text


def test_a_worker_that_is_asked_to_end_leaves_its_job_for_later(
    director: Author, club: Club, doing: Callable[[Do], None], ending: threading.Event
) -> None:
    def do(_job: Job, work: Progress) -> None:
        ending.set()
        work.advance()

    doing(do)
    job = asked(director, club)
    worker.run_worker(ending)
    assert now_of(job).state == "waiting"
    doing(write_a_line)
    assert worker.run_next_job(threading.Event())
    assert now_of(job).state == "done"


def test_the_command_does_what_waits_and_rests(director: Author, club: Club) -> None:
    jobs = [asked(director, club, number=number) for number in (1, 2)]
    call_command("work", rest=0.0)
    assert [now_of(job).state for job in jobs] == ["done", "done"]


def test_what_the_command_puts_aside_lies_with_the_data(
    director: Author, club: Club, doing: Callable[[Do], None]
) -> None:
    """Elsewhere it might be memory; here it is removed when its worker is killed."""
    before, places = tempfile.gettempdir(), []
    doing(lambda _job, _work: places.append(tempfile.gettempdir()))
    asked(director, club)
    call_command("work", rest=0.0)
    assert (places, tempfile.gettempdir()) == ([str(work_folder())], before)


# Kept for a day.


@wherever_files_live
def test_what_was_made_yesterday_is_removed(director: Author, club: Club, ending: threading.Event) -> None:
    job = asked(director, club)
    assert worker.run_next_job(ending)
    Job.objects.filter(pk=job.pk).update(ended_at=timezone.now() - worker.KEEP_FOR - timedelta(minutes=1))
    assert worker.has_due_jobs(timezone.now())
    assert not worker.run_next_job(ending)
    assert not Job.objects.exists()
    assert nothing_is_left()


def test_what_a_killed_worker_left_is_removed_at_the_next_look(
    director: Author, club: Club, ending: threading.Event
) -> None:
    """The part of a job that was taken again, what is of no job any more, and what was put aside."""
    job = lost(asked(director, club))
    left = (
        partial_file(job),
        work_folder() / "99-1.part",
        work_folder() / "99-1",
        work_folder() / "openpyxl.put-aside",
    )
    for path in left:
        path.write_bytes(b"half")
    assert worker.run_next_job(ending)
    assert not worker.run_next_job(ending)
    assert [path for path in left if path.exists()] == []
    assert output_of(now_of(job)) == b"one\ntwo\n"


@wherever_files_live
def test_what_somebody_is_making_is_left_to_him_and_so_is_what_he_has_put_aside(
    director: Author, club: Club, ending: threading.Event
) -> None:
    """Also where his pulse is not heard for a while: nobody has taken the job from him yet."""
    job = lost(asked(director, club))
    aside = work_folder() / "openpyxl.put-aside"
    for path in (partial_file(job), aside):
        path.write_bytes(b"half")
    worker.remove_old_jobs(timezone.now())
    assert partial_file(job).exists()
    assert aside.exists()
    assert worker.claim_next_job(timezone.now()) == job
    worker.remove_old_jobs(timezone.now())
    assert not partial_file(job).exists(), "somebody else has taken it"
    assert aside.exists()


@wherever_files_live
def test_a_file_is_named_while_its_job_ends_and_is_not_taken_for_left(
    director: Author, club: Club, monkeypatch: pytest.MonkeyPatch, ending: threading.Event
) -> None:
    ended = worker.end_job

    def end(job: Job, *args: Any, **told: Any) -> bool:
        worker.remove_old_jobs(timezone.now())
        return ended(job, *args, **told)

    monkeypatch.setattr(worker, "end_job", end)
    job = asked(director, club)
    assert worker.run_next_job(ending)
    worker.remove_old_jobs(timezone.now())
    assert has_output(now_of(job))


def test_a_file_that_another_worker_removes_meanwhile_stops_nobody(
    director: Author, club: Club, ending: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = work_folder() / "98-1.part"
    monkeypatch.setattr(Path, "iterdir", lambda _folder: iter([gone]))
    job = asked(director, club)
    assert worker.run_next_job(ending)
    assert now_of(job).state == "done"


# Its page.


def test_the_page_says_how_far_it_is_and_nothing_new_costs_no_page(director: Author, club: Club) -> None:
    job = asked(director, club)
    client = browser_of(director.user)
    address = f"/jobs/{job.pk}/"
    waits = client.get(address)
    assert "is waiting its turn" in waits.text
    assert client.get(address, headers={"If-None-Match": waits["ETag"]}).status_code == 304
    Job.objects.update(state="working", done=3, total=40)
    works = client.get(address, headers={"If-None-Match": waits["ETag"]})
    assert 'value="3" max="40"' in works.text
    assert 'name="live"' in works.text


@wherever_files_live
def test_the_file_is_taken_from_the_page_as_long_as_it_is_there(
    director: Author, club: Club, ending: threading.Event
) -> None:
    job = asked(director, club)
    assert worker.run_next_job(ending)
    client = browser_of(director.user)
    page = client.get(f"/jobs/{job.pk}/").text
    assert f'href="/jobs/{job.pk}/file/"' in page
    assert 'name="live"' not in page
    answer = client.get(f"/jobs/{job.pk}/file/")
    assert answer.getvalue() == b"one\ntwo\n"
    assert answer["Content-Type"] == "text/plain"
    assert answer["Content-Disposition"] == 'attachment; filename="tried-out-abo.txt"'
    remove_output(now_of(job))
    assert "no longer available" in client.get(f"/jobs/{job.pk}/").text
    assert client.get(f"/jobs/{job.pk}/file/").status_code == 404


def test_who_loses_the_role_loses_the_file(director: Author, club: Club, ending: threading.Event) -> None:
    job = asked(director, club)
    assert worker.run_next_job(ending)
    Role.objects.filter(user=director.user).delete()
    client = browser_of(director.user)
    assert {client.get(f"/jobs/{job.pk}/{page}").status_code for page in ("", "file/")} == {403}


def test_the_page_costs_the_same_however_far_it_is(
    director: Author, club: Club, django_assert_max_num_queries: Any
) -> None:
    job = asked(director, club)
    client = browser_of(director.user)
    with django_assert_max_num_queries(6):
        client.get(f"/jobs/{job.pk}/")
