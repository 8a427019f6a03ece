"""A Milvus Lite engine in this process, reached by nobody but us.

Milvus Lite itself listens on an open TCP port without any authentication, where every user of the computer can read
and drop everything. Here it listens on a Unix socket in a folder of our own (on Windows on a loopback port), and in
both cases answers only calls that carry a secret made for this opening.
"""

# pymilvus, milvus_lite and grpc come without types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import base64
import importlib.util
import logging
import secrets
import sys
import tempfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from kbdesk.errors import StoreError, StoreInUseError
from kbdesk.rag.stores.disk import FULL, disk_full
from kbdesk.texts import text

_THREADS = 4
_STOP_S = 2.0
_NO_LIMITS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]


def is_installed() -> bool:
    """Return whether Milvus Lite came with this kbdesk."""
    return all(importlib.util.find_spec(name) is not None for name in ("pymilvus", "milvus_lite"))


def not_installed() -> StoreError:
    """Return the error for a kbdesk without Milvus Lite."""
    return StoreError(
        text("stores", "This kbdesk has no Milvus Lite."),
        text(
            "stores",
            "What is kept in it opens with the kbdesk that is started from its source by “bash packaging/run”."
            " To do without it, add the files to a knowledge base on this computer.",
        ),
    )


class Engine:
    """The engine on one folder, its private server and a client.

    Attributes:
        client: A `pymilvus.MilvusClient`; safe to call from several threads, but only one may write.
    """

    client: Any

    def __init__(self, path: Path, client_kwargs: dict[str, Any]) -> None:
        """Open the folder; takes a while, call it in a thread.

        Raises:
            StoreInUseError: Another process has it open.
            StoreError: It cannot be opened, or Milvus Lite is not installed.
        """
        if not is_installed():
            raise not_installed()
        self._abandoned = False
        with ExitStack() as parts, milvus_errors(path):
            self._database = _open_database(path)
            parts.callback(self._end_database)
            token = secrets.token_urlsafe()
            address = self._serve(parts, token)
            self.client = _connect(address, token, client_kwargs)
            parts.callback(self.client.close)
            self._parts = parts.pop_all()

    def close(self) -> None:
        """Write what is in memory to the folder and let go of it."""
        self._parts.close()

    def abandon(self) -> None:
        """Let go of the folder without another write.

        After a failed write the engine's memory is not to be trusted: what was acknowledged may be missing from it,
        and its next successful flush would delete the log that still has it. The log is read again at the next open.
        """
        self._abandoned = True
        self._parts.close()

    def _serve(self, parts: ExitStack, token: str) -> str:
        import grpc
        from milvus_lite.adapter.grpc.servicer import MilvusServicer
        from pymilvus.grpc_gen import milvus_pb2_grpc

        threads = ThreadPoolExecutor(_THREADS, "kbdesk-milvus")
        parts.callback(threads.shutdown)
        server: Any = grpc.server(threads, interceptors=[_gate(token)], options=_NO_LIMITS)
        milvus_pb2_grpc.add_MilvusServiceServicer_to_server(MilvusServicer(self._database), server)
        if sys.platform == "win32":
            address = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        else:
            folder = parts.enter_context(tempfile.TemporaryDirectory(prefix="kbdesk-"))  # mode 0700
            address = f"unix:{folder}/milvus.sock"
            server.add_insecure_port(address)
        server.start()
        parts.callback(lambda: server.stop(_STOP_S).wait())
        return address

    def _end_database(self) -> None:
        if self._abandoned:
            _forget_collections(self._database)
        self._database.close()


def _open_database(path: Path) -> Any:
    from milvus_lite.db import MilvusLite
    from milvus_lite.exceptions import DataDirLockedError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)  # its files are made readable for everyone: the folder is the door
        path.chmod(0o700)
        return MilvusLite(str(path))
    except DataDirLockedError as exc:
        raise StoreInUseError(
            text("stores", "Another program has {path} open.", path=path),
            text("stores", "Close that program, then try again: only one can use this kind of store at a time."),
        ) from exc
    except OSError as exc:
        raise StoreError(
            text("stores", "{path} cannot be opened ({reason}).", path=path, reason=exc.strerror),
            text("stores", "Choose a folder your user may write to."),
        ) from exc


def _forget_collections(database: Any) -> None:
    """Stop the collections without a flush, which closing the database would do; there is no public way."""
    collections = list(database._collections.values())  # noqa: SLF001
    database._collections.clear()  # noqa: SLF001
    for collection in collections:
        collection._bg_closed = True  # noqa: SLF001
        collection._bg_executor.shutdown(wait=True)  # noqa: SLF001
        log = collection._wal  # noqa: SLF001
        for file in (log._data_sink, log._delta_sink):  # noqa: SLF001
            if file is not None:
                with suppress(OSError):  # what a full disk left unwritten
                    file.close()


def _connect(address: str, token: str, client_kwargs: dict[str, Any]) -> Any:
    from pymilvus import MilvusClient

    # It logs each refused call with a full trace, which may hold file contents; we raise what matters.
    logging.getLogger("pymilvus").setLevel(logging.CRITICAL)
    # A client of its own: the shared one would stay dead after a restart. A proxy has no business on this computer.
    options: dict[str, Any] = {"dedicated": True, "grpc_options": {"grpc.enable_http_proxy": 0}, **client_kwargs}
    return MilvusClient(address, token=token, **options)


def _gate(token: str) -> Any:
    """Return a server interceptor that refuses calls without the token."""
    import grpc

    expected = base64.b64encode(token.encode()).decode()  # as pymilvus sends it

    def refuse(_request: Any, context: Any) -> None:
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "not yours")

    class Gate(grpc.ServerInterceptor):
        def intercept_service(self, continuation: Any, handler_call_details: Any) -> Any:
            given = dict(handler_call_details.invocation_metadata).get("authorization", "")
            if secrets.compare_digest(given.encode(), expected.encode()):
                return continuation(handler_call_details)
            return grpc.unary_unary_rpc_method_handler(refuse)

    return Gate()


@contextmanager
def milvus_errors(path: Path) -> Generator[None, None, None]:
    """Turn the engine's errors into `StoreError`s.

    Raises:
        DiskFullError: The disk is full.
        StoreError: The engine refused or failed, or a file beside it could not be read or written.
    """
    import grpc
    from pymilvus.exceptions import MilvusException

    try:
        yield
    except (MilvusException, grpc.RpcError, OSError) as exc:
        if any(f"[Errno {number}]" in str(exc) for number in FULL):
            raise disk_full(path) from exc
        raise StoreError(
            text("stores", "{path} cannot be read or written.", path=path),
            text("stores", "See that its disk is connected and has space, then try again."),
        ) from exc
