"""What an open library is made of, and how it finds its feet again after a crash."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from kbdesk.embedding.cache import SQLiteEmbeddingCache
from kbdesk.errors import StoreError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Catalog
from kbdesk.library.concurrency import Turns
from kbdesk.library.curation.curation import Curation
from kbdesk.library.curation.layers import Layers
from kbdesk.library.curation.rows import EditRows
from kbdesk.library.cutting import Cutting
from kbdesk.library.daily import Daily
from kbdesk.library.database import Database
from kbdesk.library.deletions import Deletions
from kbdesk.library.disk import DiskGuard
from kbdesk.library.dispatcher import Dispatcher, FilledBases
from kbdesk.library.documents import Documents
from kbdesk.library.estimates import Rates, RunClock
from kbdesk.library.facts.facts import DocumentFacts
from kbdesk.library.file_reading import FileReading
from kbdesk.library.folder_rows import FolderRows
from kbdesk.library.identity import Identity
from kbdesk.library.ingest import Tools
from kbdesk.library.integrity import Integrity
from kbdesk.library.job_rows import JobRows
from kbdesk.library.jobs import Queue
from kbdesk.library.listing import Listing
from kbdesk.library.models import Models
from kbdesk.library.originals import Originals
from kbdesk.library.packs.packs import Packs
from kbdesk.library.passwords import Passwords
from kbdesk.library.plan import Planner
from kbdesk.library.purge import Purge
from kbdesk.library.rereading import Rereading
from kbdesk.library.returns import Returns
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.search.explaining import Explainer
from kbdesk.library.search.finding import Finder
from kbdesk.library.search.sentences import Sentences
from kbdesk.library.similar import SimilarDocuments
from kbdesk.library.space import DiskSpace
from kbdesk.library.spool import Spool
from kbdesk.library.trash import Trash
from kbdesk.library.trash_rows import TrashRows
from kbdesk.paths import DataFolder
from kbdesk.rag.parsers.legacy import find_libreoffice
from kbdesk.secrets import SecretStore
from kbdesk.workers.pool import WorkerPool

_STOP_S = 2.5


@dataclass(frozen=True)
class Parts:
    """The open parts of a library."""

    folder: DataFolder
    secrets: SecretStore
    catalog: Catalog
    documents: Documents
    models: Models
    bases: OpenBases
    filled_bases: FilledBases
    deletions: Deletions
    rows: JobRows
    queue: Queue
    reading: Rereading
    cutting: Cutting
    trash: Trash
    space: DiskSpace
    planner: Planner
    similar: SimilarDocuments
    listing: Listing
    facts: DocumentFacts
    integrity: Integrity
    folder_rows: FolderRows
    finder: Finder
    explainer: Explainer
    curation: Curation
    sentences: Sentences
    packs: Packs
    database: Database


async def open_parts(
    folder: DataFolder, exits: AsyncExitStack, *, secrets: SecretStore | None, may_write: bool, reserve_bytes: int
) -> Parts:
    """Open the parts of a library.

    Args:
        folder: A prepared data folder.
        exits: Gets what must be closed, in the right order.
        secrets: Where API keys are kept; made and closed here when None.
        may_write: Whether this program holds the folder's lock.
        reserve_bytes: What stays free on the disk.

    Raises:
        StoreError: The library's file cannot be used.
    """
    files = await _open_files(folder, exits, secrets)
    parts = _connect(folder, files, may_write=may_write, reserve_bytes=reserve_bytes)
    exits.push_async_callback(parts.bases.aclose)
    exits.callback(parts.planner.close)
    exits.callback(parts.packs.close)
    await parts.catalog.ensure_default()
    if may_write:
        await _recover(parts)
    exits.push_async_callback(_put_away, parts, may_write=may_write)
    if may_write:
        await exits.enter_async_context(Daily(parts.trash.tidy))
    return parts


@dataclass(frozen=True)
class _Files:
    """What is open until the library closes."""

    database: Database
    secrets: SecretStore
    originals: Originals
    pool: WorkerPool
    cache: SQLiteEmbeddingCache
    passwords: Passwords
    reading: FileReading
    can_convert: bool


async def _open_files(folder: DataFolder, exits: AsyncExitStack, secrets: SecretStore | None) -> _Files:
    database = Database(folder.library_db, MIGRATIONS)
    exits.push_async_callback(database.aclose)
    await database.open()
    if secrets is None:
        secrets = SecretStore()
        exits.callback(secrets.close)
    originals = Originals(folder.originals)
    exits.callback(originals.close)
    pool = await exits.enter_async_context(WorkerPool())
    can_convert = await asyncio.to_thread(find_libreoffice) is not None
    passwords = Passwords(secrets)
    reading = FileReading(pool, passwords, Spool(folder.spool))
    exits.callback(reading.close)
    return _Files(
        database=database,
        secrets=secrets,
        originals=originals,
        pool=pool,
        cache=SQLiteEmbeddingCache(folder.embeddings_db),
        passwords=passwords,
        reading=reading,
        can_convert=can_convert,
    )


@dataclass(frozen=True)
class _Core:
    """What most parts are made of."""

    database: Database
    originals: Originals
    committing: Turns
    catalog: Catalog
    documents: Documents
    models: Models
    bases: OpenBases
    rows: JobRows


def _core(folder: DataFolder, files: _Files, *, may_write: bool) -> _Core:
    catalog, documents = Catalog(files.database), Documents(files.database, folder.originals)
    models = Models(folder, pool=files.pool, secrets=files.secrets, cache=files.cache)
    return _Core(
        database=files.database,
        originals=files.originals,
        committing=Turns(),
        catalog=catalog,
        documents=documents,
        models=models,
        bases=OpenBases(folder, catalog=catalog, documents=documents, models=models, may_write=may_write),
        rows=JobRows(files.database, documents),
    )


def _connect(folder: DataFolder, files: _Files, *, may_write: bool, reserve_bytes: int) -> Parts:
    core = _core(folder, files, may_write=may_write)
    database, catalog, documents, bases = core.database, core.catalog, core.documents, core.bases
    clock = RunClock(Rates(database), time.monotonic)
    filled_bases = FilledBases(bases, clock)
    disk = DiskGuard(folder.root, reserve_bytes)
    trash_rows = TrashRows(database, documents)
    deletions = _deletions(core, trash_rows)
    tools = _tools(folder, files, core, deletions)
    queue = Queue(tools, filled_bases, disk, Dispatcher(tools, filled_bases, disk, clock))
    purge = Purge(database, folder, bases=bases, committing=core.committing)
    trash = Trash(trash_rows, deletions, purge, documents=documents, originals=core.originals)
    finder = Finder(database, catalog=catalog, documents=documents, bases=bases)
    return Parts(
        folder=folder,
        secrets=files.secrets,
        catalog=catalog,
        documents=documents,
        models=core.models,
        bases=bases,
        filled_bases=filled_bases,
        deletions=deletions,
        rows=core.rows,
        queue=queue,
        reading=Rereading(
            catalog=catalog,
            documents=documents,
            bases=bases,
            queue=queue,
            pool=files.pool,
            passwords=files.passwords,
            can_convert=files.can_convert,
        ),
        cutting=Cutting(database, catalog=catalog, bases=bases, rows=core.rows, queue=queue, files=files.reading),
        trash=trash,
        space=DiskSpace(folder, database, rows=trash_rows, trash=trash, bases=bases, cache=files.cache),
        planner=Planner(database, catalog),
        similar=SimilarDocuments(database, catalog=catalog, documents=documents, bases=bases),
        listing=Listing(database, documents),
        facts=DocumentFacts(database, documents, queue.watchers),
        folder_rows=FolderRows(database),
        finder=finder,
        explainer=Explainer(database, finder, catalog=catalog, documents=documents, bases=bases),
        sentences=Sentences(catalog, bases),
        curation=_curation(core, queue),
        packs=_packs(folder, core, queue=queue, disk=disk),
        database=database,
        integrity=_integrity(folder, core, deletions),
    )


def _deletions(core: _Core, rows: TrashRows) -> Deletions:
    return Deletions(
        catalog=core.catalog,
        documents=core.documents,
        rows=rows,
        returns=Returns(core.database, core.documents),
        bases=core.bases,
        committing=core.committing,
    )


def _curation(core: _Core, queue: Queue) -> Curation:
    return Curation(
        EditRows(core.database, core.documents),
        catalog=core.catalog,
        bases=core.bases,
        committing=core.committing,
        tell=queue.watchers.change,
    )


def _packs(folder: DataFolder, core: _Core, *, queue: Queue, disk: DiskGuard) -> Packs:
    return Packs(
        folder,
        core.database,
        catalog=core.catalog,
        documents=core.documents,
        originals=core.originals,
        queue=queue,
        disk=disk,
    )


def _tools(folder: DataFolder, files: _Files, core: _Core, deletions: Deletions) -> Tools:
    return Tools(
        documents=core.documents,
        rows=core.rows,
        identity=Identity(core.database, core.documents),
        originals=core.originals,
        files=files.reading,
        edits=Layers(EditRows(core.database, core.documents)),
        committing=core.committing,
        spool=Spool(folder.spool),
        trash=deletions.delete_those_left,
    )


def _integrity(folder: DataFolder, core: _Core, deletions: Deletions) -> Integrity:
    return Integrity(
        folder,
        core.database,
        catalog=core.catalog,
        documents=core.documents,
        originals=core.originals,
        bases=core.bases,
        deletions=deletions,
        committing=core.committing,
        session=core.rows.session,
    )


async def _recover(parts: Parts) -> None:
    """Clear away what a writer that died left behind."""
    was_clean = await parts.catalog.sign_on()
    await Spool(parts.folder.spool).clear()
    await parts.rows.recover()
    if was_clean:
        return
    for base in await parts.catalog.bases():
        # A store elsewhere is slow to open and may be away: it is checked when it is first used.
        if base.to_check and base.info.store == "this-computer":
            with suppress(StoreError):  # whoever uses it is told
                await parts.bases.store(base)


async def _put_away(parts: Parts, *, may_write: bool) -> None:
    """Stop the work; note that all ended well, unless some work did not end in time."""
    if not await parts.queue.aclose(_STOP_S) or not may_write:
        return
    if parts.queue.has_worked:  # replaced versions leave copies behind
        await parts.trash.sweep()
    await parts.catalog.sign_off()
