"""The tables of library.sqlite3. A released step is never edited; a change is a new step at the end."""

from __future__ import annotations

_NAMES = "folded_name = folded(new.name), sort_name = natural_key(new.name)"
_STATUS = """status = CASE new.state
    WHEN 'failed' THEN '1 ' || new.outcome
    WHEN 'stopped' THEN '2'
    WHEN 'paused' THEN '3'
    WHEN 'reading' THEN '4'
    WHEN 'embedding' THEN '5'
    WHEN 'queued' THEN '6'
    ELSE iif(new.warnings = '[]', '8', '7')
END"""

_LAST = chr(0x10FFFF)  # sorts behind every name: documents without one come last
# A tag stands between two unit separators (31), which are in no text of a person's, so that it is found as a whole.
_FACTS = f"""
    folded_facts = folded(trim(
        coalesce((SELECT group_concat(char(31) || value || char(31), '') FROM json_each(new.tags)), '')
        || new.responsible || char(10) || new.description, char(10))),
    sort_tags = coalesce((SELECT group_concat(natural_key(value), char(31)) FROM json_each(new.tags)), '{_LAST}'),
    sort_responsible = iif(new.responsible = '', '{_LAST}', natural_key(new.responsible)),
    sort_review_by = iif(new.review_by = '', '{_LAST}', new.review_by)
"""  # noqa: S608

