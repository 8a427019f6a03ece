"""Writes the bill of materials (SBOM) of the frozen program, as CycloneDX 1.6.

PYTHONPATH=. python packaging/sbom.py WORK OUTPUT [PIP_REPORT]
    WORK: where PyInstaller put the program together; OUTPUT: the .cdx.json
    PIP_REPORT: what `pip install --report` wrote when it installed the environment, for the hashes of the wheels

The same program and the same SOURCE_DATE_EPOCH give the same file; without SOURCE_DATE_EPOCH it has no time.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from components import Component, components
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component as BomComponent
from cyclonedx.model.component import ComponentScope, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from kbdesk.licences.sboms import licence_of

_PROGRAM = "kbdesk"


def bill_of_materials(found: list[Component], wheel_hashes: dict[str, str]) -> str:
    """Return the bill of materials of these components as JSON.

    Args:
        found: What the program is made of, itself included.
        wheel_hashes: The SHA-256 of the wheels that were installed, by normalized name.
    """
    bom = Bom()
    program = next(_entry(each, {}) for each in found if each.part.name == _PROGRAM)
    program.type = ComponentType.APPLICATION
    bom.metadata.component = program
    parts = [_entry(each, wheel_hashes) for each in found if each.part.name != _PROGRAM]
    bom.components.update(parts)
    bom.register_dependency(program, parts)
    document = json.loads(JsonV1Dot6(bom).output_as_string())
    _set_time(document)
    _set_serial_number(document)
    return _dumped(document)


def _dumped(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _set_time(document: dict[str, Any]) -> None:
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch:
        document["metadata"]["timestamp"] = datetime.fromtimestamp(int(epoch), UTC).isoformat()
    else:
        del document["metadata"]["timestamp"]


def _set_serial_number(document: dict[str, Any]) -> None:
    """Number the document by all that stands in it, hashes too: of two that differ in anything each has its own."""
    del document["serialNumber"]  # a random one
    document["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, _dumped(document)).urn


def _entry(component: Component, wheel_hashes: dict[str, str]) -> BomComponent:
    part = component.part
    sha256 = wheel_hashes.get(canonicalize_name(part.name)) if component.purl.startswith("pkg:pypi/") else None
    return BomComponent(
        name=part.name,
        version=part.version or None,
        type=ComponentType.MACHINE_LEARNING_MODEL if component.weights else ComponentType.LIBRARY,
        bom_ref=component.purl,
        purl=PackageURL.from_string(component.purl),
        scope=ComponentScope.REQUIRED if component.is_carried else ComponentScope.EXCLUDED,
        licenses=[LicenseExpression(part.licence)],
        hashes=[_sha256(sha256)] if sha256 else [],
        external_references=[_address(part.home)] if part.home else [],
        components=[*_compiled_in(component), *_weights(component)],
    )


def _compiled_in(component: Component) -> list[BomComponent]:
    entries: list[BomComponent] = []
    for each in component.compiled_in:
        licence = licence_of(each)
        entries.append(
            BomComponent(
                name=each["name"],
                version=each.get("version"),
                type=ComponentType.LIBRARY,
                bom_ref=f"{component.purl}#{each['name']}@{each.get('version', '')}",
                purl=_purl(each["purl"]) if "purl" in each else None,
                licenses=[LicenseExpression(licence)] if licence else [],
            )
        )
    return entries


def _purl(address: str) -> PackageURL:
    """Return a package URL without where its makers had it on their own disk."""
    purl = PackageURL.from_string(address)
    if str(purl.qualifiers.get("download_url", "")).startswith("file:"):
        return purl._replace(qualifiers={key: value for key, value in purl.qualifiers.items() if key != "download_url"})
    return purl


def _weights(component: Component) -> list[BomComponent]:
    return [
        BomComponent(
            name=entry.place,
            type=ComponentType.FILE,
            bom_ref=f"{component.purl}#{entry.place}",
            hashes=[_sha256(hashlib.sha256(entry.source.read_bytes()).hexdigest())],
        )
        for entry in component.weights
    ]


def _sha256(content: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=content)


def _address(home: str) -> ExternalReference:
    return ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(home))


def wheel_hashes(report: Path) -> dict[str, str]:
    """Return the SHA-256 of the wheels that pip installed, by normalized name, from its report."""
    return {
        canonicalize_name(each["metadata"]["name"]): each["download_info"]["archive_info"]["hashes"]["sha256"]
        for each in json.loads(report.read_text(encoding="utf-8"))["install"]
    }


def main(work: Path, output: Path, report: Path | None = None) -> int:
    """Write the bill of materials, if it is what its schema wants, and return the exit code."""
    found, _ = components(work)
    text = bill_of_materials(found, wheel_hashes(report) if report else {})
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        print(f"The bill of materials is not valid: {error}", file=sys.stderr)
        return 1
    output.write_text(text, encoding="utf-8", newline="\n")
    print(f"Bill of materials with {len(found)} components: {output.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
