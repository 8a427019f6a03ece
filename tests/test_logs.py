"""The log file."""

from __future__ import annotations

import logging
from pathlib import Path

from kbdesk.logs import logging_to

logger = logging.getLogger("kbdesk.test")


def test_what_kbdesk_logs_goes_to_the_file(tmp_path: Path) -> None:
    with logging_to(tmp_path) as path:
        logger.info("opened %d documents", 3)
    assert "opened 3 documents" in path.read_text()


def test_after_the_end_nothing_is_written(tmp_path: Path) -> None:
    with logging_to(tmp_path) as path:
        logger.info("one")
    logger.info("two")
    assert "two" not in path.read_text()


def test_an_exception_is_logged_without_its_words(tmp_path: Path) -> None:
    with logging_to(tmp_path) as path:
        try:
            try:
                int("my secret")
            except ValueError as exc:
                raise RuntimeError("about my secret") from exc
        except RuntimeError:
            logger.info("failed", exc_info=True)
    log = path.read_text()
    assert "my secret" not in log
    assert "test_logs.py" in log
    assert log.index("ValueError") < log.index("RuntimeError")


def test_the_file_rotates(tmp_path: Path) -> None:
    with logging_to(tmp_path):
        for _ in range(60):
            logger.info("x" * 100_000)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "kbdesk.log",
        "kbdesk.log.1",
        "kbdesk.log.2",
        "kbdesk.log.3",
    ]


def test_libraries_that_log_refused_calls_are_quiet(tmp_path: Path) -> None:
    with logging_to(tmp_path):
        assert not logging.getLogger("grpc._server").isEnabledFor(logging.ERROR)
        assert not logging.getLogger("pymilvus.client").isEnabledFor(logging.ERROR)
