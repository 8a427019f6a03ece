<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
    <name>SearchPane</name>
    <message numerus="yes">
        <source>%n passage(s) found</source>
        <translation>
            <numerusform>%n passage found</numerusform>
            <numerusform>%n passages found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message numerus="yes">
        <source>%n document(s) stopped before they were ready</source>
        <translation>
            <numerusform>%n document stopped before it was ready</numerusform>
            <numerusform>%n documents stopped before they were ready</numerusform>
        </translation>
    </message>
</context>
</TS>
