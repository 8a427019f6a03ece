"""Whether there is a newer kbdesk."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kbdesk import __version__, updates
from kbdesk.arguments import parse_arguments
from kbdesk.cli import updates as command
from kbdesk.cli.run import run
from kbdesk.errors import UpdateError
from kbdesk.updates import Release, newest_release

from .releases import Releases, served, write_certificate


@pytest.fixture
def releases(monkeypatch: pytest.MonkeyPatch) -> Iterator[Releases]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with served() as releases:
        yield releases


def release(version: str) -> Release:
    return Release(version, "", "")


async def test_the_newest_version_comes_with_what_changed_and_its_page(releases: Releases) -> None:
    releases.releases("v99.0.1", "- One\r\n- Two\r\n")
    newest = await newest_release(releases.address)
    assert newest == Release("99.0.1", "- One\n- Two", "https://github.com/kbdesk/kbdesk/releases/tag/v99.0.1")
    assert newest.is_newer


async def test_nothing_is_sent_but_the_question(releases: Releases) -> None:
    releases.releases("v99.0.0")
    await newest_release(releases.address)
    [asked] = releases.asked
    assert asked == {
        "path": "/latest",
        "host": asked["host"],
        "accept": "application/vnd.github+json",
        "accept-encoding": "identity",
        "connection": "keep-alive",
        "user-agent": "kbdesk",
        "x-github-api-version": "2022-11-28",
    }


def test_versions_are_compared_number_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "__version__", "0.9.1")
    newer = [version for version in ("0.9.0", "0.9.1", "0.9.2", "0.10.0", "1.0.0") if release(version).is_newer]
    assert newer == ["0.9.2", "0.10.0", "1.0.0"]


def test_this_version_has_three_numbers_and_is_not_newer_than_itself() -> None:
    assert not release(".".join(__version__.split(".")[:3])).is_newer
    assert release("99.0.0").is_newer


@pytest.mark.parametrize("body", [None, ""])
async def test_a_version_may_say_nothing_of_what_changed(releases: Releases, body: str | None) -> None:
    releases.releases("1.2.3", body)
    assert (await newest_release(releases.address)) == Release("1.2.3", "", f"{updates.RELEASES_PAGE}/tag/1.2.3")


async def test_where_none_was_released_there_is_none(releases: Releases) -> None:
    releases.status, releases.content = 404, {"message": "Not Found"}
    assert await newest_release(releases.address) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>Please sign in</html>",
        b"[]",
        {"tag_name": None},
        {"tag_name": "v1.0.0-rc.1"},
        {"tag_name": "../x"},
        {"tag_name": "v१.०.०"},
    ],
)
async def test_an_odd_answer_is_said(releases: Releases, content: Any) -> None:
    releases.content = content
    with pytest.raises(UpdateError, match="an answer that kbdesk does not understand"):
        await newest_release(releases.address)


@pytest.mark.parametrize(("status", "words"), [(500, "does not understand"), (403, "no more questions")])
async def test_a_refusal_is_said_with_the_page_to_look_at(releases: Releases, status: int, words: str) -> None:
    releases.status = status
    with pytest.raises(UpdateError, match=words) as caught:
        await newest_release(releases.address)
    assert str(caught.value.remedy).endswith("look at https://github.com/kbdesk/kbdesk/releases yourself.")


async def test_an_answer_without_end_is_not_read_to_its_end(releases: Releases) -> None:
    releases.content = b" " * (updates.MOST_BYTES + 1)
    with pytest.raises(UpdateError, match="does not understand"):
        await newest_release(releases.address)


async def test_no_answer_in_time_is_said(releases: Releases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "PATIENCE_S", 0.2)
    releases.wait.clear()
    with pytest.raises(UpdateError, match="did not answer in time"):
        await newest_release(releases.address)


async def test_no_network_is_said(releases: Releases) -> None:
    with pytest.raises(UpdateError, match="cannot be reached"):
        await newest_release("http://127.0.0.1:9/latest")


async def test_a_move_within_the_same_computer_is_followed_and_one_in_a_circle_is_not(releases: Releases) -> None:
    releases.status, releases.headers = 301, {"Location": "/latest"}
    with pytest.raises(UpdateError, match="does not understand"):
        await newest_release(releases.address)
    assert len(releases.asked) == updates.MOST_REDIRECTS + 1


async def test_nobody_is_asked_but_who_was_named(releases: Releases) -> None:
    with served() as other:
        other.releases("99.0.0")
        releases.status, releases.headers = 302, {"Location": other.address}
        with pytest.raises(UpdateError, match="does not understand"):
            await newest_release(releases.address)
        assert other.asked == []


async def test_a_proxy_that_cannot_be_used_is_said(releases: Releases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("all_proxy", "nonsense://127.0.0.1:9")
    with pytest.raises(UpdateError, match="The proxy"):
        await newest_release("https://api.example.com/latest")


@pytest.mark.parametrize("file", ["missing.pem", "empty.pem"])
async def test_certificates_that_cannot_be_used_are_said(
    releases: Releases, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str
) -> None:
    (tmp_path / "empty.pem").touch()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / file))
    with pytest.raises(UpdateError, match="SSL_CERT_FILE"):
        await newest_release(releases.address)


async def test_a_proxy_that_refuses_is_said(releases: Releases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", releases.address.removesuffix("/latest"))
    with pytest.raises(UpdateError, match="The proxy that is set on this computer does not let kbdesk through"):
        await newest_release("https://api.example.com/latest")


async def test_a_computer_that_proves_who_it_is_is_asked_over_tls(
    releases: Releases, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    certificate = write_certificate(tmp_path / "this_computer.pem")
    with served(certificate) as secure:
        secure.releases("99.0.0")
        with pytest.raises(UpdateError, match=r"cannot prove .* date and the time of this computer"):
            await newest_release(secure.address)
        assert secure.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        newest = await newest_release(secure.address)
        assert newest is not None
        assert newest.version == "99.0.0"


async def test_a_question_can_be_taken_back(releases: Releases) -> None:
    releases.wait.clear()
    asking = asyncio.create_task(newest_release(releases.address))
    while not releases.asked:  # noqa: ASYNC110  (the server lives in a thread)
        await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


def asked_on_the_command_line(monkeypatch: pytest.MonkeyPatch, releases: Releases, *arguments: str) -> int:
    monkeypatch.setattr(command, "newest_release", partial(newest_release, releases.address))
    return run(parse_arguments(["new-version", *arguments]))


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("v99.0.0", f"kbdesk 99.0.0 is there, this is {__version__}: {updates.RELEASES_PAGE}/tag/v99.0.0\n- One\n"),
        ("v0.0.1", f"kbdesk {__version__} is up to date.\n"),
        (None, "No version was released yet.\n"),
    ],
)
def test_the_command_line_says_what_was_found(
    monkeypatch: pytest.MonkeyPatch,
    releases: Releases,
    capsys: pytest.CaptureFixture[str],
    tag: str | None,
    said: str,
) -> None:
    if tag is None:
        releases.status = 404
    else:
        releases.releases(tag, "- One")
    assert asked_on_the_command_line(monkeypatch, releases) == 0
    assert capsys.readouterr().out == said


def test_the_command_line_answers_in_json_and_opens_no_data_folder(
    monkeypatch: pytest.MonkeyPatch, releases: Releases, capsys: pytest.CaptureFixture[str], own_data_folder: Path
) -> None:
    releases.status = 404
    assert asked_on_the_command_line(monkeypatch, releases, "--json") == 0
    said = f'{{"version": "{__version__}", "newest": null, "is_newer": false, "changes": null, "page": null}}\n'
    assert capsys.readouterr().out == said
    assert list(own_data_folder.iterdir()) == []


def test_the_command_line_says_what_went_wrong_in_a_line(
    monkeypatch: pytest.MonkeyPatch, releases: Releases, capsys: pytest.CaptureFixture[str]
) -> None:
    releases.status = 500
    assert asked_on_the_command_line(monkeypatch, releases) == 1
    assert capsys.readouterr().err.startswith("kbdesk: api.github.com gave an answer")
