<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Adding</name>
    <message numerus="yes">
        <source>%n file(s) were left out: they are only in the cloud.</source>
        <translation>
            <numerusform>%n file was left out: it is only in the cloud.</numerusform>
            <numerusform>%n files were left out: they are only in the cloud.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the files are already here.</source>
        <translation>
            <numerusform>%n of the files is already here.</numerusform>
            <numerusform>%n of the files are already here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the files are in the trash.</source>
        <translation>
            <numerusform>%n of the files is in the trash.</numerusform>
            <numerusform>%n of the files are in the trash.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved or renamed</source>
        <translation>
            <numerusform>%n moved or renamed</numerusform>
            <numerusform>%n moved or renamed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message numerus="yes">
        <source>%n difference(s).</source>
        <translation>
            <numerusform>%n difference.</numerusform>
            <numerusform>%n differences.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s) are the same.</source>
        <translation>
            <numerusform>%n sentence is the same.</numerusform>
            <numerusform>%n sentences are the same.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Conflicts</name>
    <message numerus="yes">
        <source>%n file(s) have the name of a document, but different content.</source>
        <translation>
            <numerusform>%n file has the name of a document, but different content.</numerusform>
            <numerusform>%n files have the name of a document, but different content.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConflictsButton</name>
    <message numerus="yes">
        <source>%n change(s) no longer fit…</source>
        <translation>
            <numerusform>%n change no longer fits…</numerusform>
            <numerusform>%n changes no longer fit…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Cuts</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) will be cut again; until then they are found as before.</source>
        <translation>
            <numerusform>%n document will be cut again; until then it is found as before.</numerusform>
            <numerusform>%n documents will be cut again; until then they are found as before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them repeated</source>
        <translation>
            <numerusform>%n of them repeated</numerusform>
            <numerusform>%n of them repeated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s), {average} characters on average</source>
        <translation>
            <numerusform>%n passage, {average} characters</numerusform>
            <numerusform>%n passages, {average} characters on average</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) selected</source>
        <translation>
            <numerusform>%n document selected</numerusform>
            <numerusform>%n documents selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{shown} of %n document(s)</source>
        <translation>
            <numerusform>{shown} of %n document</numerusform>
            <numerusform>{shown} of %n documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %n file(s) and folder(s) to {knowledge_base}</source>
        <translation>
            <numerusform>Add %n file or folder to {knowledge_base}</numerusform>
            <numerusform>Add %n files and folders to {knowledge_base}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n file(s) to {knowledge_base}</source>
        <translation>
            <numerusform>Add %n file to {knowledge_base}</numerusform>
            <numerusform>Add %n files to {knowledge_base}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Due</name>
    <message numerus="yes">
        <source>%n document(s) due for review</source>
        <translation>
            <numerusform>%n document due for review</numerusform>
            <numerusform>%n documents due for review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) due for review in “{name}”</source>
        <translation>
            <numerusform>%n document due for review in “{name}”</numerusform>
            <numerusform>%n documents due for review in “{name}”</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditConflicts</name>
    <message numerus="yes">
        <source>%n change(s) of yours no longer fit what the file says.</source>
        <translation>
            <numerusform>%n change of yours no longer fits what the file says.</numerusform>
            <numerusform>%n changes of yours no longer fit what the files say.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message numerus="yes">
        <source>%n change(s) to the passages of “{name}”.</source>
        <translation>
            <numerusform>%n change to the passages of “{name}”.</numerusform>
            <numerusform>%n changes to the passages of “{name}”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderDrop</name>
    <message numerus="yes">
        <source>%n folder(s)</source>
        <translation>
            <numerusform>%n folder</numerusform>
            <numerusform>%n folders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message numerus="yes">
        <source>%n hour(s) ago</source>
        <translation>
            <numerusform>%n hour ago</numerusform>
            <numerusform>%n hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In sync, %n document(s), looked at {ago}</source>
        <translation>
            <numerusform>In sync, %n document, looked at {ago}</numerusform>
            <numerusform>In sync, %n documents, looked at {ago}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Gaps</name>
    <message numerus="yes">
        <source>%n question(s) are answered by now.</source>
        <translation>
            <numerusform>%n question is answered by now.</numerusform>
            <numerusform>%n questions are answered by now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) found nothing good, those asked most often first.</source>
        <translation>
            <numerusform>%n question found nothing good.</numerusform>
            <numerusform>%n questions found nothing good, those asked most often first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Health</name>
    <message numerus="yes">
        <source>%n page(s) are being read by OCR…</source>
        <translation>
            <numerusform>%n page is being read by OCR…</numerusform>
            <numerusform>%n pages are being read by OCR…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) were read by OCR.</source>
        <translation>
            <numerusform>%n page was read by OCR.</numerusform>
            <numerusform>%n pages were read by OCR.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Hits</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{document}, %n passage(s), folded</source>
        <translation>
            <numerusform>{document}, %n passage, folded</numerusform>
            <numerusform>{document}, %n passages, folded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{document}, %n passage(s), shown</source>
        <translation>
            <numerusform>{document}, %n passage, shown</numerusform>
            <numerusform>{document}, %n passages, shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KnowledgeBases</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message numerus="yes">
        <source>%n need(s) you</source>
        <translation>
            <numerusform>%n needs you</numerusform>
            <numerusform>%n need you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ready</source>
        <translation>
            <numerusform>%n ready</numerusform>
            <numerusform>%n ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n file(s) are done</source>
        <translation>
            <numerusform>%n file is done</numerusform>
            <numerusform>All %n files are done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n file(s) are done and ready.</source>
        <translation>
            <numerusform>%n file is done and ready.</numerusform>
            <numerusform>All %n files are done and ready.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pack</name>
    <message numerus="yes">
        <source>%n document(s) are not in it, since kbdesk has no copy of their files. Use Try again on them, then export again.</source>
        <translation>
            <numerusform>%n document is not in it, since kbdesk has no copy of its file. Use Try again on it, then export again.</numerusform>
            <numerusform>%n documents are not in it, since kbdesk has no copy of their files. Use Try again on them, then export again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add the knowledge base “{name}” with %n document(s)?</source>
        <translation>
            <numerusform>Add the knowledge base “{name}” with %n document?</numerusform>
            <numerusform>Add the knowledge base “{name}” with %n documents?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{file}” holds %n document(s), {size}.</source>
        <translation>
            <numerusform>“{file}” holds %n document, {size}.</numerusform>
            <numerusform>“{file}” holds %n documents, {size}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message numerus="yes">
        <source>%n page(s) are blank.</source>
        <translation>
            <numerusform>%n page is blank.</numerusform>
            <numerusform>%n pages are blank.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s), as its headings divide it.</source>
        <translation>
            <numerusform>%n part, as its headings divide it.</numerusform>
            <numerusform>%n parts, as its headings divide it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sheet(s) are blank.</source>
        <translation>
            <numerusform>%n sheet is blank.</numerusform>
            <numerusform>%n sheets are blank.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slide(s) are blank.</source>
        <translation>
            <numerusform>%n slide is blank.</numerusform>
            <numerusform>%n slides are blank.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Text was read from {read} of %n page(s) ({percent} %).</source>
        <translation>
            <numerusform>Text was read from {read} of %n page ({percent} %).</numerusform>
            <numerusform>Text was read from {read} of %n pages ({percent} %).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Text was read from {read} of %n sheet(s) ({percent} %).</source>
        <translation>
            <numerusform>Text was read from {read} of %n sheet ({percent} %).</numerusform>
            <numerusform>Text was read from {read} of %n sheets ({percent} %).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Text was read from {read} of %n slide(s) ({percent} %).</source>
        <translation>
            <numerusform>Text was read from {read} of %n slide ({percent} %).</numerusform>
            <numerusform>Text was read from {read} of %n slides ({percent} %).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PassageView</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PassagesPane</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Password</name>
    <message numerus="yes">
        <source>%n file(s) are protected by a password.</source>
        <translation>
            <numerusform>%n file is protected by a password.</numerusform>
            <numerusform>%n files are protected by a password.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The &amp;same for all %n file(s)</source>
        <translation>
            <numerusform>The &amp;same for %n file</numerusform>
            <numerusform>The &amp;same for all %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This password does not open %n of the files.</source>
        <translation>
            <numerusform>This password does not open %n of the files.</numerusform>
            <numerusform>This password does not open %n of the files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{names}” and %n more are protected by a password.</source>
        <translation>
            <numerusform>“{names}” and %n more are protected by a password.</numerusform>
            <numerusform>“{names}” and %n more are protected by a password.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Plan</name>
    <message numerus="yes">
        <source>%n changed file(s), in place of the older version</source>
        <translation>
            <numerusform>%n changed file, in place of the older version</numerusform>
            <numerusform>%n changed files, in place of the older version</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) already here</source>
        <translation>
            <numerusform>%n file already here</numerusform>
            <numerusform>%n files already here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in the trash, from where they can be restored</source>
        <translation>
            <numerusform>%n file in the trash, from where it can be restored</numerusform>
            <numerusform>%n files in the trash, from where they can be restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) named like another document</source>
        <translation>
            <numerusform>%n file named like another document</numerusform>
            <numerusform>%n files named like another document</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) only in the cloud; they are left out</source>
        <translation>
            <numerusform>%n file only in the cloud; it is left out</numerusform>
            <numerusform>%n files only in the cloud; they are left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that cannot be read; each gets its reason</source>
        <translation>
            <numerusform>%n file that cannot be read; it gets its reason</numerusform>
            <numerusform>%n files that cannot be read; each gets its reason</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) will be read: about {passages} passages, in about {time}.</source>
        <translation>
            <numerusform>%n file will be read: about {passages} passages, in about {time}.</numerusform>
            <numerusform>%n files will be read: about {passages} passages, in about {time}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with the same content as another of these</source>
        <translation>
            <numerusform>%n file with the same content as another of these</numerusform>
            <numerusform>%n files with the same content as another of these</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved or renamed file(s); nothing is read again</source>
        <translation>
            <numerusform>%n moved or renamed file; nothing is read again</numerusform>
            <numerusform>%n moved or renamed files; nothing is read again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new file(s)</source>
        <translation>
            <numerusform>%n new file</numerusform>
            <numerusform>%n new files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s) whose text must be recognised</source>
        <translation>
            <numerusform>%n picture whose text must be recognised</numerusform>
            <numerusform>%n pictures whose text must be recognised</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What adding %n file(s) to “{knowledge_base}” will do</source>
        <translation>
            <numerusform>What adding %n file to “{knowledge_base}” will do</numerusform>
            <numerusform>What adding %n files to “{knowledge_base}” will do</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message numerus="yes">
        <source>%n check question(s) imported.</source>
        <translation>
            <numerusform>%n check question imported.</numerusform>
            <numerusform>%n check questions imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check question(s) written to {name}.</source>
        <translation>
            <numerusform>%n check question written to {name}.</numerusform>
            <numerusform>%n check questions written to {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) were left out.</source>
        <translation>
            <numerusform>%n more line was left out.</numerusform>
            <numerusform>%n more lines were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) are no longer right since {time}: {names}.</source>
        <translation>
            <numerusform>%n question is no longer right since {time}: {names}.</numerusform>
            <numerusform>%n questions are no longer right since {time}: {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) became right since {time}: {names}.</source>
        <translation>
            <numerusform>%n question became right since {time}: {names}.</numerusform>
            <numerusform>%n questions became right since {time}: {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) moved to another place since {time}.</source>
        <translation>
            <numerusform>%n question moved to another place since {time}.</numerusform>
            <numerusform>%n questions moved to another place since {time}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were there already.</source>
        <translation>
            <numerusform>%n was there already.</numerusform>
            <numerusform>%n were there already.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message numerus="yes">
        <source>%n knowledge bases</source>
        <translation>
            <numerusform>%n knowledge base</numerusform>
            <numerusform>%n knowledge bases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) found</source>
        <translation>
            <numerusform>%n passage found</numerusform>
            <numerusform>%n passages found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) found; the score is the share of your words</source>
        <translation>
            <numerusform>%n passage found; the score is the share of your words</numerusform>
            <numerusform>%n passages found; the score is the share of your words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing good was found. %n weak passage(s) stand below.</source>
        <translation>
            <numerusform>Nothing good was found. %n weak passage stands below.</numerusform>
            <numerusform>Nothing good was found. %n weak passages stand below.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Similar</name>
    <message numerus="yes">
        <source>%n pair(s) of documents say much the same.</source>
        <translation>
            <numerusform>%n pair of documents says much the same.</numerusform>
            <numerusform>%n pairs of documents say much the same.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message numerus="yes">
        <source>%n document(s) paused</source>
        <translation>
            <numerusform>%n document paused</numerusform>
            <numerusform>%n documents paused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) stopped before they were ready</source>
        <translation>
            <numerusform>%n document stopped before it was ready</numerusform>
            <numerusform>%n documents stopped before they were ready</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%n entry(s) deleted for good; {size} of the disk are free again.</source>
        <translation>
            <numerusform>%n entry deleted for good; {size} of the disk are free again.</numerusform>
            <numerusform>%n entries deleted for good; {size} of the disk are free again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s) restored.</source>
        <translation>
            <numerusform>%n entry restored.</numerusform>
            <numerusform>%n entries restored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more like these.</source>
        <translation>
            <numerusform>And %n more like these.</numerusform>
            <numerusform>And %n more like these.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n selected entry(s) for good?</source>
        <translation>
            <numerusform>Delete %n selected entry for good?</numerusform>
            <numerusform>Delete %n selected entries for good?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %n entry(s) in the trash for good?</source>
        <translation>
            <numerusform>Delete the %n entry in the trash for good?</numerusform>
            <numerusform>Delete all %n entries in the trash for good?</numerusform>
        </translation>
    </message>
</context>
</TS>
