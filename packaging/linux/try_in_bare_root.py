"""Tries the Debian package where nothing else is: installs it in a bare Debian without Python, uses it, removes it.

    python packaging/linux/try_in_bare_root.py PACKAGE [--work FOLDER] [--suite SUITE]

Needs root, mmdebstrap, and the mirrors of Debian that this computer has; the program itself runs without any network.
Prints a line for each step; FOLDER gets result.json, with the same and with what was measured, and the pictures.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bare_root import HOME, BareRoot, StepError

REPOSITORY = Path(__file__).resolve().parents[2]
TRIAL = Path(__file__).resolve().parent / "trial"
SAMPLE = "/usr/lib/kbdesk/_internal/kbdesk/resources/sample"
QUESTIONS = {
    "How much do I get per day when I travel abroad?": "travel-and-expenses.pdf",
    "Where is the first aid box?": "first-aid-notice.png",
    "When do I need a doctor's note?": "welcome.md",
    "病假需要什么证明？": "请假制度.html",
}
"""What is asked of the sample handbook, and the document that must come first; the picture is read by OCR."""

Facts = dict[str, object]


def look_for_python(root: BareRoot) -> Facts:
    """The root holds no Python, neither before the package nor after."""
    found = root.run(
        "find / -xdev -name 'python3*' -path '*/bin/*' -o -xdev -name 'libpython3*' -not -path '/usr/lib/kbdesk/*'"
    )
    if found:
        raise StepError(f"there is a Python: {found}")
    return {}


def install(root: BareRoot) -> Facts:
    """Apt installs the package with what it depends on."""
    listing = "dpkg-query -W -f '${Package}\n' | sort"
    before = root.run(listing).split()
    root.run("apt-get update -q", network=True)
    root.install("/kbdesk.deb")
    came = sorted(set(root.run(listing).split()) - set(before) - {"kbdesk"})
    return {
        "version": root.run("kbdesk --version").split()[1],
        "packages that came with it": came,
        **look_for_python(root),
    }


def find_libraries(root: BareRoot) -> Facts:
    """Every library finds those that it needs."""
    missing = root.run(
        "cd /usr/lib/kbdesk; export LD_LIBRARY_PATH=$PWD/_internal\n"
        "{ find . -type f \\( -name '*.so*' -o -name kbdesk \\) -exec ldd {} + 2>/dev/null || true; }"
        " | awk '/^\\./ { file = $1 } /not found/ && !seen[$1]++ { print $1, \"of\", file }'"
    )
    if missing:
        raise StepError(missing)
    return {}


def test_itself(root: BareRoot) -> Facts:
    """The program's own self test, in full."""
    checks = [json.loads(line) for line in root.run("kbdesk --self-test --full --json", as_person=True).splitlines()]
    return {"checks": {check["sentence"]: check["state"] for check in checks}}


def take_in_and_search(root: BareRoot) -> Facts:
    """The sample handbook is taken in, with OCR and the local model, and the right document comes first."""
    rows = [json.loads(line) for line in root.run(f"kbdesk add {SAMPLE} --json", as_person=True).splitlines()]
    unread = [row["path"] for row in rows if row["outcome"] != "text"]
    if unread or not rows:
        raise StepError(f"not read: {unread}")
    for question, wanted in QUESTIONS.items():
        script = 'read -r question; kbdesk search --json --top-k 3 "$question"'
        hits = [json.loads(line) for line in root.run(script, as_person=True, stdin=question + "\n").splitlines()]
        if not hits or hits[0]["name"] != wanted or hits[0]["is_weak"]:
            raise StepError(f"{question}: {[hit['name'] for hit in hits]}")
    return {"documents": len(rows), "questions": len(QUESTIONS)}


def kill_while_reading(root: BareRoot) -> Facts:
    """Kill -9 in the midst of the work, three times; it goes on, and every file is there once and found."""
    script = f"export KBDESK_DATA_DIR={HOME}/killed\n"
    rows = [json.loads(line) for line in root.run(script + "bash /trial/killed.sh", as_person=True).splitlines()]
    names = sorted(row["name"] for row in rows if row["outcome"] == "text" and row["chunks"] == 1)
    if names != sorted(f"machine-{number}.md" for number in range(1, 61)):
        raise StepError(f"{len(rows)} documents, {len(names)} of them whole")
    for number in (1, 30, 60):
        code = f"KX-{7000 + number}"
        first = root.run(script + f"kbdesk search --json --mode words --top-k 1 {code}", as_person=True)
        if json.loads(first)["name"] != f"machine-{number}.md":
            raise StepError(f"{code} is not found")
    return {"documents": len(rows)}


