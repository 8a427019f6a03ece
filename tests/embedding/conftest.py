"""A service on this computer that speaks OpenAI's protocol, and a model that needs no service."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Answer = tuple[int, Any] | tuple[int, Any, dict[str, str]]


def vector(text: str) -> list[float]:
    return [float(len(text)), 1.0]


def good_answer(request: dict[str, Any]) -> Answer:
    data = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(request["input"])]
    return 200, {"object": "list", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": len(data)}}


@dataclass
class Service:
    """Answers one request after another by `answers`, the last of them for good."""

    url: str = ""
    answers: list[Callable[[dict[str, Any]], Answer]] = field(default_factory=lambda: [good_answer])
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, request: dict[str, Any], headers: dict[str, str]) -> Answer:
        with self.lock:
            self.requests.append(request)
            self.headers.append(headers)
            make = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return make(request)

    def fails_with(self, status: int, body: Any = None, **headers: str) -> None:
        """Answer once with an error, then as before."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.insert(-1, lambda _: (status, {"error": body or {"message": "no"}}, names))


@pytest.fixture
def service() -> Iterator[Service]:
    state = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, body, *more = state.answer(request, {key.lower(): value for key, value in self.headers.items()})
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **(more[0] if more else {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        state.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield state
        server.shutdown()
        thread.join()
