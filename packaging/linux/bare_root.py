"""A bare Debian in a folder, where the package is tried: no Python, no desktop, one person with an ordinary account."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

PERSON = "person"
HOME = f"/home/{PERSON}"
_PATIENCE_S = 900

# The kernel's folders are seen only from within, and are gone with the last process there.
_ENTER = """
set -e
root=$1; shift
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
exec chroot "$@"
"""


class StepError(Exception):
    """A step did not end as it should."""


class BareRoot:
    """A bare Debian.

    Attributes:
        folder: Where it lies.
    """

    def __init__(self, folder: Path) -> None:
        """Remember the folder; `make` fills it."""
        self.folder = folder

    def make(self, archive: Path, suite: str | None) -> None:
        """Fill the folder from an archive, which is fetched from the mirrors of this computer when it is not there.

        Args:
            archive: Holds the bare Debian as it was fetched.
            suite: The release of Debian, otherwise that of this computer.
        """
        if not archive.exists():
            _fetch(archive, suite)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        _checked(["tar", "-xf", str(archive), "--numeric-owner", "-C", str(self.folder)])
        for name in ("resolv.conf", "hosts"):
            shutil.copyfile(f"/etc/{name}", self.folder / "etc" / name)
        self.run(f"useradd --create-home --shell /bin/bash {PERSON}; mkdir -m 1777 /tmp/.X11-unix")

    def install(self, *packages: str) -> None:
        """Install packages with what they depend on and nothing that is only recommended."""
        names = " ".join(packages)
        self.run(f"apt-get install -y -q --no-install-recommends {names}", network=True)

    def run(self, script: str, *, as_person: bool = False, network: bool = False, stdin: str = "") -> str:
        """Run lines of bash in the root and return what they print; whatever they leave running is ended with them.

        Args:
            script: The lines; the first that fails ends them.
            as_person: As the person with the ordinary account, otherwise as root.
            network: With this computer's network, otherwise with none.
            stdin: What they read.

        Raises:
            StepError: They failed, or took too long.
        """
        user, home = (PERSON, HOME) if as_person else ("root", "/root")
        alone = ["setpriv", "--pdeathsig", "KILL"]  # nothing goes on there when this program is killed
        alone += ["unshare", "--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
        inside = ["env", "-i", f"HOME={home}", f"USER={user}", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
        inside += [
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "bash",
            "-euo",
            "pipefail",
            "-c",
        ]
        chroot = [f"--userspec={user}:{user}", str(self.folder), *inside, f"cd {home}\n{script}"]
        return _checked([*alone, "sh", "-c", _ENTER, "enter", str(self.folder), *chroot], stdin=stdin)


def _fetch(archive: Path, suite: str | None) -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    here = _checked(["sh", "-c", '. /etc/os-release; printf %s "$VERSION_CODENAME"'])
    suite = suite or here
    sources, options = archive.with_suffix(".list"), archive.with_suffix(".apt")
    targets = ["indextargets", "--format", "deb $(SITE) $(RELEASE) $(COMPONENT)"]
    lines = _checked(["apt-get", *targets, "Created-By: Packages", "Origin: Debian"])
    sources.write_text(lines.replace(here, suite), "utf-8")
    wanted = ("Acquire::http", "Acquire::https", "Acquire::Check")
    settings = _checked(["apt-config", "dump"]).splitlines(keepends=True)
    options.write_text("".join(line for line in settings if line.startswith(wanted)), "utf-8")
    part = archive.with_suffix(".part.tar")
    _checked(["mmdebstrap", "--variant=apt", "--include=passwd", f"--aptopt={options}", suite, str(part), str(sources)])
    part.rename(archive)


def _checked(command: list[str], *, stdin: str = "") -> str:
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, text=True, timeout=_PATIENCE_S, check=False, errors="replace"
        )
    except subprocess.TimeoutExpired as exc:
        raise StepError(f"took longer than {_PATIENCE_S} s") from exc
    if done.returncode != 0:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise StepError(f"ended with {done.returncode}: {said}")
    return done.stdout
