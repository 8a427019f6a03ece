"""The bill of materials of the frozen program says what is in it, the same for the same program."""

import hashlib
import json
import sysconfig
from pathlib import Path

import pytest

from kbdesk.licences import Notice, Part

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture(scope="module", autouse=True)
def _import_path():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGING))
        yield


@pytest.fixture
def found(tmp_path):
    from components import Component
    from owners import Entry

    def part(name, licence="MIT", version="1.0"):
        notices = (Notice(title="LICENSE", text="You may."),)
        return Part(name=name, version=version, licence=licence, home=f"https://{name}.example/", notices=notices)

    weights = tmp_path / "weights.onnx"
    weights.write_bytes(b"weights")
    crate = {
        "name": "crate",
        "version": "2.0",
        "licenses": [{"expression": "MIT OR Apache-2.0"}],
        "purl": "pkg:cargo/crate@2.0?download_url=file://../crate",
    }
    return [
        Component(part("kbdesk"), "pkg:github/kbdesk/kbdesk@1.0"),
        Component(part("wheel_one"), "pkg:pypi/wheel-one@1.0", compiled_in=[crate]),
        Component(part("unused"), "pkg:pypi/unused@1.0", is_carried=False),
        Component(part("model", version=""), "pkg:generic/model", weights=(Entry("models/weights.onnx", weights),)),
    ]


@pytest.fixture
def text(found, monkeypatch):
    from sbom import bill_of_materials

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return bill_of_materials(found, {"wheel-one": "ab" * 32})


@pytest.fixture
def entries(text):
    return {entry["name"]: entry for entry in json.loads(text)["components"]}


def test_it_is_what_its_schema_wants(text):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None


def test_the_program_is_its_subject_and_needs_every_part(text):
    document = json.loads(text)
    assert document["metadata"]["component"]["name"] == "kbdesk"
    (needed,) = [
        each["dependsOn"] for each in document["dependencies"] if each["ref"] == "pkg:github/kbdesk/kbdesk@1.0"
    ]
    assert needed == ["pkg:generic/model", "pkg:pypi/unused@1.0", "pkg:pypi/wheel-one@1.0"]


def test_a_wheel_has_its_address_licence_and_hash(entries):
    wheel = entries["wheel_one"]
    assert wheel["purl"] == "pkg:pypi/wheel-one@1.0"
    assert wheel["licenses"] == [{"expression": "MIT"}]
    assert wheel["hashes"] == [{"alg": "SHA-256", "content": "ab" * 32}]


def test_what_is_compiled_into_a_wheel_is_within_it_without_paths_of_its_makers(entries):
    (crate,) = entries["wheel_one"]["components"]
    assert crate["purl"] == "pkg:cargo/crate@2.0"
    assert crate["licenses"] == [{"expression": "MIT OR Apache-2.0"}]


def test_what_is_installed_and_not_in_the_program_says_so(entries):
    assert entries["unused"]["scope"] == "excluded"
    assert entries["wheel_one"]["scope"] == "required"


def test_weights_are_named_with_their_hash(entries):
    assert entries["model"]["type"] == "machine-learning-model"
    (file,) = entries["model"]["components"]
    assert file["name"] == "models/weights.onnx"
    assert file["hashes"][0]["content"] == hashlib.sha256(b"weights").hexdigest()


def test_the_same_program_gives_the_same_bytes_in_any_order(found, text, monkeypatch):
    from sbom import bill_of_materials

    assert bill_of_materials(found[::-1], {"wheel-one": "ab" * 32}) == text
    assert "timestamp" not in json.loads(text)["metadata"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    later = json.loads(bill_of_materials(found, {}))
    assert later["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"


def test_of_two_programs_that_differ_in_one_file_each_has_its_own_serial_number(found, text, tmp_path):
    from sbom import bill_of_materials

    def serial_number(**hashes):
        return json.loads(bill_of_materials(found, {"wheel-one": "ab" * 32} | hashes))["serialNumber"]

    same, other_wheel = serial_number(), serial_number(**{"wheel-one": "cd" * 32})
    (tmp_path / "weights.onnx").write_bytes(b"other weights")
    assert same == json.loads(text)["serialNumber"]
    assert len({same, other_wheel, serial_number()}) == 3


def test_hashes_come_from_the_report_of_pip(tmp_path):
    from sbom import wheel_hashes

    report = tmp_path / "installed.json"
    wheel = {"metadata": {"name": "Wheel_One"}, "download_info": {"archive_info": {"hashes": {"sha256": "cd" * 32}}}}
    report.write_text(json.dumps({"install": [wheel]}), encoding="utf-8")
    assert wheel_hashes(report) == {"wheel-one": "cd" * 32}


def test_the_file_is_written_for_what_pyinstaller_put_together(tmp_path):
    from sbom import main

    module = Path(sysconfig.get_path("purelib")) / "openai" / "__init__.py"
    (tmp_path / "PYZ-00.toc").write_text(repr(("PYZ-00.pyz", [("openai", str(module), "PYMODULE")])), encoding="utf-8")
    assert main(tmp_path, tmp_path / "kbdesk.cdx.json") == 0
    written = (tmp_path / "kbdesk.cdx.json").read_text(encoding="utf-8")
    assert '"pkg:pypi/openai@' in written
    assert str(tmp_path) not in written
