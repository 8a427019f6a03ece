"""A knowledge base as one file (.kbpack), which another kbdesk takes in.

It is a ZIP archive that any program opens:

    documents/...   the copies of the documents, in folders, under their own names as far as every system takes them
    kbdesk.json     the knowledge base: see `manifest.Manifest`
    documents.jsonl what is said of each document, a line each: see `manifest.DocumentItem`

What a person did goes along: tags, owners, review days and descriptions, edits of passages and notes on them, pages
that are to be read by OCR, files inside documents that were taken out, check questions, the way of cutting. What can be
made anew does not: the receiver's kbdesk reads the documents, with the receiver's own model. Nor does what is about one
computer or one person: where files were, folders kept in sync (their documents become plain ones), passwords and keys,
the trash, the history behind Undo, runs of check questions, and leave to open a file with LibreOffice.
"""
