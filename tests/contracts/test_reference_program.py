"""The reference's own program runs on kbdesk, also on the file of an earlier run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

PROGRAM = Path(__file__).with_name("reference_program.py")


class Embeddings(BaseHTTPRequestHandler):
    """Answers like an embedding service: a vector per text, made of its letters."""

    def do_POST(self):
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        data = [
            {"object": "embedding", "index": index, "embedding": [1.0 + text.count(letter) for letter in "aeiourst"]}
            for index, text in enumerate(texts)
        ]
        body = json.dumps(
            {"object": "list", "model": "m", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        )
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def base_url():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_references_program_runs_twice_on_one_file(tmp_path, base_url):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM.read_text().replace("agentscope", "kbdesk"))
    root = str(Path(__file__).resolve().parents[2])
    environment = {**os.environ, "BASE_URL": base_url, "PYTHONPATH": root, "NO_PROXY": "127.0.0.1"}
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        assert ran.stderr == ""
        assert ran.stdout.count("\n") == 1
        assert "Travel costs are refunded within a month." in ran.stdout
        assert "document_id='travel'" in ran.stdout
