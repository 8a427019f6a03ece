"""A computer that is asked for new versions, as GitHub answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Releases:
    """Answers every question alike.

    Attributes:
        address: Where to ask.
        status, content, headers: The answer; `content` is sent as JSON, bytes as they are.
        asked: The headers of each question, names in small letters.
        wait: Set: an answer is given; clear: whoever asks waits.
    """

    address: str = ""
    status: int = 200
    content: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    wait: threading.Event = field(default_factory=threading.Event)

    def releases(self, version: str, changes: str | None = "") -> None:
        self.content = {"tag_name": version, "body": changes, "html_url": "https://example.com/elsewhere", "new": [1]}


@contextmanager
def served() -> Generator[Releases, None, None]:
    """Serve releases on this computer."""
    state = Releases()
    state.wait.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append({"path": self.path} | {name.lower(): value for name, value in self.headers.items()})
            state.wait.wait(20)
            content = state.content if isinstance(state.content, bytes) else json.dumps(state.content).encode()
            self.send_response(state.status)
            for name, value in {"Content-Length": str(len(content)), **state.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # whoever asked has heard enough
                self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.address = f"http://127.0.0.1:{server.server_port}/latest"
    try:
        yield state
    finally:
        state.wait.set()
        server.shutdown()
        thread.join()
        server.server_close()
