"""How large a file may be, in one place. Beyond, its outcome is "limit", with a sentence that says what to do.

Each number lies far above what people write, and low enough that a file within it is read in the 2 GiB that a worker
process may take; `kbdesk.workers.process.Limits` has that number and the times.
"""

from __future__ import annotations

MAX_FILE_BYTES = 512 << 20
"""Any file: all of it is read into memory, and libraries hold a second copy."""

MAX_TEXT_FILE_BYTES = 64 << 20
"""Text, web pages, tables, e-mails: they take ten times their size in memory while they are read."""

MAX_PDF_PAGES = 20_000
"""Four times the largest manuals. So many pages of text take 400 MB and half a minute, and make 40,000 passages."""

MAX_PARTS = 10_000
"""Of an Office file or an e-book. A presentation of 1,000 slides has about 5,000."""

MAX_UNPACKED_BYTES = 4 << 30
"""All parts of an Office file or an e-book together; pictures and films are never unpacked all at once."""

MAX_XML_BYTES = 512 << 20
"""All XML parts together; a table of a million rows and twenty columns has about this size."""

MAX_TREE_BYTES = 100 << 20
"""One XML part that is read into a tree; the tree takes about ten times as much memory."""

MAX_RATIO = 200
"""Unpacked to packed. Real Office files stay below 50; only a bomb above `RATIO_MATTERS_BYTES` is worth refusing."""

RATIO_MATTERS_BYTES = 100 << 20

MAX_SHEET_AREA = 40_000_000
"""Cells that a sheet may span, blank ones included: calamine keeps 24 bytes for each."""

MAX_SHEET_COLUMNS = 16_384
"""What Excel and LibreOffice can show."""

MAX_REPEATED_CELLS = 2_000_000
"""Cells with something in them of an OpenDocument sheet, of which one element can stand for billions."""

MAX_PIXELS = 80_000_000
"""Of a picture; a sheet of A2 at 300 dots per inch has 35 million. In colour it takes 240 MB until it is smaller."""

MAX_PICTURE_PAGES = 200
"""Of a TIFF file: each page is kept as a picture. Later pages are left out, which a warning says."""

MAX_PICTURE_BYTES = 32 << 20
"""A picture inside a document; a larger one is left out."""

MAX_PICTURES_BYTES = 128 << 20
"""All pictures that are kept of one document; later ones are left out. They are passed on as text, a third larger."""

MAX_OCR_PICTURES = 200
"""Pictures inside one document whose text is read; each takes about half a second."""

MAX_RTF_DEPTH = 5_000
"""Groups inside each other. Real files stay below 50."""

MAX_HTML_DEPTH = 5_000
"""Elements inside each other: more take time in the square of it. Real pages stay below 100."""

MAX_ATTACHMENTS = 5_000
"""Files inside a message, a PDF or an archive; more is a collection that a person unpacks and looks through first."""

MAX_ATTACHED_BYTES = 256 << 20
"""Of all files inside one file together; they go from a worker process to the program, which takes three copies."""

MAX_OLD_ENCRYPTED_BYTES = 16 << 20
"""Of all files in an archive in the old encryption of ZIP: opening it takes a second or two for each megabyte."""

MAX_DEPTH = 3
"""Files inside each other: an archive in an archive in an archive is opened, one inside of that is not."""

MAX_PACK_DOCUMENTS = 100_000
"""Of a knowledge base as a file. They go to the disk one by one, so that its free space bounds their size."""

MAX_PACK_SAID_BYTES = 64 << 20
"""All that such a file says of its documents: three times what so many need. It takes ten times as much in memory."""

MAX_PACK_LINE_BYTES = 16 << 20
"""Of that, what is said of one document, or of the whole: it is read at once, into twenty times as much memory."""
