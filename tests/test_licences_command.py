"""`kbdesk --licences` names everything that kbdesk is made of, with the licences whole."""

import subprocess
import sys
from importlib import metadata

import pytest
from packaging.requirements import Requirement

COMMAND = [sys.executable, "-m", "kbdesk", "--licences"]
RULE = "=" * 100


@pytest.fixture(scope="module")
def output():
    return subprocess.run(COMMAND, capture_output=True, check=True).stdout.decode("utf-8")


@pytest.fixture(scope="module")
def listed(output):
    """The lines of the list before the first text, as (name, the rest)."""
    return dict(line.split("  ", 1) for line in output.partition(RULE)[0].strip().splitlines())


def needed(name, extras=(), seen=None):
    """All distributions that kbdesk needs here, found without kbdesk's own help."""
    seen = {} if seen is None else seen
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return seen
    key = (distribution.metadata["Name"], tuple(extras))
    if key in seen:
        return seen
    seen[key] = distribution.version
    for line in distribution.requires or ():
        requirement = Requirement(line)
        if not requirement.marker or any(requirement.marker.evaluate({"extra": each}) for each in ["", *extras]):
            needed(requirement.name, sorted(requirement.extras), seen)
    return seen


def test_every_installed_distribution_that_kbdesk_needs_is_listed_with_its_version(listed):
    wanted = {name: version for (name, _), version in needed("kbdesk").items()}
    assert len(wanted) > 40
    assert {name: listed.get(name, "not listed").split()[0] for name in wanted} == wanted


@pytest.mark.parametrize("name", ["Python", "Qt", "Lucide icons", "PP-OCR models", "OpenBLAS"])
def test_what_is_no_distribution_is_listed_too(listed, name):
    assert name in listed


def test_every_listed_part_has_a_text(output, listed):
    headings = " ".join(block.strip() for block in output.split(RULE)[1::2])
    assert [name for name in listed if f"{name} (" not in headings] == []


def test_the_texts_of_qt_and_where_its_source_is_are_there(output):
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in output
    assert "GNU GENERAL PUBLIC LICENSE" in output
    assert "https://download.qt.io/official_releases/qt/" in output
    assert "This software is based in part on the work of the Independent JPEG Group." in output


def test_a_text_that_many_parts_share_is_printed_once_with_the_names_of_all(output):
    blocks = output.split(RULE)
    headings, texts = blocks[1::2], [" ".join(text.split()) for text in blocks[2::2]]
    assert any("jiter (Apache-2.0)" in heading and "watchfiles (Apache-2.0)" in heading for heading in headings)
    assert len(set(texts)) == len(texts)


def test_whoever_reads_only_the_beginning_gets_no_error():
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