# With an end, so that any two characters have a third behind them.
_WORDS = "{0}.number, {0}.folded_name || char(10), {0}.folded_facts || char(10)"
_FORGET_WORDS = f"""
    INSERT INTO document_words (document_words, rowid, name, facts) VALUES ('delete', {_WORDS.format("old")})
"""  # noqa: S608

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # `deletion_id` on a row: it is in the trash. `clean` is 0 while a writer has the library open: found at the
        # next open, it tells of a crash.
        "CREATE TABLE library (clean INTEGER NOT NULL)",
        "INSERT INTO library (clean) VALUES (1)",
        """CREATE TABLE deletions (
            id TEXT PRIMARY KEY,
            deleted_at TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE knowledge_bases (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            folded_name TEXT NOT NULL,
            description TEXT NOT NULL,
            store TEXT NOT NULL,
            store_path BLOB,
            embedding TEXT NOT NULL DEFAULT '',
            choice TEXT NOT NULL DEFAULT '',
            chunker TEXT NOT NULL DEFAULT '',
            to_check INTEGER NOT NULL DEFAULT 0,
            created_at TEXT NOT NULL,
            deletion_id TEXT REFERENCES deletions (id)
        ) STRICT""",
        "CREATE UNIQUE INDEX knowledge_base_names ON knowledge_bases (folded_name) WHERE deletion_id IS NULL",
        # `sha256` and `original` are of the content that answers searches, `new_sha256` and `new_original` of the
        # content that is being taken in.
        """CREATE TABLE documents (
            id TEXT PRIMARY KEY,
            knowledge_base_id TEXT NOT NULL REFERENCES knowledge_bases (id),
            name TEXT NOT NULL,
            path BLOB NOT NULL,
            kind TEXT NOT NULL DEFAULT '',
            media_type TEXT NOT NULL DEFAULT '',
            size_bytes INTEGER NOT NULL,
            state TEXT NOT NULL,
            outcome TEXT NOT NULL DEFAULT '',
            message TEXT,
            warnings TEXT NOT NULL DEFAULT '[]',
            reader TEXT NOT NULL DEFAULT '',
            passage_count INTEGER NOT NULL DEFAULT 0,
            added_at TEXT NOT NULL,
            sha256 TEXT NOT NULL DEFAULT '',
            original TEXT NOT NULL DEFAULT '',
            new_sha256 TEXT NOT NULL DEFAULT '',
            new_original TEXT NOT NULL DEFAULT '',
            deletion_id TEXT REFERENCES deletions (id)
        ) STRICT""",
        # With all that the counts of a knowledge base are made of: they are asked for again and again.
        "CREATE INDEX documents_of ON documents (knowledge_base_id, deletion_id, passage_count)",
        "CREATE INDEX document_paths ON documents (path, knowledge_base_id)",
        "CREATE INDEX document_contents ON documents (sha256, knowledge_base_id)",
        "CREATE INDEX document_new_contents ON documents (new_sha256, knowledge_base_id)",
        "CREATE INDEX document_deletions ON documents (deletion_id) WHERE deletion_id IS NOT NULL",
        """CREATE TABLE trash_passages (
            document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
            chunk_index INTEGER NOT NULL,
            chunk TEXT NOT NULL,
            vector BLOB NOT NULL,
            PRIMARY KEY (document_id, chunk_index)
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        # `position`: the order of work. `owner`: the session of the program that works on the row, "" when nobody does.
        # `crashes`: how often a program died while it worked on it. `modified_ns`: of the file, when it was taken in.
        "ALTER TABLE documents ADD COLUMN position REAL NOT NULL DEFAULT 0",
        "ALTER TABLE documents ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE documents ADD COLUMN modified_ns INTEGER NOT NULL DEFAULT 0",
        "UPDATE documents SET position = rowid",
        "CREATE INDEX document_queue ON documents (state, position)",
        # `purging`: it is being deleted for good, which a program that died has not finished. `trash_bytes`: what the
        # passages of a document take up in `trash_passages`.
        "ALTER TABLE deletions ADD COLUMN purging INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE documents ADD COLUMN trash_bytes INTEGER NOT NULL DEFAULT 0",
        # How fast models really were on this computer, for estimates.
        "CREATE TABLE rates (model TEXT PRIMARY KEY, passages_per_s REAL NOT NULL) STRICT, WITHOUT ROWID",
        # A sample of what documents say, by which those that say much the same are found; it can be made anew. No row
        # of `sketches`: not made yet.
        """CREATE TABLE sketches (
            number INTEGER PRIMARY KEY,
            document_id TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE
        ) STRICT""",
        """CREATE TABLE sketch_marks (
            mark INTEGER NOT NULL,
            number INTEGER NOT NULL REFERENCES sketches (number) ON DELETE CASCADE,
            PRIMARY KEY (mark, number)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX sketch_numbers ON sketch_marks (number)",
        # Similar documents that a person wants to have both of: not pointed out again. `first` < `second`.
        """CREATE TABLE kept_both (
            first TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
            second TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
            PRIMARY KEY (first, second)
        ) STRICT, WITHOUT ROWID""",
        # Folders that are kept in sync. `state` and `remarks`: what the last look found.
        """CREATE TABLE folders (
            id TEXT PRIMARY KEY,
            knowledge_base_id TEXT NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            added_at TEXT NOT NULL,
            last_look TEXT,
            state TEXT NOT NULL DEFAULT 'new',
            remarks TEXT NOT NULL DEFAULT '[]',
            UNIQUE (knowledge_base_id, path)
        ) STRICT""",
        # The files in them when they were last looked at, and the document each became; '': a person took it out, so it
        # stays out whatever becomes of the file.
        """CREATE TABLE folder_files (
            folder_id TEXT NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            size_bytes INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            document_id TEXT NOT NULL,
            PRIMARY KEY (folder_id, path)
        ) STRICT, WITHOUT ROWID""",
        # What lists of documents are filtered and sorted by; triggers keep it true. `status` is the state with what
        # tells it apart on the screen, so that what wants a person's attention sorts first: see `listing.Status`.
        "ALTER TABLE documents ADD COLUMN folded_name TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN sort_name TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN status TEXT NOT NULL DEFAULT ''",
        *(
            f"""CREATE TRIGGER document_{event} AFTER {when} ON documents BEGIN
                UPDATE documents SET {values} WHERE rowid = new.rowid;
            END"""  # noqa: S608
            for event, when, values in (
                ("added", "INSERT", f"{_NAMES}, {_STATUS}"),
                ("named", "UPDATE OF name", _NAMES),
                ("changed", "UPDATE OF state, outcome, warnings", _STATUS),
            )
        ),
        "UPDATE documents SET name = name, state = state",
        # Each order has all that its ids are listed from; the one by name also all that a filter looks at.
        "CREATE INDEX documents_by_name ON documents"
        " (knowledge_base_id, deletion_id, sort_name, id, folded_name, kind, status)",
        "CREATE INDEX documents_by_kind ON documents (knowledge_base_id, deletion_id, kind, sort_name, id)",
        "CREATE INDEX documents_by_status ON documents (knowledge_base_id, deletion_id, status, sort_name, id)",
        "CREATE INDEX documents_by_passages ON documents"
        " (knowledge_base_id, deletion_id, passage_count, sort_name, id)",
        "CREATE INDEX documents_by_size ON documents (knowledge_base_id, deletion_id, size_bytes, sort_name, id)",
        "CREATE INDEX documents_by_age ON documents (knowledge_base_id, deletion_id, added_at, sort_name, id)",
    ),
    (
        # `parent_id`: the document it came with, as its attachment or as a file of its archive. `depth`: inside of how
        # many files. `pages`: how each page was read, a letter each (`PageState`). `ocr_pages`: pages whose text is to
        # be read from their picture, as a person wants it. `may_convert`: a person wants another program to turn it
        # into a file that can be read. `cut_with`: fingerprint of what cut it into its passages.
        "ALTER TABLE documents ADD COLUMN parent_id TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN depth INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE documents ADD COLUMN pages TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN ocr_pages TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN cut_with TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN may_convert INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX document_parents ON documents (parent_id) WHERE parent_id != ''",
        # What a list of them is filtered by: see `listing.Remark`.
        "CREATE INDEX documents_read_by_ocr ON documents (knowledge_base_id, deletion_id) WHERE instr(pages, 'o')",
        "CREATE INDEX documents_with_gaps ON documents (knowledge_base_id, deletion_id) WHERE pages GLOB '*[pgx]*'",
        # Whatever moves or renames a document does so with those that came with it, as if it were their folder; they
        # stand for themselves when it is deleted for good without them.
        """CREATE TRIGGER document_moved AFTER UPDATE OF name, path ON documents
            WHEN new.name != old.name OR new.path != old.path BEGIN
            UPDATE documents SET
                name = iif(substr(name, 1, length(old.name)) = old.name,
                    new.name || substr(name, length(old.name) + 1), name),
                path = iif(substr(path, 1, length(old.path)) = old.path,
                    CAST(new.path || substr(path, length(old.path) + 1) AS BLOB), path)
            WHERE parent_id = new.id AND parent_id != '';
        END""",
        """CREATE TRIGGER document_gone AFTER DELETE ON documents BEGIN
            UPDATE documents SET parent_id = '' WHERE parent_id = old.id AND parent_id != '';
        END""",
        # The files inside documents. `is_new`: of the content that is being taken in; once that answers, they take the
        # place of the others. `child_id`: the document it became, which may be gone: a person took it out, so it stays
        # out; '': another document has its content.
        """CREATE TABLE files_inside (
            document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
            is_new INTEGER NOT NULL,
            name TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            original TEXT NOT NULL,
            size_bytes INTEGER NOT NULL,
            child_id TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (document_id, is_new, name)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX inside_originals ON files_inside (original) WHERE original != ''",
        "CREATE INDEX inside_children ON files_inside (child_id, document_id)",
        "CREATE INDEX inside_others ON files_inside (sha256) WHERE child_id = ''",
        # `chunking`: how the documents of a knowledge base are to be cut, JSON; "": as always.
        "ALTER TABLE knowledge_bases ADD COLUMN chunking TEXT NOT NULL DEFAULT ''",
    ),
    (
        # What people say of a document: JSON list of tags, who looks after it, ISO date or "", what it is for.
        "ALTER TABLE documents ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE documents ADD COLUMN responsible TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN review_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE documents ADD COLUMN description TEXT NOT NULL DEFAULT ''",
        # `edits` grows with every change to the edits of a document; `applied_edits`: the number its passages in the
        # store were made with. Where they differ, it is read again.
        "ALTER TABLE documents ADD COLUMN edits INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE documents ADD COLUMN applied_edits INTEGER NOT NULL DEFAULT 0",
        # The last searches, the newest with the largest id; and those under a name.
        """CREATE TABLE searches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            request TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE saved_searches (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            folded_name TEXT NOT NULL UNIQUE,
            request TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""",
        # Questions that found nothing good. `kb_id`: the knowledge base that was asked; "": several or all.
        """CREATE TABLE gaps (
            id TEXT PRIMARY KEY,
            query TEXT NOT NULL,
            folded_query TEXT NOT NULL,
            kb_id TEXT NOT NULL,
            count INTEGER NOT NULL,
            first_at TEXT NOT NULL,
            last_at TEXT NOT NULL,
            UNIQUE (folded_query, kb_id)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TRIGGER knowledge_base_gone AFTER DELETE ON knowledge_bases BEGIN
            DELETE FROM gaps WHERE kb_id = old.id;
        END""",
        # Check questions. `document_id` may be gone: a document of that name then takes its place. The quote goes with
        # the document that is deleted for good, of which nothing is to be left.
        """CREATE TABLE questions (
            id TEXT PRIMARY KEY,
            knowledge_base_id TEXT NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
            query TEXT NOT NULL,
            document_id TEXT NOT NULL,
            document_name TEXT NOT NULL,
            quote TEXT NOT NULL,
            first INTEGER NOT NULL,
            mode TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX questions_of ON questions (knowledge_base_id)",
        "CREATE INDEX question_documents ON questions (document_id, query)",
        """CREATE TRIGGER expected_document_gone AFTER DELETE ON documents BEGIN
            UPDATE questions SET quote = '' WHERE document_id = old.id;
        END""",
        """CREATE TRIGGER expected_document_named AFTER UPDATE OF name ON documents WHEN new.name != old.name BEGIN
            UPDATE questions SET document_name = new.name WHERE document_id = new.id;
        END""",
        # The last runs, the newest with the largest id. `documents`, `questions`, `search`: fingerprints of what the
        # results rest on.
        """CREATE TABLE question_runs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            knowledge_base_id TEXT NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
            ran_at TEXT NOT NULL,
            cause TEXT NOT NULL,
            documents TEXT NOT NULL,
            questions TEXT NOT NULL,
            search TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX question_runs_of ON question_runs (knowledge_base_id)",
        # Results stay when their question is deleted, which can be undone. `position` or NULL: where the passage was.
        """CREATE TABLE question_results (
            run_id INTEGER NOT NULL REFERENCES question_runs (id) ON DELETE CASCADE,
            question_id TEXT NOT NULL,
            reason TEXT NOT NULL,
            position INTEGER,
            is_weak INTEGER NOT NULL,
            instead_id TEXT NOT NULL,
            problem TEXT,
            PRIMARY KEY (run_id, question_id)
        ) STRICT, WITHOUT ROWID""",
        # What lists are filtered and sorted by of what people say; triggers keep it true. `folded_facts`: "" where
        # nothing is said. `number`: stays the same as long as there is the row, unlike its rowid.
        "ALTER TABLE documents ADD COLUMN folded_facts TEXT NOT NULL DEFAULT ''",
        *(
            f"ALTER TABLE documents ADD COLUMN {column} TEXT NOT NULL DEFAULT '{_LAST}'"
            for column in ("sort_tags", "sort_responsible", "sort_review_by")
        ),
        "ALTER TABLE documents ADD COLUMN number INTEGER NOT NULL DEFAULT 0",
        "UPDATE documents SET number = rowid",
        "CREATE UNIQUE INDEX document_numbers ON documents (number)",
        # Which three characters follow each other in names and facts: what a filter that finds little is answered from.
        """CREATE VIRTUAL TABLE document_words USING fts5(
            name, facts, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
        )""",
        f"INSERT INTO document_words (rowid, name, facts) SELECT {_WORDS.format('documents')} FROM documents",  # noqa: S608
        "CREATE VIRTUAL TABLE document_trigrams USING fts5vocab('document_words', 'row')",
        "DROP TRIGGER document_added",
        f"""CREATE TRIGGER document_added AFTER INSERT ON documents BEGIN
            UPDATE documents SET number = (SELECT max(number) + 1 FROM documents), {_NAMES}, {_STATUS}, {_FACTS}
                WHERE rowid = new.rowid;
            INSERT INTO document_words (rowid, name, facts)
                SELECT {_WORDS.format("documents")} FROM documents WHERE rowid = new.rowid;
        END""",  # noqa: S608
        f"""CREATE TRIGGER document_described
            AFTER UPDATE OF tags, responsible, review_by, description ON documents BEGIN
            UPDATE documents SET {_FACTS} WHERE rowid = new.rowid;
        END""",  # noqa: S608
        f"""CREATE TRIGGER document_words_changed AFTER UPDATE OF folded_name, folded_facts ON documents
            WHEN old.number > 0 AND (new.folded_name != old.folded_name OR new.folded_facts != old.folded_facts) BEGIN
            {_FORGET_WORDS};
            INSERT INTO document_words (rowid, name, facts) VALUES ({_WORDS.format("new")});
        END""",  # noqa: S608
        f"CREATE TRIGGER document_words_gone AFTER DELETE ON documents BEGIN {_FORGET_WORDS}; END",
        # The order by name has all that a filter looks at.
        "DROP INDEX documents_by_name",
        "CREATE INDEX documents_by_name ON documents"
        " (knowledge_base_id, deletion_id, sort_name, id, folded_name, kind, status, folded_facts)",
        "CREATE INDEX documents_by_tags ON documents (knowledge_base_id, deletion_id, sort_tags, sort_name, id)",
        "CREATE INDEX documents_by_responsible ON documents"
        " (knowledge_base_id, deletion_id, sort_responsible, sort_name, id)",
        "CREATE INDEX documents_by_review ON documents (knowledge_base_id, deletion_id, sort_review_by, sort_name, id)",
        # What tags and owners are counted from.
        "CREATE INDEX documents_with_tags ON documents (knowledge_base_id, deletion_id, tags) WHERE tags != '[]'",
        "CREATE INDEX documents_with_responsible ON documents (knowledge_base_id, deletion_id, responsible)"
        " WHERE responsible != ''",
        # What people want of passages, JSON (`curation.pins`). `trouble`: why it is not, or not surely, where it
        # belongs, "" where it is.
        """CREATE TABLE edits (
            id TEXT PRIMARY KEY,
            document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
            position REAL NOT NULL,
            pin TEXT NOT NULL,
            trouble TEXT NOT NULL DEFAULT ''
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX edits_of ON edits (document_id, position)",
        "CREATE INDEX edits_in_trouble ON edits (document_id) WHERE trouble != ''",
        # The last acts upon passages, the newest with the largest number: the edits they took away, and those they
        # brought.
        """CREATE TABLE edit_acts (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
            label TEXT NOT NULL,
            chunk_index INTEGER NOT NULL,
            before TEXT NOT NULL,
            after TEXT NOT NULL,
            is_undone INTEGER NOT NULL DEFAULT 0
        ) STRICT""",
        "CREATE INDEX edit_acts_of ON edit_acts (document_id, number)",
        # The passages of documents with edits as they would be without, without pictures, compressed.
        """CREATE TABLE unedited (
            document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
            chunks BLOB NOT NULL
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        # What a document was before it was queued again, JSON (`before`); "": it is new, or nothing is left of that.
        "ALTER TABLE documents ADD COLUMN before TEXT NOT NULL DEFAULT ''",
    ),
)
