"""Whether there is a newer kbdesk. Asked only when a person wants to know; nothing is sent but the question."""

from __future__ import annotations

import asyncio
import re
import ssl
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from kbdesk import __version__
from kbdesk.errors import UpdateError
from kbdesk.texts import Text, text

if TYPE_CHECKING:
    import httpx2

HOST = "api.github.com"
"""The computer that is asked, for people."""

ADDRESS = f"https://{HOST}/repos/kbdesk/kbdesk/releases/latest"
RELEASES_PAGE = "https://github.com/kbdesk/kbdesk/releases"

PATIENCE_S = 20.0
MOST_BYTES = 1 << 20
MOST_REDIRECTS = 3
MOST_CHARACTERS = 20_000
"""So much of what changed is shown; the page has the rest."""

_HEADERS = {
    "Accept": "application/vnd.github+json",
    "Accept-Encoding": "identity",  # a small answer cannot unfold into a large one
    "User-Agent": "kbdesk",  # GitHub refuses questions without; the version is nobody's business
    "X-GitHub-Api-Version": "2022-11-28",
}
_VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", re.ASCII)


@dataclass(frozen=True)
class Release:
    """A version that can be had.

    Attributes:
        version: Three numbers, like "0.2.0".
        changes: What changed, as its makers wrote it, Markdown.
        page: Where it is to be had.
    """

    version: str
    changes: str
    page: str

    @property
    def is_newer(self) -> bool:
        """Whether it is newer than this kbdesk."""
        return _numbers(self.version) > _numbers(__version__)


class _Answer(BaseModel):
    tag_name: str
    body: str | None = None


async def newest_release(address: str = ADDRESS) -> Release | None:
    """Ask for the newest version that was released.

    Args:
        address: Who is asked; answers like GitHub's API.

    Returns:
        The version, also when it is not newer than this one; None if none was released yet.

    Raises:
        UpdateError: There is no network, no answer in time, or one that makes no sense.
    """
    try:
        async with asyncio.timeout(PATIENCE_S):
            status, content = await _fetch(address)
    except TimeoutError as exc:
        raise _failed(text("updates", "{host} did not answer in time.", host=HOST)) from exc
    if status == 404:
        return None
    if status in (403, 429):
        raise _failed(text("updates", "{host} takes no more questions from your network for now.", host=HOST))
    if status != 200:
        raise _odd()
    return _release(content)


async def _fetch(address: str) -> tuple[int, bytes]:
    """Return the status and the content of the answer."""
    client = await asyncio.to_thread(_client)
    import httpx2  # loaded by the line above, in a thread: it takes a moment

    home = httpx2.URL(address).origin

    async def stay(request: httpx2.Request) -> None:
        if request.url.origin != home:  # nobody is asked but who was named
            raise _odd()

    client.event_hooks = {"request": [stay]}
    try:
        async with client, client.stream("GET", address) as response:
            return response.status_code, await _content(response)
    except httpx2.TimeoutException as exc:
        raise TimeoutError from exc
    except httpx2.ProxyError as exc:
        raise _failed(text("updates", "The proxy that is set on this computer does not let kbdesk through.")) from exc
    except httpx2.NetworkError as exc:
        raise _untrusted() if _is_untrusted(exc) else _unreachable() from exc
    except httpx2.HTTPError as exc:
        raise _odd() from exc


def _client() -> httpx2.AsyncClient:
    import httpx2

    try:
        return httpx2.AsyncClient(
            headers=_HEADERS, timeout=PATIENCE_S, follow_redirects=True, max_redirects=MOST_REDIRECTS
        )
    except (ImportError, ValueError, httpx2.InvalidURL) as exc:  # SOCKS, or no address at all
        raise UpdateError(
            text("updates", "The proxy that is set on this computer cannot be used."),
            text("updates", "Set another one, or look at {page} yourself.", page=RELEASES_PAGE),
        ) from exc
    except OSError as exc:  # also what OpenSSL says
        raise UpdateError(
            text("updates", "The certificates that SSL_CERT_FILE names on this computer cannot be used."),
            text("updates", "Correct that setting, or look at {page} yourself.", page=RELEASES_PAGE),
        ) from exc


async def _content(response: httpx2.Response) -> bytes:
    content = bytearray()
    async with aclosing(response.aiter_raw()) as blocks:
        async for block in blocks:
            content += block
            if len(content) > MOST_BYTES:
                raise _odd()
    return bytes(content)


def _release(content: bytes) -> Release:
    try:
        answer = _Answer.model_validate_json(content)
    except ValidationError as exc:
        raise _odd() from exc
    version = answer.tag_name.removeprefix("v")
    if not _VERSION.fullmatch(version):
        raise _odd()
    changes = "\n".join((answer.body or "").splitlines()).strip()
    return Release(version, changes[:MOST_CHARACTERS], f"{RELEASES_PAGE}/tag/{answer.tag_name}")


def _numbers(version: str) -> tuple[int, ...]:
    """Return the three numbers that a version begins with."""
    found = _VERSION.match(version)
    return tuple(map(int, found.groups())) if found else ()


def _is_untrusted(error: BaseException | None) -> bool:
    """Return whether an error comes of a certificate; libraries pass it on as that of a network."""
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__ or error.__context__
    return error is not None


def _untrusted() -> UpdateError:
    return UpdateError(
        text("updates", "{host} cannot prove to this computer that it is {host}.", host=HOST),
        text(
            "updates",
            "Check the date and the time of this computer. If your company looks into what is sent, its certificate"
            " must be installed here; on Linux also the package ca-certificates. Or look at {page} yourself.",
            page=RELEASES_PAGE,
        ),
    )


def _unreachable() -> UpdateError:
    return _failed(text("updates", "{host} cannot be reached.", host=HOST))


def _odd() -> UpdateError:
    return _failed(text("updates", "{host} gave an answer that kbdesk does not understand.", host=HOST))


def _failed(title: Text) -> UpdateError:
    remedy = text("updates", "Try again later, or look at {page} yourself.", page=RELEASES_PAGE)
    return UpdateError(title, remedy)
