"""Makes the data folder of a released version, once, with that version: see README.md beside it.

    python tests/data/released/make.py

Writes VERSION.tar.xz, the folder, and VERSION.json, what a person saw in it. Needs the built-in model.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import tarfile
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import date
from email.message import EmailMessage
from pathlib import Path

from look import QUERIES, look

from kbdesk import __version__
from kbdesk.library.chunking import Chunking
from kbdesk.library.facts.types import Change
from kbdesk.library.library import Library
from kbdesk.library.questions.types import Wanted
from kbdesk.library.search.types import Filters, Request
from kbdesk.paths import DataFolder, resources
from kbdesk.settings import Settings

HERE = Path(__file__).resolve().parent
ROOT = Path("/tmp/kbdesk-released")
"""Paths are in the files; this one says nothing about whoever made them."""
HANDBOOK, RULES = ROOT / "handbook", ROOT / "rules"
LEFT_OUT = {"logs", "derived", "models", "kbdesk.lock", "backups.lock", "window.ini"}
LONG_AGO = 1_700_000_000

CANTEEN = "# Canteen\n\nLunch is at noon. Say by ten o'clock what you do not eat.\n\n## Guests\n\nGuests eat with us.\n"
NOISE = "# Noise\n\nEar protection is worn in the workshop.\n\n## Helmets\n\nHelmets are worn below the crane.\n"


def write_files() -> None:
    """Write what is taken in."""
    shutil.rmtree(ROOT, ignore_errors=True)
    HANDBOOK.mkdir(parents=True)
    RULES.mkdir()
    for name in ("benefits.xlsx", "phone-list.csv", "travel-and-expenses.pdf", "welcome.md", "请假制度.html"):
        shutil.copy(resources() / "sample" / name, HANDBOOK / name)
    (HANDBOOK / "canteen.md").write_text(CANTEEN, encoding="utf-8")
    (HANDBOOK / "canteen again.md").write_text(CANTEEN.replace("noon", "half past eleven"), encoding="utf-8")
    (HANDBOOK / "broken.pdf").write_bytes(b"%PDF-1.7\nand then nothing")
    (HANDBOOK / "plans.zip").write_bytes(b"")
    with zipfile.ZipFile(HANDBOOK / "plans.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("parking.txt", "Parking. Vans stand behind the rope works; two places are for guests.")
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Keys", "office@example.com", "everybody@example.com"
    mail.set_content("The key of the side door hangs in the office.")
    mail.add_attachment("Key 7 opens the store.", filename="keys.txt")
    (HANDBOOK / "keys.eml").write_bytes(mail.as_bytes())
    (RULES / "noise.md").write_text(NOISE, encoding="utf-8")
    (RULES / "fire.txt").write_text("Fire. Leave the hall, meet at the gate, call extension 99.", encoding="utf-8")


async def fill(library: Library) -> None:
    """Do in a library what people do."""
    await library.save_settings(replace(Settings(), theme="dark", top_k=15))
    [handbook] = await library.knowledge_bases()
    await library.add(handbook.id, [HANDBOOK])
    rules = await library.create_knowledge_base("Safety rules", description="What keeps us whole")
    await library.chunking.set(rules.id, Chunking("markdown", chunk_size=128, overlap=0))
    await library.folders.keep(rules.id, RULES)
    await library.folders.sync((await library.folders.list())[0].id)
    await library.folders.finished()
    ids = {one.name.rpartition("/")[2]: one.id for kb in (handbook, rules) for one in await library.documents(kb.id)}
    await describe(library, ids)
    await edit(library, ids)
    await search(library, handbook.id, ids)
    await library.notes.write(handbook.id, "Bicycles", "Bicycles stand in the shed. The pump is in the office.")
    await library.delete_documents([ids["canteen again.md"]])
    old = await library.create_knowledge_base("Old rules")
    await library.add(old.id, [RULES / "fire.txt"])
    await library.delete_knowledge_base(old.id)
    await library.questions.run(handbook.id)
    await library.backups.make()


async def describe(library: Library, ids: dict[str, str]) -> None:
    """Say what documents are about, and that two that are much the same are both wanted."""
    change = Change(add_tags=("travel", "money"), responsible="Bookkeeping", review_by=date(2027, 3, 1))
    await library.facts.change([ids["travel-and-expenses.pdf"], ids["benefits.xlsx"]], change)
    await library.facts.change([ids["welcome.md"]], Change(add_tags=("new here",), description="For the first day"))
    await library.similar.keep_both(ids["canteen.md"], ids["canteen again.md"])


async def edit(library: Library, ids: dict[str, str]) -> None:
    """Act upon passages, one act of each kind."""
    acts = library.curation
    await acts.correct(ids["canteen.md"], 0, "Lunch is at half past twelve. Say by ten o'clock what you do not eat.")
    await acts.annotate(ids["noise.md"], 0, "Asked by the insurer")
    await acts.add(ids["noise.md"], None, "Gloves are never worn at turning machines.")
    await acts.turn_off(ids["phone-list.csv"], [0])
    await acts.split(ids["keys.eml"], 0, 8)
    undone = await acts.annotate(ids["fire.txt"], 0, "Taken back")
    await acts.undo(undone.id)


async def search(library: Library, kb_id: str, ids: dict[str, str]) -> None:
    """Search, keep searches, ask check questions and something that nothing answers."""
    saved = Request((QUERIES[0],), (kb_id,), filters=Filters(tags=("travel",)))
    await library.searches.save("Allowance", saved)
    await library.searches.note(saved)
    nothing = Request(("zeppelin moorings",), (kb_id,), mode="words")
    await library.gaps.note(nothing, await library.find(nothing))
    await library.questions.save(kb_id, Wanted("What is the daily allowance?", ids["travel-and-expenses.pdf"]))
    await library.questions.save(kb_id, Wanted("When is lunch?", ids["canteen.md"], "Lunch is at half past twelve."))


def keep_the_trash(folder: DataFolder) -> None:
    """Date what was deleted late: after thirty days it would leave the trash, and it is to be there in later years."""
    with closing(sqlite3.connect(folder.library_db)) as connection, connection:
        connection.execute("UPDATE deletions SET deleted_at = '2999-01-01T00:00:00+00:00'")


def without_makers(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Leave out what is of no account, and who made it when."""
    if LEFT_OUT & set(Path(member.name).parts):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = LONG_AGO
    return member


async def main() -> None:
    write_files()
    folder = DataFolder(ROOT / "data")
    async with await Library.open(folder) as library:
        await fill(library)
    keep_the_trash(folder)
    async with await Library.open(folder) as library:
        seen = await look(library)
    with tarfile.open(HERE / f"{__version__}.tar.xz", "w:xz", preset=9) as archive:
        archive.add(folder.root, "data", filter=without_makers)
    content = json.dumps(seen, ensure_ascii=False, indent=1, sort_keys=True)
    (HERE / f"{__version__}.json").write_text(content + "\n", encoding="utf-8")
    shutil.rmtree(ROOT)


if __name__ == "__main__":
    asyncio.run(main())