def show_window(root: BareRoot) -> Facts:
    """The window opens on a real X server, with its icon, and ends when it is told to."""
    root.install("xvfb", "openbox", "xdotool", "x11-utils", "imagemagick", "fonts-wqy-microhei", "fonts-dejavu-core")
    said = root.run("bash /trial/window.sh", as_person=True)
    for wanted in ('"kbdesk", "kbdesk"', '"io.github.kbdesk.kbdesk"', "icon=_NET_WM_ICON = 16, 16, ", "ended=0"):
        if wanted not in said:
            raise StepError(f"no {wanted} in: {said}")
    colors = int(root.run(f"identify -format %k {HOME}/window.png"))
    if colors < 100:
        raise StepError(f"the picture of the window has {colors} colours")
    return {"milliseconds to the window": int(said.split("milliseconds=")[1].split()[0]), "colours": colors}


def show_window_on_wayland(root: BareRoot) -> Facts:
    """The window opens in a session of Wayland, under the name of its desktop file, and ends when it is told to."""
    root.install("weston")
    said = root.run("bash /trial/wayland.sh", as_person=True).splitlines()
    if said != ["ended=0", 'set_app_id("io.github.kbdesk.kbdesk")']:
        raise StepError(f"not as it should be: {said}")
    return {}


def keep_key(root: BareRoot) -> Facts:
    """A key that is typed into the settings is kept by a real Secret Service, and stands in no file."""
    root.install("gnome-keyring", "dbus", "libsecret-tools")
    script = f"export KBDESK_DATA_DIR={HOME}/key\nbash /trial/keyring_session.sh open bash /trial/keyring.sh"
    root.run(script, as_person=True)
    return {}


def tell_desktop(root: BareRoot) -> Facts:
    """A desktop knows the file type and the program that opens it."""
    root.install("shared-mime-info", "desktop-file-utils")
    root.run("cd /usr/share; grep -q vnd.kbdesk.pack mime/globs2; grep -q io.github.kbdesk applications/mimeinfo.cache")
    return {}


def remove(root: BareRoot) -> Facts:
    """The package goes without a trace, and the person's data stay as they are."""
    sums = f"cd {HOME}/.local/share/kbdesk; find . -type f -print0 | sort -z | xargs -0 sha256sum"
    before = root.run(sums)
    root.run("apt-get purge -y -q kbdesk")
    if root.run(sums) != before:
        raise StepError("the data folder has changed")
    left = root.run("find /etc /opt /usr /var -path '*/kbdesk*' -o -name '*io.github.kbdesk*'")
    if left:
        raise StepError(f"still there: {left}")
    return {"files of the person": len(before.splitlines())}


STEPS: tuple[Callable[[BareRoot], Facts], ...] = (
    look_for_python,
    install,
    find_libraries,
    test_itself,
    take_in_and_search,
    kill_while_reading,
    show_window,
    show_window_on_wayland,
    keep_key,
    tell_desktop,
    remove,
)


def prepare(package: Path, work: Path, suite: str | None) -> BareRoot:
    """Make the root and put into it the package and the scripts of the steps."""
    root = BareRoot(work / "root")
    root.make(work / f"{suite or 'this-release'}.tar", suite)
    shutil.copyfile(package, root.folder / "kbdesk.deb")
    shutil.copytree(TRIAL, root.folder / "trial")
    shutil.copyfile(REPOSITORY / "tests" / "keyring_session.sh", root.folder / "trial" / "keyring_session.sh")
    return root


def attempt(step: Callable[[BareRoot], Facts], root: BareRoot) -> Facts:
    """Do a step, print how it went, and return that."""
    began = time.monotonic()
    try:
        result: Facts = {"ok": True, **step(root)}
    except StepError as failed:
        result = {"ok": False, "reason": str(failed)}
    result["seconds"] = round(time.monotonic() - began, 1)
    about = (step.__doc__ or "").splitlines()[0]
    print(
        f"{'ok    ' if result['ok'] else 'FAILED'} {about} {result.get('reason', '')}({result['seconds']} s)",
        flush=True,
    )
    return {"step": step.__name__, **result}


def main() -> int:
    parser = argparse.ArgumentParser(description="Try the Debian package in a bare Debian.")
    parser.add_argument("package", type=Path)
    parser.add_argument("--work", type=Path, default=REPOSITORY / ".build" / "trial")
    parser.add_argument("--suite", help="the release of Debian; otherwise that of this computer")
    options = parser.parse_args()
    try:
        root = prepare(options.package, options.work, options.suite)
    except StepError as error:
        print(f"The bare Debian could not be made: {error}")
        return 1
    results = [attempt(step, root) for step in STEPS]
    for picture in root.folder.glob(f"{HOME[1:]}/*.png"):
        shutil.copyfile(picture, options.work / picture.name)
    (options.work / "result.json").write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 0 if all(result["ok"] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
