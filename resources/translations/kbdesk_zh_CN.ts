<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>About kbdesk</source>
        <translation>关于 kbdesk</translation>
    </message>
    <message>
        <source>Curate and search your team&apos;s handbook on your own computer.</source>
        <translation>在自己的电脑上整理和搜索团队手册。</translation>
    </message>
    <message>
        <source>kbdesk is free software under the MIT licence. It uses Qt {version} under the LGPL-3.0 and icons of Lucide under the ISC licence.</source>
        <translation>kbdesk 是采用 MIT 许可证的自由软件。它使用 Qt {version}（LGPL-3.0 许可证）和 Lucide 图标（ISC 许可证）。</translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message numerus="yes">
        <source>%n file(s) were left out: they are only in the cloud.</source>
        <translation>
            <numerusform>有 %n 个文件未添加：它们只存放在云端。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the files are already here.</source>
        <translation>
            <numerusform>其中 %n 个文件已存在。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the files are in the trash.</source>
        <translation>
            <numerusform>其中 %n 个文件在回收站中。</numerusform>
        </translation>
    </message>
    <message>
        <source>Let your cloud program keep them on this computer, then add them again.</source>
        <translation>请让您的云盘程序将它们保留在这台电脑上，然后重新添加。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>显示这些文件</translation>
    </message>
</context>
<context>
    <name>Attached</name>
    <message>
        <source>Attached to “{name}”</source>
        <translation>“{name}”的附件</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到那里</translation>
    </message>
    <message>
        <source>Out of “{name}”</source>
        <translation>来自“{name}”</translation>
    </message>
</context>
<context>
    <name>Backups</name>
    <message>
        <source>&amp;Back up now</source>
        <translation>立即备份(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Restore…</source>
        <translation>恢复(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Show folder</source>
        <translation>显示文件夹(&amp;S)</translation>
    </message>
    <message>
        <source>A backup holds your knowledge bases, the documents with their passages, the trash and the settings as they were at one moment; keys for models are not in it. kbdesk makes one by itself before an update and before a backup is restored, and keeps at most five of these. Those you make stay until you delete them.</source>
        <translation>备份包含您的知识库、文档及其段落、回收站和设置在某一时刻的状态，但不包含模型的密钥。kbdesk 会在更新之前和恢复备份之前自动创建备份，这类备份最多保留五个。您自己创建的备份会一直保留，直到您将其删除。</translation>
    </message>
    <message>
        <source>Backing up: {done} of {total} files…</source>
        <translation>正在备份：已完成 {done} 个文件，共 {total} 个…</translation>
    </message>
    <message>
        <source>Backing up…</source>
        <translation>正在备份…</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Before a backup was restored</source>
        <translation>恢复备份之前</translation>
    </message>
    <message>
        <source>Before an update</source>
        <translation>更新之前</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the backup of {when}?</source>
        <translation>要删除 {when} 的备份吗？</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Looking whether the backup is whole…</source>
        <translation>正在检查备份是否完整…</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Restore and close kbdesk</source>
        <translation>恢复并关闭 kbdesk</translation>
    </message>
    <message>
        <source>Restore the backup of {when}?</source>
        <translation>要恢复 {when} 的备份吗？</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Takes up</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <source>The backup is deleted.</source>
        <translation>备份已删除。</translation>
    </message>
    <message>
        <source>The backup is in place when kbdesk is started the next time.</source>
        <translation>下次启动 kbdesk 时，备份即会生效。</translation>
    </message>
    <message>
        <source>The backup is made.</source>
        <translation>备份已创建。</translation>
    </message>
    <message>
        <source>The backup is made. The passages of these knowledge bases are not in it, since they have a folder of their own: {names}.</source>
        <translation>备份已创建。以下知识库的段落不在其中，因为它们存放在单独的文件夹里：{names}。</translation>
    </message>
    <message>
        <source>The passages of these knowledge bases are not in it, since they have a folder of their own: {names}.</source>
        <translation>以下知识库的段落不在其中，因为它们存放在单独的文件夹里：{names}。</translation>
    </message>
    <message>
        <source>There are no backups yet.</source>
        <translation>还没有备份。</translation>
    </message>
    <message>
        <source>This cannot be undone. Your library stays as it is.</source>
        <translation>此操作无法撤销。您的资料库保持不变。</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>You made it</source>
        <translation>由您创建</translation>
    </message>
    <message>
        <source>kbdesk closes. When you start it again, your library is as it was then. What is there now becomes a backup first, so that you can go back to it.</source>
        <translation>kbdesk 将会关闭。再次启动后，您的资料库会回到当时的状态。现有的内容会先存为一个备份，以便您之后可以恢复。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 个已更改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved or renamed</source>
        <translation>
            <numerusform>%n 个已移动或重命名</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n 个新增</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n 个已移除</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>暂不(&amp;N)</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Changes in a folder</source>
        <translation>文件夹中的更改</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>In “{folder}”: {changes}</source>
        <translation>“{folder}”中：{changes}</translation>
    </message>
    <message>
        <source>Moved or renamed</source>
        <translation>已移动或重命名</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Nothing has changed in “{folder}”.</source>
        <translation>“{folder}”中没有任何更改。</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>What is removed goes to the trash and can be brought back from there.</source>
        <translation>移除的内容会放入回收站，可以从那里恢复。</translation>
    </message>
    <message>
        <source>{old}, now {new}</source>
        <translation>{old}，现为 {new}</translation>
    </message>
</context>
<context>
    <name>Check</name>
    <message>
        <source>Check my library</source>
        <translation>检查我的资料库</translation>
    </message>
    <message>
        <source>Copy &amp;report</source>
        <translation>复制报告(&amp;R)</translation>
    </message>
    <message>
        <source>How far the check is</source>
        <translation>检查进度</translation>
    </message>
    <message>
        <source>Looked at: knowledge bases {bases}, documents {documents}, passages {passages}, copies of files {copies}, backups {backups}.</source>
        <translation>已检查：{bases} 个知识库、{documents} 个文档、{passages} 个段落、{copies} 个文件副本、{backups} 个备份。</translation>
    </message>
    <message>
        <source>The check could not be ended.</source>
        <translation>检查未能完成。</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Your library is being checked. You can go on working meanwhile.</source>
        <translation>正在检查您的资料库。在此期间您可以继续工作。</translation>
    </message>
    <message>
        <source>{done} of {total} files and documents were looked at.</source>
        <translation>已检查 {done} 个文件和文档，共 {total} 个。</translation>
    </message>
</context>
<context>
    <name>Choose</name>
    <message>
        <source>Part of the name</source>
        <translation>名称的一部分</translation>
    </message>
    <message>
        <source>Type a part of the name</source>
        <translation>请输入名称的一部分</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message numerus="yes">
        <source>%n difference(s).</source>
        <translation>
            <numerusform>%n 处差异。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s) are the same.</source>
        <translation>
            <numerusform>%n 个句子相同。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>全部复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keep both</source>
        <translation>两个都保留(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Move the older one to the trash</source>
        <translation>将较旧的移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Move the smaller one to the trash</source>
        <translation>将较小的移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Move “{name}” to the trash</source>
        <translation>将“{name}”移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>About “{name}”: {sentence}</source>
        <translation>关于“{name}”：{sentence}</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Compare documents</source>
        <translation>比较文档</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Do not point these two out again</source>
        <translation>不再提示这两个文档</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Nothing differs but the layout.</source>
        <translation>除版式外没有任何差异。</translation>
    </message>
    <message>
        <source>Only in “{name}”</source>
        <translation>仅在“{name}”中</translation>
    </message>
    <message>
        <source>Only the first {count} differences are shown.</source>
        <translation>仅显示前 {count} 处差异。</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>{what}: {place}</source>
        <translation>{what}：{place}</translation>
    </message>
</context>
<context>
    <name>Conflicts</name>
    <message numerus="yes">
        <source>%n file(s) have the name of a document, but different content.</source>
        <translation>
            <numerusform>有 %n 个文件与现有文档同名，但内容不同。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Keep both</source>
        <translation>两个都保留(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Leave out</source>
        <translation>不添加(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
    <message>
        <source>Both are kept</source>
        <translation>两个都保留</translation>
    </message>
    <message>
        <source>Files with the name of a document</source>
        <translation>与文档同名的文件</translation>
    </message>
    <message>
        <source>For the selected files:</source>
        <translation>对所选文件：</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Replace or keep both</source>
        <translation>替换或两个都保留</translation>
    </message>
    <message>
        <source>The document here</source>
        <translation>现有的文档</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>要添加的文件</translation>
    </message>
    <message>
        <source>The file is left out</source>
        <translation>不添加该文件</translation>
    </message>
    <message>
        <source>The file replaces it</source>
        <translation>用该文件替换文档</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>{size}, {date}</source>
        <translation>{size}，{date}</translation>
    </message>
    <message>
        <source>{size}, {date}, newer</source>
        <translation>{size}，{date}，较新</translation>
    </message>
</context>
<context>
    <name>ConflictsButton</name>
    <message numerus="yes">
        <source>%n change(s) no longer fit…</source>
        <translation>
            <numerusform>有 %n 处更改与文件不再相符…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Curation</name>
    <message>
        <source>&amp;Note</source>
        <translation>批注(&amp;N)</translation>
    </message>
    <message>
        <source>A passage needs words.</source>
        <translation>段落不能没有文字。</translation>
    </message>
    <message>
        <source>A passage needs words. If it is to answer no longer, turn it off.</source>
        <translation>段落不能没有文字。如果不想再搜到它，请将其停用。</translation>
    </message>
    <message>
        <source>Add a passage</source>
        <translation>添加段落</translation>
    </message>
    <message>
        <source>As the file says it</source>
        <translation>文件中的内容</translation>
    </message>
    <message>
        <source>Correct passage</source>
        <translation>更正段落</translation>
    </message>
    <message>
        <source>It becomes the first passage of “{name}” and is found like any other.</source>
        <translation>它会成为“{name}”的第一个段落，并像其他段落一样可以被找到。</translation>
    </message>
    <message>
        <source>It stands after passage {number} of “{name}” and is found like any other.</source>
        <translation>它位于“{name}”的第 {number} 段之后，可以像其他段落一样搜到。</translation>
    </message>
    <message>
        <source>It was not saved.</source>
        <translation>未能保存。</translation>
    </message>
    <message>
        <source>Note on a passage</source>
        <translation>段落的批注</translation>
    </message>
    <message>
        <source>Passage {number} of “{name}”</source>
        <translation>“{name}”的第 {number} 段</translation>
    </message>
    <message>
        <source>Te&amp;xt of the new passage</source>
        <translation>新段落的文字(&amp;X)</translation>
    </message>
    <message>
        <source>Te&amp;xt of the passage</source>
        <translation>段落的文字(&amp;X)</translation>
    </message>
    <message>
        <source>The note stands below the passage and is searched with it.</source>
        <translation>批注显示在段落下方，并与段落一起参与搜索。</translation>
    </message>
    <message>
        <source>The passage before it</source>
        <translation>它前面的段落</translation>
    </message>
    <message>
        <source>Why there is none yet</source>
        <translation>为什么还没有段落</translation>
    </message>
</context>
<context>
    <name>Cuts</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) will be cut again; until then they are found as before.</source>
        <translation>
            <numerusform>%n 个文档将重新切分；在此之前仍像以前一样可以搜到。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them repeated</source>
        <translation>
            <numerusform>其中 %n 个重复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s), {average} characters on average</source>
        <translation>
            <numerusform>%n 个段落，平均 {average} 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Document to try it on</source>
        <translation>用于试切的文档(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Shared, characters</source>
        <translation>重叠字符数(&amp;S)</translation>
    </message>
    <message>
        <source>A Chinese or Japanese character counts as three.</source>
        <translation>一个中文或日文字符算作三个。</translation>
    </message>
    <message>
        <source>A few rows of a table with its headings above them; other text is cut by paragraphs.</source>
        <translation>表格的几行连同上方的表头；其他文字按自然段切分。</translation>
    </message>
    <message>
        <source>All passages together are {factor} times as long as the document, because much is repeated.</source>
        <translation>所有段落加起来是文档长度的 {factor} 倍，因为重复的内容很多。</translation>
    </message>
    <message>
        <source>As many whole paragraphs as fit; long ones are cut between sentences.</source>
        <translation>放得下多少个完整的自然段就放多少；过长的在句子之间切开。</translation>
    </message>
    <message>
        <source>As many whole sentences as fit.</source>
        <translation>放得下多少个完整的句子就放多少。</translation>
    </message>
    <message>
        <source>By &amp;headings</source>
        <translation>按标题(&amp;H)</translation>
    </message>
    <message>
        <source>By &amp;meaning</source>
        <translation>按含义(&amp;M)</translation>
    </message>
    <message>
        <source>By &amp;paragraphs</source>
        <translation>按自然段(&amp;P)</translation>
    </message>
    <message>
        <source>By &amp;table rows</source>
        <translation>按表格行(&amp;T)</translation>
    </message>
    <message>
        <source>By s&amp;entences</source>
        <translation>按句子(&amp;E)</translation>
    </message>
    <message>
        <source>By si&amp;ze</source>
        <translation>按大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Choose larger passages, or let neighbours share less.</source>
        <translation>请选择更大的段落，或减少相邻段落的重叠。</translation>
    </message>
    <message>
        <source>Document to try it on</source>
        <translation>用于试切的文档</translation>
    </message>
    <message>
        <source>Documents that are added from now on will be cut this way.</source>
        <translation>今后添加的文档将按这种方式切分。</translation>
    </message>
    <message>
        <source>How documents are cut</source>
        <translation>文档的切分方式</translation>
    </message>
    <message>
        <source>How passages of “{name}” are cut</source>
        <translation>“{name}”的段落如何切分</translation>
    </message>
    <message>
        <source>Most characters of a passage</source>
        <translation>每个段落的最多字符数</translation>
    </message>
    <message>
        <source>Most characters that neighbours share</source>
        <translation>相邻段落最多重叠的字符数</translation>
    </message>
    <message>
        <source>Most rows of a table in a passage</source>
        <translation>每个段落最多的表格行数</translation>
    </message>
    <message>
        <source>Never across a heading; tables and code stay whole where they fit.</source>
        <translation>绝不跨越标题；表格和代码放得下时保持完整。</translation>
    </message>
    <message>
        <source>Passage {number}</source>
        <translation>段落 {number}</translation>
    </message>
    <message>
        <source>Passage, &amp;characters</source>
        <translation>段落字符数(&amp;C)</translation>
    </message>
    <message>
        <source>Passages of much the same size, which end where a sentence ends.</source>
        <translation>大小相近的段落，在句子结束处结束。</translation>
    </message>
    <message>
        <source>Reading takes that much longer, and hits say the same again.</source>
        <translation>读取时间会相应变长，搜索结果也会重复同样的内容。</translation>
    </message>
    <message>
        <source>Table &amp;rows</source>
        <translation>表格行数(&amp;R)</translation>
    </message>
    <message>
        <source>The document as it is cut</source>
        <translation>切分后的文档</translation>
    </message>
    <message>
        <source>The model has read {done} of {count} sentences…</source>
        <translation>模型已读 {count} 句中的 {done} 句…</translation>
    </message>
    <message>
        <source>Their passages are sent to {host} again.</source>
        <translation>它们的段落会再次发送到 {host}。</translation>
    </message>
    <message>
        <source>There is no document yet to try it on.</source>
        <translation>还没有可用于试切的文档。</translation>
    </message>
    <message>
        <source>This is how documents are cut now.</source>
        <translation>现在就是这样切分文档的。</translation>
    </message>
    <message>
        <source>What comes of it</source>
        <translation>切分结果</translation>
    </message>
    <message>
        <source>What is unwise about it</source>
        <translation>需要注意的地方</translation>
    </message>
    <message>
        <source>Where the topic changes. The model reads every sentence for this, which takes its time.</source>
        <translation>在话题变化处切分。为此模型要读每一个句子，需要一些时间。</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>“{name}” is being read…</source>
        <translation>正在读取“{name}”…</translation>
    </message>
</context>
<context>
    <name>DataFolder</name>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Knowledge bases, copies of the files you added, and settings are in this one folder on your computer; only a knowledge base with a folder of its own is where you put it. File &gt; Backups makes a copy of it that you can go back to.</source>
        <translation>知识库、您添加的文件的副本以及设置都在您电脑上的这一个文件夹里；只有使用单独文件夹的知识库在您指定的位置。“文件 &gt; 备份”会为它制作一份副本，您可以随时恢复到该副本。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Where is my data</source>
        <translation>我的数据在哪里</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>&amp;From this day on</source>
        <translation>从这一天起(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Until this day</source>
        <translation>到这一天为止(&amp;U)</translation>
    </message>
    <message>
        <source>Added when</source>
        <translation>添加时间</translation>
    </message>
    <message>
        <source>First day</source>
        <translation>第一天</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>最后一天</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Make one with File &gt; New knowledge base, then add the files again.</source>
        <translation>请用“文件 &gt; 新建知识库”建立一个，然后重新添加文件。</translation>
    </message>
    <message>
        <source>There is no knowledge base to add to.</source>
        <translation>没有可以添加到的知识库。</translation>
    </message>
    <message>
        <source>What was left to read is paused until you use Go on. Synced folders are followed again when kbdesk is started as usual.</source>
        <translation>尚未读取的文档已暂停，点击“继续”后才会读取。按平常方式启动 kbdesk 后，会重新跟随同步文件夹中的更改。</translation>
    </message>
    <message>
        <source>kbdesk was started in safe mode: nothing is read by itself.</source>
        <translation>kbdesk 已在安全模式下启动：不会自动读取任何内容。</translation>
    </message>
</context>
<context>
    <name>DocumentField</name>
    <message>
        <source>Type words of its name</source>
        <translation>输入名称中的字词</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n 个文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) selected</source>
        <translation>
            <numerusform>已选择 %n 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Cancel and take out</source>
        <translation>取消并移出(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Delete documents</source>
        <translation>删除文档(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Open original</source>
        <translation>打开原文件(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>添加时间</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>全部文档</translation>
    </message>
    <message>
        <source>As many as find &amp;room</source>
        <translation>按窗口宽度自动显示(&amp;R)</translation>
    </message>
    <message>
        <source>Con&amp;vert with LibreOffice and read</source>
        <translation>用 LibreOffice 转换并读取(&amp;V)</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Due for review</source>
        <translation>待复审</translation>
    </message>
    <message>
        <source>Enter pass&amp;word…</source>
        <translation>输入密码(&amp;W)…</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Failed: damaged</source>
        <translation>失败：文件损坏</translation>
    </message>
    <message>
        <source>Failed: empty</source>
        <translation>失败：空文件</translation>
    </message>
    <message>
        <source>Failed: no text</source>
        <translation>失败：没有文字</translation>
    </message>
    <message>
        <source>Failed: not supported</source>
        <translation>失败：不支持</translation>
    </message>
    <message>
        <source>Failed: old format</source>
        <translation>失败：旧格式</translation>
    </message>
    <message>
        <source>Failed: password</source>
        <translation>失败：有密码</translation>
    </message>
    <message>
        <source>Failed: too large</source>
        <translation>失败：太大</translation>
    </message>
    <message>
        <source>Failed: unreadable</source>
        <translation>失败：文字无法识别</translation>
    </message>
    <message>
        <source>Filter documents</source>
        <translation>筛选文档</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Needs a password</source>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>No document is due for review.</source>
        <translation>没有待复审的文档。</translation>
    </message>
    <message>
        <source>No document matches the filter.</source>
        <translation>没有符合筛选条件的文档。</translation>
    </message>
    <message>
        <source>No knowledge base</source>
        <translation>没有知识库</translation>
    </message>
    <message>
        <source>Only: {words}</source>
        <translation>仅显示：{words}</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>负责人</translation>
    </message>
    <message>
        <source>Pages without text</source>
        <translation>有无文字的页</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>Read &amp;last</source>
        <translation>最后读取(&amp;L)</translation>
    </message>
    <message>
        <source>Read &amp;next</source>
        <translation>接下来读取(&amp;N)</translation>
    </message>
    <message>
        <source>Read by OCR</source>
        <translation>由 OCR 识别</translation>
    </message>
    <message>
        <source>Review by</source>
        <translation>复审期限</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation>在文件夹中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Show only documents with remarks</source>
        <translation>只显示有提示的文档</translation>
    </message>
    <message>
        <source>Show the knowledge bases (Ctrl+1)</source>
        <translation>显示知识库 (Ctrl+1)</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags, owner and &amp;more…</source>
        <translation>标签、负责人等(&amp;M)…</translation>
    </message>
    <message>
        <source>W&amp;hat was read…</source>
        <translation>读到了什么(&amp;H)…</translation>
    </message>
    <message>
        <source>With remarks</source>
        <translation>有提示</translation>
    </message>
    <message numerus="yes">
        <source>{shown} of %n document(s)</source>
        <translation>
            <numerusform>显示 {shown} 个，共 %n 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>{state}: {count}</source>
        <translation>{state}：{count}</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Filter by name, tag, kind or state</source>
        <translation>按名称、标签、类型或状态筛选</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Ready, with a note</source>
        <translation>就绪（有提示）</translation>
    </message>
    <message>
        <source>Select one to see how it was read and what is in it.</source>
        <translation>选择一个文档，查看它的读取情况和内容。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Try again all that fail&amp;ed</source>
        <translation>重试所有失败的文档(&amp;E)</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %n file(s) and folder(s) to {knowledge_base}</source>
        <translation>
            <numerusform>将 %n 个文件和文件夹添加到 {knowledge_base}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n file(s) to {knowledge_base}</source>
        <translation>
            <numerusform>将 %n 个文件添加到 {knowledge_base}</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the knowledge base in “{name}”</source>
        <translation>添加“{name}”中的知识库</translation>
    </message>
    <message>
        <source>Add “{name}” to {knowledge_base}</source>
        <translation>将“{name}”添加到 {knowledge_base}</translation>
    </message>
    <message>
        <source>Copy them to a folder of this computer first, then drop them here.</source>
        <translation>请先把它们复制到这台电脑的文件夹里，再拖到这里。</translation>
    </message>
    <message>
        <source>Links to web pages cannot be added.</source>
        <translation>不能添加网页链接。</translation>
    </message>
    <message>
        <source>Only files and folders of this computer can be added</source>
        <translation>只能添加这台电脑上的文件和文件夹</translation>
    </message>
    <message>
        <source>Save the page as a file in your browser, then drop the file here.</source>
        <translation>请在浏览器中把网页保存为文件，再把文件拖到这里。</translation>
    </message>
    <message>
        <source>Select files or folders in your file manager, then drop or paste them here.</source>
        <translation>请在文件管理器中选择文件或文件夹，再拖放或粘贴到这里。</translation>
    </message>
    <message>
        <source>There were no files in it.</source>
        <translation>其中没有文件。</translation>
    </message>
    <message>
        <source>These items are not files on this computer.</source>
        <translation>这些项目不是这台电脑上的文件。</translation>
    </message>
</context>
<context>
    <name>Due</name>
    <message numerus="yes">
        <source>%n document(s) due for review</source>
        <translation>
            <numerusform>%n 个文档待复审</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) due for review in “{name}”</source>
        <translation>
            <numerusform>“{name}”中有 %n 个文档待复审</numerusform>
        </translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>显示这些文档</translation>
    </message>
</context>
<context>
    <name>EditConflicts</name>
    <message numerus="yes">
        <source>%n change(s) of yours no longer fit what the file says.</source>
        <translation>
            <numerusform>您有 %n 处更改与文件内容不再相符。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Drop…</source>
        <translation>放弃(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Keep as a passage of its own</source>
        <translation>保留为单独的段落(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Keep as you want it</source>
        <translation>保留您的改法(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Keep turned off</source>
        <translation>保持停用(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Show the document</source>
        <translation>显示文档(&amp;S)</translation>
    </message>
    <message>
        <source>All your changes fit what the files say.</source>
        <translation>您的所有更改都与文件内容相符。</translation>
    </message>
    <message>
        <source>As the file said it</source>
        <translation>文件原来的内容</translation>
    </message>
    <message>
        <source>Changes that no longer fit</source>
        <translation>不再相符的更改</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Drop this change?</source>
        <translation>要放弃这处更改吗？</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What you did</source>
        <translation>您的操作</translation>
    </message>
    <message>
        <source>What you wrote is gone then, but for Undo in the Edit menu.</source>
        <translation>您写的内容将会丢失，只能用“编辑”菜单中的“撤销”找回。</translation>
    </message>
    <message>
        <source>Where it was</source>
        <translation>原来的位置</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message numerus="yes">
        <source>%n change(s) to the passages of “{name}”.</source>
        <translation>
            <numerusform>对“{name}”的段落做了 %n 处更改。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Go to the passage</source>
        <translation>转到该段落(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Take back</source>
        <translation>撤回(&amp;T)</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>(turned off: does not answer)</source>
        <translation>（已停用：不参与搜索）</translation>
    </message>
    <message>
        <source>Added by hand</source>
        <translation>手动添加</translation>
    </message>
    <message>
        <source>As the file says it</source>
        <translation>文件中的内容</translation>
    </message>
    <message>
        <source>As you want it</source>
        <translation>您想要的内容</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>It was not done.</source>
        <translation>未能完成。</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>批注</translation>
    </message>
    <message>
        <source>Note: {note}</source>
        <translation>批注：{note}</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>已拆分</translation>
    </message>
    <message>
        <source>Turned off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What you did</source>
        <translation>您的操作</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Your changes</source>
        <translation>您的更改</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Drop your handbook here</source>
        <translation>把您的手册拖到这里</translation>
    </message>
    <message>
        <source>Files and whole folders: PDF, Word, PowerPoint, Excel, Markdown, web pages, pictures and text. Your files are never changed, and nothing leaves this computer unless you choose so in the settings.</source>
        <translation>可以是文件，也可以是整个文件夹：PDF、Word、PowerPoint、Excel、Markdown、网页、图片和文本。您的文件绝不会被改动；除非您在设置中另作选择，任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Open the sample handbook</source>
        <translation>打开示例手册</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>Something went wrong.</source>
        <translation>出了点问题。</translation>
    </message>
    <message>
        <source>Try again. If it happens again, copy the details for the makers of kbdesk.</source>
        <translation>请重试。如果再次发生，请复制详细信息并发给 kbdesk 的开发者。</translation>
    </message>
</context>
<context>
    <name>Expected</name>
    <message>
        <source>&amp;Go on reading</source>
        <translation>继续读取(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Restore it</source>
        <translation>恢复该文档(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Search everywhere</source>
        <translation>搜索所有知识库(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Show it</source>
        <translation>显示该段落(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>A picture without words</source>
        <translation>没有文字的图片</translation>
    </message>
    <message>
        <source>Any passage of this document</source>
        <translation>这个文档的任意段落</translation>
    </message>
    <message>
        <source>Choose the document in which the answer stands.</source>
        <translation>请选择答案所在的文档。</translation>
    </message>
    <message>
        <source>Filter the passages</source>
        <translation>筛选段落</translation>
    </message>
    <message>
        <source>I expected this passage</source>
        <translation>我期望的段落</translation>
    </message>
    <message>
        <source>Its passages</source>
        <translation>它的段落</translation>
    </message>
    <message>
        <source>Looking why…</source>
        <translation>正在查找原因…</translation>
    </message>
    <message>
        <source>Search without &amp;filters</source>
        <translation>不加筛选条件搜索(&amp;F)</translation>
    </message>
    <message>
        <source>Show &amp;more passages</source>
        <translation>显示更多段落(&amp;M)</translation>
    </message>
    <message>
        <source>The document you expected</source>
        <translation>您期望的文档</translation>
    </message>
    <message>
        <source>Turn it &amp;on</source>
        <translation>启用该段落(&amp;O)</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>Which &amp;document did you expect?</source>
        <translation>您期望的是哪个文档(&amp;D)？</translation>
    </message>
    <message>
        <source>Which &amp;passage?</source>
        <translation>哪个段落(&amp;P)？</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Words of the passage</source>
        <translation>段落中的字词</translation>
    </message>
    <message>
        <source>You searched for “{question}”.</source>
        <translation>您搜索了“{question}”。</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>&amp;Description</source>
        <translation>说明(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Owner</source>
        <translation>负责人(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Review by</source>
        <translation>复审期限(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>标签(&amp;T)</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Add a tag</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Day of the review</source>
        <translation>复审日期</translation>
    </message>
    <message>
        <source>Different days, left as they are</source>
        <translation>日期各不相同，保持不变</translation>
    </message>
    <message>
        <source>Different descriptions, left as they are</source>
        <translation>说明各不相同，保持不变</translation>
    </message>
    <message>
        <source>Different owners, left as they are</source>
        <translation>负责人各不相同，保持不变</translation>
    </message>
    <message>
        <source>Due since {day}</source>
        <translation>已于 {day} 到期</translation>
    </message>
    <message>
        <source>Due today</source>
        <translation>今天到期</translation>
    </message>
    <message>
        <source>Give the tag “{tag}” to all</source>
        <translation>为所有文档加上标签“{tag}”</translation>
    </message>
    <message>
        <source>In 1 year</source>
        <translation>1 年后</translation>
    </message>
    <message>
        <source>In 2 years</source>
        <translation>2 年后</translation>
    </message>
    <message>
        <source>In 3 months</source>
        <translation>3 个月后</translation>
    </message>
    <message>
        <source>In 6 months</source>
        <translation>6 个月后</translation>
    </message>
    <message>
        <source>No day</source>
        <translation>不设日期</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>未指定</translation>
    </message>
    <message>
        <source>On this day:</source>
        <translation>指定日期：</translation>
    </message>
    <message>
        <source>Owner: {name}</source>
        <translation>负责人：{name}</translation>
    </message>
    <message>
        <source>Show all documents with the tag “{tag}”</source>
        <translation>显示带有标签“{tag}”的所有文档</translation>
    </message>
    <message>
        <source>Show only documents with a tag</source>
        <translation>只显示带有某个标签的文档</translation>
    </message>
    <message>
        <source>Tags, owner and more</source>
        <translation>标签、负责人等</translation>
    </message>
    <message>
        <source>Take the tag “{tag}” away</source>
        <translation>移除标签“{tag}”</translation>
    </message>
    <message>
        <source>The month after</source>
        <translation>下个月</translation>
    </message>
    <message>
        <source>The month before</source>
        <translation>上个月</translation>
    </message>
    <message>
        <source>To be reviewed by {day}</source>
        <translation>复审期限：{day}</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What is said of the documents stays as it was.</source>
        <translation>文档的标签等信息保持不变。</translation>
    </message>
    <message>
        <source>When to review</source>
        <translation>何时复审</translation>
    </message>
    <message>
        <source>{tag}: {count}</source>
        <translation>{tag}：{count}</translation>
    </message>
    <message>
        <source>{tag}: {count} of {total}</source>
        <translation>{tag}：{total} 个中的 {count} 个</translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>&amp;Added…</source>
        <translation>添加时间(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Document…</source>
        <translation>文档(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;More…</source>
        <translation>更多(&amp;M)…</translation>
    </message>
    <message>
        <source>Added from {day} on</source>
        <translation>添加时间：{day} 起</translation>
    </message>
    <message>
        <source>Added until {day}</source>
        <translation>添加时间：截至 {day}</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Document: {name}</source>
        <translation>文档：{name}</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Search only in these documents</source>
        <translation>只在这些文档中搜索</translation>
    </message>
    <message>
        <source>Search only some documents</source>
        <translation>只搜索部分文档</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Take this away: {filter}</source>
        <translation>移除此条件：{filter}</translation>
    </message>
    <message>
        <source>one that is gone</source>
        <translation>已不存在的文档</translation>
    </message>
    <message>
        <source>{facet}: {value}</source>
        <translation>{facet}：{value}</translation>
    </message>
    <message>
        <source>{value} ({count})</source>
        <translation>{value}（{count}）</translation>
    </message>
</context>
<context>
    <name>FolderDrop</name>
    <message numerus="yes">
        <source>%n folder(s)</source>
        <translation>
            <numerusform>%n 个文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Add once</source>
        <translation>只添加一次(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Keep in sync</source>
        <translation>保持同步(&amp;K)</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add its files once, or keep it in sync: then kbdesk follows what is added, changed or removed in it. What is removed goes to the trash.</source>
        <translation>可以只添加一次其中的文件，也可以让它保持同步：这样 kbdesk 会跟随其中的添加、更改和移除。被移除的会移到回收站。</translation>
    </message>
    <message>
        <source>The folder “{name}”</source>
        <translation>文件夹“{name}”</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message numerus="yes">
        <source>%n hour(s) ago</source>
        <translation>
            <numerusform>%n 小时前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Look now</source>
        <translation>立即查看(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Stop syncing</source>
        <translation>停止同步(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>In sync, %n document(s), looked at {ago}</source>
        <translation>
            <numerusform>已同步，%n 个文档，上次查看：{ago}</numerusform>
        </translation>
    </message>
    <message>
        <source>Its documents stay in the knowledge base</source>
        <translation>其中的文档会留在知识库中</translation>
    </message>
    <message>
        <source>Looking at its files…</source>
        <translation>正在查看其中的文件…</translation>
    </message>
    <message>
        <source>Much has changed in the synced folder “{folder}”.</source>
        <translation>同步文件夹“{folder}”中有大量更改。</translation>
    </message>
    <message>
        <source>No folder is kept in sync. Drop a folder on the window and choose “Keep in sync”.</source>
        <translation>没有保持同步的文件夹。请将文件夹拖到窗口上，然后选择“保持同步”。</translation>
    </message>
    <message>
        <source>Not connected; nothing was removed</source>
        <translation>未连接；没有移除任何内容</translation>
    </message>
    <message>
        <source>Not looked at yet</source>
        <translation>尚未查看</translation>
    </message>
    <message>
        <source>Show &amp;changes…</source>
        <translation>显示更改(&amp;C)…</translation>
    </message>
    <message>
        <source>Show changes…</source>
        <translation>显示更改…</translation>
    </message>
    <message>
        <source>Synced folders</source>
        <translation>同步文件夹</translation>
    </message>
    <message>
        <source>The synced folder “{folder}” could not be synced.</source>
        <translation>无法同步文件夹“{folder}”。</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>on {day}</source>
        <translation>{day}</translation>
    </message>
    <message>
        <source>{folder}, in {knowledge_base}</source>
        <translation>{folder}，位于 {knowledge_base}</translation>
    </message>
</context>
<context>
    <name>Gaps</name>
    <message numerus="yes">
        <source>%n question(s) are answered by now.</source>
        <translation>
            <numerusform>有 %n 个问题现在已有答案。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) found nothing good, those asked most often first.</source>
        <translation>
            <numerusform>有 %n 个问题没有找到合适的内容，问得最多的排在最前面。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Forget all searches…</source>
        <translation>清除所有搜索记录(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Keep searches on this computer</source>
        <translation>在这台电脑上保留搜索记录(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>从列表中移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation>重新搜索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Write a note…</source>
        <translation>写笔记(&amp;W)…</translation>
    </message>
    <message>
        <source>All searches but the saved ones are forgotten.</source>
        <translation>除已保存的搜索外，所有搜索记录都已清除。</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>提问次数</translation>
    </message>
    <message>
        <source>Asking every question again…</source>
        <translation>正在重新提问每个问题…</translation>
    </message>
    <message>
        <source>Every question that was searched for has found something good.</source>
        <translation>搜索过的每个问题都找到了合适的内容。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Forget all searches?</source>
        <translation>要清除所有搜索记录吗？</translation>
    </message>
    <message>
        <source>Forgetting…</source>
        <translation>正在清除…</translation>
    </message>
    <message>
        <source>Knowledge base</source>
        <translation>知识库</translation>
    </message>
    <message>
        <source>Last time</source>
        <translation>最近一次</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Questions without an answer</source>
        <translation>没有答案的问题</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>正在移除…</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Several</source>
        <translation>多个</translation>
    </message>
    <message>
        <source>The last searches and the questions in this list; they never leave this computer.</source>
        <translation>包括最近的搜索和此列表中的问题；它们绝不会离开这台电脑。</translation>
    </message>
    <message>
        <source>This list and the last searches are emptied. Saved searches stay. This cannot be undone.</source>
        <translation>此列表和最近的搜索将被清空。已保存的搜索会保留。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Which are &amp;answered by now?</source>
        <translation>哪些现在已有答案(&amp;A)？</translation>
    </message>
    <message>
        <source>Your handbook does not answer</source>
        <translation>您的手册没有答案的问题</translation>
    </message>
</context>
<context>
    <name>Health</name>
    <message numerus="yes">
        <source>%n page(s) are being read by OCR…</source>
        <translation>
            <numerusform>正在用 OCR 识别 %n 页…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) were read by OCR.</source>
        <translation>
            <numerusform>已用 OCR 识别 %n 页。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;All pages without text</source>
        <translation>所有无文字的页(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Read these pages by OCR</source>
        <translation>用 OCR 识别这些页(&amp;R)</translation>
    </message>
    <message>
        <source>Headings</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>How far the reading is</source>
        <translation>读取进度</translation>
    </message>
    <message>
        <source>Nothing was read from it.</source>
        <translation>没有从中读到任何内容。</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页</translation>
    </message>
    <message>
        <source>Picture of the page</source>
        <translation>页面图像</translation>
    </message>
    <message>
        <source>Picture of {page}</source>
        <translation>{page}的图像</translation>
    </message>
    <message>
        <source>Pictures are shown of PDF files and of pictures. Beside is the text that was read.</source>
        <translation>只有 PDF 文件和图片可以显示图像。旁边是读到的文字。</translation>
    </message>
    <message>
        <source>Select them</source>
        <translation>选中它们</translation>
    </message>
    <message>
        <source>Text that was read</source>
        <translation>读到的文字</translation>
    </message>
    <message>
        <source>There is no picture of it</source>
        <translation>没有它的图像</translation>
    </message>
    <message>
        <source>What was read</source>
        <translation>读到了什么</translation>
    </message>
    <message>
        <source>What was read is being gathered…</source>
        <translation>正在收集读到的内容…</translation>
    </message>
    <message>
        <source>{state}: {count}</source>
        <translation>{state}：{count}</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>&amp;Forget the last searches</source>
        <translation>清除最近的搜索(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Remove a saved search</source>
        <translation>移除已保存的搜索(&amp;R)</translation>
    </message>
    <message>
        <source>No search is remembered yet</source>
        <translation>还没有搜索记录</translation>
    </message>
</context>
<context>
    <name>HitActs</name>
    <message>
        <source>&amp;Copy with citation</source>
        <translation>复制并附出处(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open among its neighbours</source>
        <translation>在上下文中打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save as check question…</source>
        <translation>存为测试问题(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Why this hit?</source>
        <translation>为什么有这条结果(&amp;W)？</translation>
    </message>
    <message>
        <source>Copy &amp;text</source>
        <translation>复制文字(&amp;T)</translation>
    </message>
    <message>
        <source>I e&amp;xpected another passage…</source>
        <translation>我期望的是另一个段落(&amp;X)…</translation>
    </message>
    <message>
        <source>Open in its own p&amp;rogram</source>
        <translation>用相应的程序打开(&amp;R)</translation>
    </message>
    <message>
        <source>Search in this &amp;document only</source>
        <translation>只在这个文档中搜索(&amp;D)</translation>
    </message>
    <message>
        <source>Show the &amp;page as it looks…</source>
        <translation>显示页面原样(&amp;P)…</translation>
    </message>
    <message>
        <source>Tur&amp;n this passage off</source>
        <translation>停用这个段落(&amp;N)</translation>
    </message>
</context>
<context>
    <name>HitBar</name>
    <message>
        <source>More for this hit</source>
        <translation>这条结果的更多操作</translation>
    </message>
    <message>
        <source>Why this hit?</source>
        <translation>为什么有这条结果？</translation>
    </message>
</context>
<context>
    <name>HitList</name>
    <message>
        <source>Passages found</source>
        <translation>找到的段落</translation>
    </message>
</context>
<context>
    <name>Hits</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n 个段落</numerusform>
        </translation>
    </message>
    <message>
        <source>Question: {query}</source>
        <translation>问题：{query}</translation>
    </message>
    <message>
        <source>Score {score} of -1.00 to 1.00</source>
        <translation>得分 {score}（范围 -1.00 到 1.00）</translation>
    </message>
    <message>
        <source>Share of your words {score}</source>
        <translation>搜索字词的比例 {score}</translation>
    </message>
    <message>
        <source>The score is the share of your words that stand in the passage, from 0 % to 100 %. Rare words count for more.</source>
        <translation>得分是段落中所含搜索字词的比例，从 0 % 到 100 %。少见的字词权重更高。</translation>
    </message>
    <message>
        <source>The score says how near the passage is to your question in meaning, from -1.00 to 1.00. Higher is better, and searches can be compared by it. The order takes words and languages into account too.</source>
        <translation>得分表示段落与您的问题在意思上有多接近，从 -1.00 到 1.00，越高越好，不同的搜索之间可以比较。排列顺序还会考虑字词和语言。</translation>
    </message>
    <message>
        <source>Weak: nothing here speaks clearly for an answer</source>
        <translation>弱匹配：以下内容都不像明确的答案</translation>
    </message>
    <message>
        <source>Weak: {facts}: {text}</source>
        <translation>弱匹配：{facts}：{text}</translation>
    </message>
    <message>
        <source>Words of your search are marked; the sentence that is nearest to it in meaning is underlined.</source>
        <translation>搜索字词已标出；意思与搜索最接近的句子带有下划线。</translation>
    </message>
    <message>
        <source>found as written</source>
        <translation>原样出现</translation>
    </message>
    <message numerus="yes">
        <source>{document}, %n passage(s), folded</source>
        <translation>
            <numerusform>{document}，%n 个段落，已折叠</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{document}, %n passage(s), shown</source>
        <translation>
            <numerusform>{document}，%n 个段落，已展开</numerusform>
        </translation>
    </message>
    <message>
        <source>{facts}: {text}</source>
        <translation>{facts}：{text}</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{text} ({document})</source>
        <translation>{text}（{document}）</translation>
    </message>
    <message>
        <source>{text} ({document}, {place})</source>
        <translation>{text}（{document}，{place}）</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>Forget key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>显示密钥</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>AVIF picture</source>
        <translation>AVIF 图片</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>压缩包</translation>
    </message>
    <message>
        <source>BMP picture</source>
        <translation>BMP 图片</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>DjVu</source>
        <translation>DjVu</translation>
    </message>
    <message>
        <source>E-book</source>
        <translation>电子书</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>电子邮件</translation>
    </message>
    <message>
        <source>Excel</source>
        <translation>Excel</translation>
    </message>
    <message>
        <source>Excel 5 or older</source>
        <translation>Excel 5 或更早版本</translation>
    </message>
    <message>
        <source>Excel 97</source>
        <translation>Excel 97</translation>
    </message>
    <message>
        <source>File of another program</source>
        <translation>其他程序的文件</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>GIF picture</source>
        <translation>GIF 图片</translation>
    </message>
    <message>
        <source>HEIC picture</source>
        <translation>HEIC 图片</translation>
    </message>
    <message>
        <source>Icon</source>
        <translation>图标</translation>
    </message>
    <message>
        <source>JPEG 2000 picture</source>
        <translation>JPEG 2000 图片</translation>
    </message>
    <message>
        <source>JPEG picture</source>
        <translation>JPEG 图片</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Kindle book</source>
        <translation>Kindle 电子书</translation>
    </message>
    <message>
        <source>Knowledge base of kbdesk</source>
        <translation>kbdesk 知识库</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Office, encrypted</source>
        <translation>Office（已加密）</translation>
    </message>
    <message>
        <source>Old Office format</source>
        <translation>旧版 Office 格式</translation>
    </message>
    <message>
        <source>OneNote</source>
        <translation>OneNote</translation>
    </message>
    <message>
        <source>OpenDocument presentation</source>
        <translation>OpenDocument 演示文稿</translation>
    </message>
    <message>
        <source>OpenDocument spreadsheet</source>
        <translation>OpenDocument 表格</translation>
    </message>
    <message>
        <source>OpenDocument text</source>
        <translation>OpenDocument 文档</translation>
    </message>
    <message>
        <source>Outlook attachment</source>
        <translation>Outlook 附件</translation>
    </message>
    <message>
        <source>Outlook data file</source>
        <translation>Outlook 数据文件</translation>
    </message>
    <message>
        <source>Outlook message</source>
        <translation>Outlook 邮件</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>Pages, Numbers or Keynote</source>
        <translation>Pages、Numbers 或 Keynote</translation>
    </message>
    <message>
        <source>Photoshop picture</source>
        <translation>Photoshop 图片</translation>
    </message>
    <message>
        <source>PostScript</source>
        <translation>PostScript</translation>
    </message>
    <message>
        <source>PowerPoint</source>
        <translation>PowerPoint</translation>
    </message>
    <message>
        <source>PowerPoint 97</source>
        <translation>PowerPoint 97</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>RTF</source>
        <translation>RTF</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG 图形</translation>
    </message>
    <message>
        <source>Saved web page</source>
        <translation>保存的网页</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>TIFF picture</source>
        <translation>TIFF 图片</translation>
    </message>
    <message>
        <source>TSV</source>
        <translation>TSV</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>WebP picture</source>
        <translation>WebP 图片</translation>
    </message>
    <message>
        <source>Windows help</source>
        <translation>Windows 帮助文件</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message>
        <source>Word 97</source>
        <translation>Word 97</translation>
    </message>
    <message>
        <source>WordPerfect</source>
        <translation>WordPerfect</translation>
    </message>
    <message>
        <source>XML</source>
        <translation>XML</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>reStructuredText</source>
        <translation>reStructuredText</translation>
    </message>
</context>
<context>
    <name>KnowledgeBaseDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;What it is for (optional)</source>
        <translation>用途（可选）(&amp;W)</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Choose f&amp;older…</source>
        <translation>选择文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Folder of the knowledge base</source>
        <translation>知识库的文件夹</translation>
    </message>
    <message>
        <source>In a Milvus Lite &amp;folder of its own (slower; other Milvus programs read it)</source>
        <translation>放在单独的 Milvus Lite 文件夹里（较慢；其他 Milvus 程序也能读取）(&amp;F)</translation>
    </message>
    <message>
        <source>New knowledge base</source>
        <translation>新建知识库</translation>
    </message>
    <message>
        <source>On &amp;this computer, with all the others</source>
        <translation>放在这台电脑上，与其他知识库一起(&amp;T)</translation>
    </message>
    <message>
        <source>Rename or describe knowledge base</source>
        <translation>重命名或描述知识库</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Where it is kept</source>
        <translation>保存在哪里</translation>
    </message>
</context>
<context>
    <name>KnowledgeBases</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;New knowledge base…</source>
        <translation>新建知识库(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Rename or describe…</source>
        <translation>重命名或描述(&amp;R)…</translation>
    </message>
    <message>
        <source>Check &amp;questions…</source>
        <translation>测试问题(&amp;Q)…</translation>
    </message>
    <message>
        <source>Delete &amp;knowledge base</source>
        <translation>删除知识库(&amp;K)</translation>
    </message>
    <message>
        <source>E&amp;xport knowledge base…</source>
        <translation>导出知识库(&amp;X)…</translation>
    </message>
    <message>
        <source>How passages are &amp;cut…</source>
        <translation>段落如何切分(&amp;C)…</translation>
    </message>
    <message>
        <source>Knowledge &amp;bases</source>
        <translation>知识库(&amp;B)</translation>
    </message>
    <message>
        <source>Knowledge bases</source>
        <translation>知识库</translation>
    </message>
    <message>
        <source>More for the selected knowledge base</source>
        <translation>所选知识库的更多操作</translation>
    </message>
    <message>
        <source>New knowledge base</source>
        <translation>新建知识库</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>荷兰语</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>French</source>
        <translation>法语</translation>
    </message>
    <message>
        <source>German</source>
        <translation>德语</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>意大利语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩语</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>葡萄牙语</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄语</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>西班牙语</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message numerus="yes">
        <source>%n need(s) you</source>
        <translation>
            <numerusform>%n 个需要您处理</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ready</source>
        <translation>
            <numerusform>%n 个就绪</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Stop here and go on next time</source>
        <translation>就此停止，下次继续(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>All %n file(s) are done</source>
        <translation>
            <numerusform>全部 %n 个文件已处理完毕</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n file(s) are done and ready.</source>
        <translation>
            <numerusform>全部 %n 个文件已处理完毕并就绪。</numerusform>
        </translation>
    </message>
    <message>
        <source>Close kbdesk</source>
        <translation>关闭 kbdesk</translation>
    </message>
    <message>
        <source>Keep working in the &amp;tray</source>
        <translation>在系统托盘中继续工作(&amp;T)</translation>
    </message>
    <message>
        <source>Keep working with the window &amp;minimised</source>
        <translation>最小化窗口并继续工作(&amp;M)</translation>
    </message>
    <message>
        <source>What is ready stays. What is left goes on at the next start if you stop here.</source>
        <translation>已就绪的会保留。如果您就此停止，其余的会在下次启动时继续。</translation>
    </message>
    <message>
        <source>kbdesk is still working.</source>
        <translation>kbdesk 仍在工作。</translation>
    </message>
    <message>
        <source>{done}: {ready}, {failed}.</source>
        <translation>{done}：{ready}，{failed}。</translation>
    </message>
</context>
<context>
    <name>Licences</name>
    <message>
        <source>&amp;Open its page</source>
        <translation>打开它的网页(&amp;O)</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>Parts of kbdesk</source>
        <translation>kbdesk 的组成部分</translation>
    </message>
    <message>
        <source>The licences are being gathered…</source>
        <translation>正在收集许可证…</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>kbdesk is made of these parts. The licence of the chosen one is beside the list.</source>
        <translation>kbdesk 由这些部分组成。所选部分的许可证显示在列表旁边。</translation>
    </message>
</context>
<context>
    <name>Look</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Do not add these files</source>
        <translation>不添加这些文件</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>正在查看文件…</translation>
    </message>
    <message>
        <source>Looking at the files… {count}</source>
        <translation>正在查看文件… {count}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Opening your documents…</source>
        <translation>正在打开您的文档…</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Passages and search</source>
        <translation>段落和搜索</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>Menu</name>
    <message>
        <source>&amp;About kbdesk</source>
        <translation>关于 kbdesk(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Backups…</source>
        <translation>备份(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Columns</source>
        <translation>列(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Filter documents</source>
        <translation>筛选文档(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Passage</source>
        <translation>段落(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Passages</source>
        <translation>段落(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Paste files</source>
        <translation>粘贴文件(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Questions without an answer…</source>
        <translation>没有答案的问题(&amp;Q)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Trash…</source>
        <translation>回收站(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo: {what}</source>
        <translation>撤销(&amp;U)：{what}</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Where is my data</source>
        <translation>我的数据在哪里(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Write a note…</source>
        <translation>写笔记(&amp;W)…</translation>
    </message>
    <message>
        <source>Add &amp;files…</source>
        <translation>添加文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
        <translation>添加文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Changes that &amp;no longer fit…</source>
        <translation>不再相符的更改(&amp;N)…</translation>
    </message>
    <message>
        <source>Check my &amp;library…</source>
        <translation>检查我的资料库(&amp;L)…</translation>
    </message>
    <message>
        <source>Due for re&amp;view</source>
        <translation>待复审的文档(&amp;V)</translation>
    </message>
    <message>
        <source>Go to &amp;documents</source>
        <translation>转到文档列表(&amp;D)</translation>
    </message>
    <message>
        <source>Go to &amp;knowledge bases</source>
        <translation>转到知识库列表(&amp;K)</translation>
    </message>
    <message>
        <source>L&amp;icences…</source>
        <translation>许可证(&amp;I)…</translation>
    </message>
    <message>
        <source>Look for a new &amp;version…</source>
        <translation>查找新版本(&amp;V)…</translation>
    </message>
    <message>
        <source>Open &amp;knowledge base…</source>
        <translation>打开知识库(&amp;K)…</translation>
    </message>
    <message>
        <source>Open the &amp;sample handbook</source>
        <translation>打开示例手册(&amp;S)</translation>
    </message>
    <message>
        <source>Readin&amp;g</source>
        <translation>读取(&amp;G)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo: {what}</source>
        <translation>重做：{what}</translation>
    </message>
    <message>
        <source>S&amp;imilar documents…</source>
        <translation>相似文档(&amp;I)…</translation>
    </message>
    <message>
        <source>S&amp;ynced folders…</source>
        <translation>同步文件夹(&amp;Y)…</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
</context>
<context>
    <name>ModelForm</name>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Built-in model, on this computer</source>
        <translation>内置模型，在这台电脑上运行(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Dimensions</source>
        <translation>维度(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>密钥(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;OpenAI</source>
        <translation>OpenAI(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Another ser&amp;vice that answers like OpenAI</source>
        <translation>与 OpenAI 接口兼容的其他服务(&amp;V)</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>The address begins with http: others may read along.</source>
        <translation>地址以 http 开头，传输的内容可能被他人看到。</translation>
    </message>
    <message>
        <source>The text of your documents and your questions are sent to {host}; your files are not.</source>
        <translation>文档中的文字和您的问题会发送到 {host}；文件本身不会发送。</translation>
    </message>
    <message>
        <source>Type the name of the model, as its provider writes it.</source>
        <translation>请按服务商的写法输入模型名称。</translation>
    </message>
    <message>
        <source>Type the whole address; it begins with https:// or http://.</source>
        <translation>请输入完整的地址，以 https:// 或 http:// 开头。</translation>
    </message>
    <message>
        <source>Type your key; OpenAI does not answer without one.</source>
        <translation>请输入密钥；没有密钥，OpenAI 不会应答。</translation>
    </message>
    <message>
        <source>the model&apos;s own</source>
        <translation>模型默认值</translation>
    </message>
    <message>
        <source>this address</source>
        <translation>这个地址</translation>
    </message>
</context>
<context>
    <name>NewVersion</name>
    <message>
        <source>&amp;Ask now</source>
        <translation>现在询问(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open its page</source>
        <translation>打开它的网页(&amp;O)</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>Look for a new version</source>
        <translation>查找新版本</translation>
    </message>
    <message>
        <source>No version was released yet.</source>
        <translation>还没有发布过任何版本。</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>This is kbdesk {version}.</source>
        <translation>这是 kbdesk {version}。</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>更新内容</translation>
    </message>
    <message>
        <source>Your kbdesk {version} is up to date.</source>
        <translation>您的 kbdesk {version} 已是最新版本。</translation>
    </message>
    <message>
        <source>kbdesk asks {host} for the newest version that was released. As with every page you open, the network address of this computer can be seen there; nothing else is sent. kbdesk never asks by itself.</source>
        <translation>kbdesk 将向 {host} 询问最新发布的版本。与您打开任何网页一样，对方能看到这台计算机的网络地址；除此之外不发送任何内容。kbdesk 从不自行询问。</translation>
    </message>
    <message>
        <source>kbdesk {version} is there.</source>
        <translation>已有 kbdesk {version}。</translation>
    </message>
    <message>
        <source>kbdesk {version} is there. What changed:</source>
        <translation>已有 kbdesk {version}。更新内容：</translation>
    </message>
</context>
<context>
    <name>Note</name>
    <message>
        <source>&amp;Add the note</source>
        <translation>添加笔记(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>正文(&amp;X)</translation>
    </message>
    <message>
        <source>The note becomes a document of “{name}” and is found like any other.</source>
        <translation>笔记会成为“{name}”中的一个文档，可以像其他文档一样搜到。</translation>
    </message>
    <message>
        <source>The note is being added…</source>
        <translation>正在添加笔记…</translation>
    </message>
    <message>
        <source>The note “{name}” is a document now.</source>
        <translation>笔记“{name}”现在是一个文档了。</translation>
    </message>
    <message>
        <source>The note “{name}” was not read.</source>
        <translation>笔记“{name}”未能读取。</translation>
    </message>
    <message>
        <source>The same text is already here, as “{name}”.</source>
        <translation>相同的文字已存在，名为“{name}”。</translation>
    </message>
    <message>
        <source>Throw away</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Throw the note away?</source>
        <translation>要丢弃这篇笔记吗？</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What you typed is not kept.</source>
        <translation>您输入的内容不会保留。</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写笔记</translation>
    </message>
    <message>
        <source>Write what people should find.</source>
        <translation>请写下大家应该能搜到的内容。</translation>
    </message>
</context>
<context>
    <name>Pack</name>
    <message numerus="yes">
        <source>%n document(s) are not in it, since kbdesk has no copy of their files. Use Try again on them, then export again.</source>
        <translation>
            <numerusform>有 %n 个文档不在其中，因为 kbdesk 没有它们的文件副本。请对它们使用“重试”，然后再次导出。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>Add a knowledge base</source>
        <translation>添加知识库</translation>
    </message>
    <message numerus="yes">
        <source>Add the knowledge base “{name}” with %n document(s)?</source>
        <translation>
            <numerusform>要添加知识库“{name}”（含 %n 个文档）吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Documents in it</source>
        <translation>其中的文档</translation>
    </message>
    <message>
        <source>Documents that are not in it</source>
        <translation>不在其中的文档</translation>
    </message>
    <message>
        <source>Export a knowledge base</source>
        <translation>导出知识库</translation>
    </message>
    <message>
        <source>It becomes a knowledge base of its own; your others stay as they are.</source>
        <translation>它会成为一个独立的知识库；您的其他知识库保持不变。</translation>
    </message>
    <message>
        <source>Knowledge bases (*.kbpack)</source>
        <translation>知识库 (*.kbpack)</translation>
    </message>
    <message>
        <source>Open a knowledge base</source>
        <translation>打开知识库</translation>
    </message>
    <message>
        <source>Size: {size}. Changes to passages by hand: {edits}. Check questions: {questions}.</source>
        <translation>大小：{size}。对段落的手动修改：{edits}。测试问题：{questions}。</translation>
    </message>
    <message>
        <source>The text of its documents goes to {host}, as your settings say.</source>
        <translation>其文档的文本会按您的设置发送到 {host}。</translation>
    </message>
    <message>
        <source>Whoever has kbdesk opens it with a double click, or drops it on the window.</source>
        <translation>安装了 kbdesk 的人双击即可打开它，或把它拖到窗口上。</translation>
    </message>
    <message>
        <source>{done} of {total} documents</source>
        <translation>{done} / {total} 个文档</translation>
    </message>
    <message numerus="yes">
        <source>“{file}” holds %n document(s), {size}.</source>
        <translation>
            <numerusform>“{file}”包含 %n 个文档，{size}。</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” is being added.</source>
        <translation>正在添加“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” is being exported.</source>
        <translation>正在导出“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” was added.</source>
        <translation>已添加“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” was exported.</source>
        <translation>已导出“{name}”。</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Earlier passages</source>
        <translation>前面的段落</translation>
    </message>
    <message>
        <source>First passages</source>
        <translation>最前面的段落</translation>
    </message>
    <message>
        <source>Last passages</source>
        <translation>最后面的段落</translation>
    </message>
    <message>
        <source>Later passages</source>
        <translation>后面的段落</translation>
    </message>
    <message>
        <source>Part of the passages</source>
        <translation>段落的部分</translation>
    </message>
    <message>
        <source>Part {number} of {count}</source>
        <translation>第 {number} 部分，共 {count} 部分</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message numerus="yes">
        <source>%n page(s) are blank.</source>
        <translation>
            <numerusform>有 %n 页是空白页。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s), as its headings divide it.</source>
        <translation>
            <numerusform>按标题分为 %n 个部分。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sheet(s) are blank.</source>
        <translation>
            <numerusform>有 %n 个工作表是空的。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slide(s) are blank.</source>
        <translation>
            <numerusform>有 %n 张幻灯片是空的。</numerusform>
        </translation>
    </message>
    <message>
        <source>Before the first heading</source>
        <translation>第一个标题之前</translation>
    </message>
    <message>
        <source>Page {number}</source>
        <translation>第 {number} 页</translation>
    </message>
    <message>
        <source>Page {number} ({label})</source>
        <translation>第 {number} 页（{label}）</translation>
    </message>
    <message>
        <source>Sheet {number}</source>
        <translation>第 {number} 个工作表</translation>
    </message>
    <message>
        <source>Sheet {number} ({label})</source>
        <translation>第 {number} 个工作表（{label}）</translation>
    </message>
    <message>
        <source>Slide {number}</source>
        <translation>第 {number} 张幻灯片</translation>
    </message>
    <message>
        <source>Slide {number} ({label})</source>
        <translation>第 {number} 张幻灯片（{label}）</translation>
    </message>
    <message numerus="yes">
        <source>Text was read from {read} of %n page(s) ({percent} %).</source>
        <translation>
            <numerusform>共 %n 页，从其中 {read} 页读到了文字（{percent} %）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Text was read from {read} of %n sheet(s) ({percent} %).</source>
        <translation>
            <numerusform>共 %n 个工作表，从其中 {read} 个读到了文字（{percent} %）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Text was read from {read} of %n slide(s) ({percent} %).</source>
        <translation>
            <numerusform>共 %n 张幻灯片，从其中 {read} 张读到了文字（{percent} %）。</numerusform>
        </translation>
    </message>
    <message>
        <source>blank</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>columns, whose order may be wrong</source>
        <translation>分栏，顺序可能有误</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>mostly tables</source>
        <translation>以表格为主</translation>
    </message>
    <message>
        <source>picture without text</source>
        <translation>没有文字的图片</translation>
    </message>
    <message>
        <source>read by OCR</source>
        <translation>由 OCR 识别</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>unreadable text, left out</source>
        <translation>文字无法识别，已略去</translation>
    </message>
    <message>
        <source>{page}: {state}</source>
        <translation>{page}：{state}</translation>
    </message>
    <message>
        <source>{page}: {state}, {percent} %</source>
        <translation>{page}：{state}，{percent} %</translation>
    </message>
</context>
<context>
    <name>PassageActs</name>
    <message>
        <source>&amp;Add a passage after this…</source>
        <translation>在此之后添加段落(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Back to what the file says</source>
        <translation>恢复为文件中的内容(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Correct…</source>
        <translation>更正(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Merge the chosen passages</source>
        <translation>合并所选段落(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Merge with the next</source>
        <translation>与下一段合并(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>批注(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Split…</source>
        <translation>拆分(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Turn off</source>
        <translation>停用(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Turn on</source>
        <translation>启用(&amp;T)</translation>
    </message>
</context>
<context>
    <name>PassageSplit</name>
    <message>
        <source>&amp;Split here</source>
        <translation>在此拆分(&amp;S)</translation>
    </message>
    <message>
        <source>Both passages need words: put the cursor between two words.</source>
        <translation>两个段落都要有文字：请把光标放在两个词之间。</translation>
    </message>
    <message>
        <source>Click into the text, or go there with the arrow keys, where the second begins.</source>
        <translation>请在文字中点击第二个段落开始的位置，或用方向键移到那里。</translation>
    </message>
    <message>
        <source>First passage</source>
        <translation>第一个段落</translation>
    </message>
    <message>
        <source>Second passage</source>
        <translation>第二个段落</translation>
    </message>
    <message>
        <source>Split passage</source>
        <translation>拆分段落</translation>
    </message>
    <message>
        <source>Text of the passage; it is cut at the cursor</source>
        <translation>段落的文字；将在光标处拆分</translation>
    </message>
    <message>
        <source>The passage is being split…</source>
        <translation>正在拆分段落…</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>PassageText</name>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>It is being saved…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>The passage stays as it was.</source>
        <translation>段落保持原样。</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>PassageTools</name>
    <message>
        <source>More for this passage</source>
        <translation>此段落的更多操作</translation>
    </message>
    <message>
        <source>{act} ({key})</source>
        <translation>{act}（{key}）</translation>
    </message>
</context>
<context>
    <name>PassageView</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy this passage</source>
        <translation>复制这个段落</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Note: {note}</source>
        <translation>批注：{note}</translation>
    </message>
    <message>
        <source>Passage {number} of {total}</source>
        <translation>第 {number} 段，共 {total} 段</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>This picture cannot be shown.</source>
        <translation>无法显示这张图片。</translation>
    </message>
</context>
<context>
    <name>Passages</name>
    <message>
        <source>added by hand</source>
        <translation>手动添加</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>hidden sheet</source>
        <translation>隐藏的工作表</translation>
    </message>
    <message>
        <source>hidden slide</source>
        <translation>隐藏的幻灯片</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>read by OCR</source>
        <translation>由 OCR 识别</translation>
    </message>
    <message>
        <source>read by OCR, {percent} %</source>
        <translation>由 OCR 识别，{percent} %</translation>
    </message>
    <message>
        <source>split</source>
        <translation>已拆分</translation>
    </message>
    <message>
        <source>turned off: does not answer</source>
        <translation>已停用：不参与搜索</translation>
    </message>
</context>
<context>
    <name>PassagesPane</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n 个段落</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Your changes…</source>
        <translation>您的更改(&amp;Y)…</translation>
    </message>
    <message>
        <source>Add a passage…</source>
        <translation>添加段落…</translation>
    </message>
    <message>
        <source>Choose a document in the list to read its passages.</source>
        <translation>请在列表中选择一个文档，阅读它的段落。</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>Go to page {number} of the document</source>
        <translation>转到文档第 {number} 页</translation>
    </message>
    <message>
        <source>Go to slide {number} of the document</source>
        <translation>转到文档第 {number} 张幻灯片</translation>
    </message>
    <message>
        <source>No document is open</source>
        <translation>没有打开的文档</translation>
    </message>
    <message>
        <source>This document has no passages</source>
        <translation>这个文档没有段落</translation>
    </message>
    <message>
        <source>This document is still being read</source>
        <translation>这个文档还在读取中</translation>
    </message>
    <message>
        <source>What was read…</source>
        <translation>读到了什么…</translation>
    </message>
    <message>
        <source>Your changes: {count}…</source>
        <translation>您的更改：{count}…</translation>
    </message>
</context>
<context>
    <name>Password</name>
    <message numerus="yes">
        <source>%n file(s) are protected by a password.</source>
        <translation>
            <numerusform>有 %n 个文件受密码保护。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Keep it in the keyring of this computer</source>
        <translation>保存在这台电脑的密钥环中(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>Enter password</source>
        <translation>输入密码</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Look whether Caps Lock is on, and try again.</source>
        <translation>请检查大写锁定是否打开，然后重试。</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Show the password</source>
        <translation>显示密码</translation>
    </message>
    <message numerus="yes">
        <source>The &amp;same for all %n file(s)</source>
        <translation>
            <numerusform>%n 个文件使用同一密码(&amp;S)</numerusform>
        </translation>
    </message>
    <message>
        <source>The password is kept until kbdesk is closed.</source>
        <translation>密码会保留到 kbdesk 关闭为止。</translation>
    </message>
    <message numerus="yes">
        <source>This password does not open %n of the files.</source>
        <translation>
            <numerusform>这个密码打不开其中 %n 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>This password does not open “{name}”.</source>
        <translation>这个密码打不开“{name}”。</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>正在尝试…</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{names}” and %n more are protected by a password.</source>
        <translation>
            <numerusform>“{names}”以及另外 %n 个文件受密码保护。</numerusform>
        </translation>
    </message>
    <message>
        <source>“{names}” are protected by a password.</source>
        <translation>“{names}”受密码保护。</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password.</source>
        <translation>“{name}”受密码保护。</translation>
    </message>
    <message>
        <source>”, “</source>
        <translation>”、“</translation>
    </message>
</context>
<context>
    <name>Plan</name>
    <message numerus="yes">
        <source>%n changed file(s), in place of the older version</source>
        <translation>
            <numerusform>%n 个有更改的文件，将取代旧版本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) already here</source>
        <translation>
            <numerusform>%n 个文件已存在</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in the trash, from where they can be restored</source>
        <translation>
            <numerusform>%n 个文件在回收站中，可以从那里恢复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) named like another document</source>
        <translation>
            <numerusform>%n 个文件与其他文档同名</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) only in the cloud; they are left out</source>
        <translation>
            <numerusform>%n 个文件只在云端；不会添加</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that cannot be read; each gets its reason</source>
        <translation>
            <numerusform>%n 个文件无法读取；将注明原因</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) will be read: about {passages} passages, in about {time}.</source>
        <translation>
            <numerusform>将读取 %n 个文件：约 {passages} 个段落，大约需要 {time}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) with the same content as another of these</source>
        <translation>
            <numerusform>%n 个文件与本次添加的另一个文件内容相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved or renamed file(s); nothing is read again</source>
        <translation>
            <numerusform>%n 个已移动或重命名的文件；无需重新读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new file(s)</source>
        <translation>
            <numerusform>%n 个新文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s) whose text must be recognised</source>
        <translation>
            <numerusform>%n 张图片需要识别文字</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Document “{name}”</source>
        <translation>文档“{name}”</translation>
    </message>
    <message>
        <source>Files by what becomes of them</source>
        <translation>按处理方式分组的文件</translation>
    </message>
    <message>
        <source>Its price is not known to kbdesk.</source>
        <translation>kbdesk 不知道它的价格。</translation>
    </message>
    <message>
        <source>Nothing has to be read.</source>
        <translation>没有需要读取的内容。</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>That costs about {price} USD, by estimate.</source>
        <translation>估计费用约为 {price} 美元。</translation>
    </message>
    <message>
        <source>That costs less than 0.01 USD, by estimate.</source>
        <translation>估计费用不到 0.01 美元。</translation>
    </message>
    <message>
        <source>The text of these files goes to {host}: about {tokens} tokens.</source>
        <translation>这些文件中的文字会发送到 {host}：约 {tokens} 个词元。</translation>
    </message>
    <message>
        <source>This is more than the {most} tokens that the settings let be sent without a second look.</source>
        <translation>这超过了设置中无需再次确认即可发送的 {most} 个词元。</translation>
    </message>
    <message numerus="yes">
        <source>What adding %n file(s) to “{knowledge_base}” will do</source>
        <translation>
            <numerusform>将 %n 个文件添加到“{knowledge_base}”时会进行的操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Whether a PDF is a scan without text shows only when it is read.</source>
        <translation>PDF 是否为不含文字的扫描件，要读取时才知道。</translation>
    </message>
    <message>
        <source>a minute</source>
        <translation>1 分钟</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message>
        <source>Everything stays on this computer</source>
        <translation>所有内容都留在这台电脑上</translation>
    </message>
    <message>
        <source>Texts and questions are sent to {host}</source>
        <translation>文字和问题会发送到 {host}</translation>
    </message>
</context>
<context>
    <name>QueryField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Earlier searches</source>
        <translation>以前的搜索</translation>
    </message>
</context>
<context>
    <name>QueryPicture</name>
    <message>
        <source>A picture cannot be searched for here: the models of what is searched read text only.</source>
        <translation>这里不能用图片搜索：所搜索内容的模型只能读取文本。</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Picture: {name}</source>
        <translation>图片：{name}</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>图片 ({patterns})</translation>
    </message>
    <message>
        <source>Search with a picture</source>
        <translation>用图片搜索</translation>
    </message>
    <message>
        <source>“{name}” cannot be shown. Use a PNG or JPEG picture.</source>
        <translation>“{name}”无法显示。请使用 PNG 或 JPEG 图片。</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>Throw away</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Throw away what you typed?</source>
        <translation>要丢弃输入的内容吗？</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message numerus="yes">
        <source>%n check question(s) imported.</source>
        <translation>
            <numerusform>已导入 %n 个测试问题。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check question(s) written to {name}.</source>
        <translation>
            <numerusform>已将 %n 个测试问题写入 {name}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) were left out.</source>
        <translation>
            <numerusform>另有 %n 行未导入。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) are no longer right since {time}: {names}.</source>
        <translation>
            <numerusform>自 {time} 以来，有 %n 个问题不再正确：{names}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) became right since {time}: {names}.</source>
        <translation>
            <numerusform>自 {time} 以来，有 %n 个问题变为正确：{names}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) moved to another place since {time}.</source>
        <translation>
            <numerusform>自 {time} 以来，有 %n 个问题的位置发生了变化。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were there already.</source>
        <translation>
            <numerusform>另有 %n 个已存在。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Compared with</source>
        <translation>与以下结果比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Expected passage of this document:</source>
        <translation>以下文档中的预期段落(&amp;E)：</translation>
    </message>
    <message>
        <source>&amp;Find passages</source>
        <translation>查找段落(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>问题(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Show passage</source>
        <translation>显示段落(&amp;S)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>As&amp;k all now</source>
        <translation>立即全部提问(&amp;K)</translation>
    </message>
    <message>
        <source>Asking: {done} of {total}</source>
        <translation>正在提问：已完成 {done} 个，共 {total} 个</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在提问…</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>By meaning and words</source>
        <translation>按意思和字词</translation>
    </message>
    <message>
        <source>By meaning only</source>
        <translation>只按意思</translation>
    </message>
    <message>
        <source>By words only</source>
        <translation>只按字词</translation>
    </message>
    <message>
        <source>C&amp;hange…</source>
        <translation>更改(&amp;H)…</translation>
    </message>
    <message>
        <source>Change check question</source>
        <translation>更改测试问题</translation>
    </message>
    <message>
        <source>Check questions</source>
        <translation>测试问题</translation>
    </message>
    <message>
        <source>Check questions of “{name}”</source>
        <translation>“{name}”的测试问题</translation>
    </message>
    <message>
        <source>Check questions: {right}/{total}</source>
        <translation>测试问题：{right}/{total}</translation>
    </message>
    <message>
        <source>Choose the passage that is the right answer:</source>
        <translation>请选择能正确回答问题的段落：</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Each question is sent to {host}, so they are asked only when you want it: press Ask all now after a change.</source>
        <translation>每个问题都会发送到 {host}，因此只在您需要时才提问：有更改后，请点击“立即全部提问”。</translation>
    </message>
    <message>
        <source>Empty: any passage of the document will do.</source>
        <translation>留空：文档的任一段落都可以。</translation>
    </message>
    <message>
        <source>Expected document</source>
        <translation>预期文档</translation>
    </message>
    <message>
        <source>Expected: any passage of “{name}” among the first {first}.</source>
        <translation>预期：“{name}”的任一段落排在前 {first} 位。</translation>
    </message>
    <message>
        <source>Expected: “{quote}” of “{name}” among the first {first}.</source>
        <translation>预期：“{name}”中的“{quote}”排在前 {first} 位。</translation>
    </message>
    <message>
        <source>Export check questions</source>
        <translation>导出测试问题</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>Find the passage that is the right answer.</source>
        <translation>请查找能正确回答问题的段落。</translation>
    </message>
    <message>
        <source>Hits that count</source>
        <translation>计入的结果数</translation>
    </message>
    <message>
        <source>How is searched</source>
        <translation>搜索方式</translation>
    </message>
    <message>
        <source>How many days of leave do I have?</source>
        <translation>我有几天年假？</translation>
    </message>
    <message>
        <source>Import check questions</source>
        <translation>导入测试问题</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>正在导入…</translation>
    </message>
    <message>
        <source>Last asked: {time}.</source>
        <translation>上次提问：{time}。</translation>
    </message>
    <message>
        <source>Line {number}: {reason}</source>
        <translation>第 {number} 行：{reason}</translation>
    </message>
    <message>
        <source>New check question</source>
        <translation>新建测试问题</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>尚未选择</translation>
    </message>
    <message>
        <source>Nothing has changed since {time}.</source>
        <translation>自 {time} 以来没有变化。</translation>
    </message>
    <message>
        <source>Nothing was found. Search for words that stand in the passage.</source>
        <translation>没有找到任何内容。请用段落中出现的词来搜索。</translation>
    </message>
    <message>
        <source>Other words to find the passage by</source>
        <translation>用来查找段落的其他词</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>找到的段落</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题说明</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Right when among the fi&amp;rst</source>
        <translation>排在前几位算正确(&amp;R)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save a few questions that your handbook must answer, each with the passage that is the right answer. They are asked again after every change, and you see at once which are no longer answered.</source>
        <translation>请保存几个您的手册必须能回答的问题，并为每个问题指定能正确回答它的段落。每次更改后都会重新提问，您可以立即看到哪些问题不再得到正确回答。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Something has changed since they were last asked.</source>
        <translation>自上次提问以来有更改。</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt)</source>
        <translation>表格 (*.csv *.tsv *.txt)</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>The check questions stay as they were.</source>
        <translation>测试问题保持不变。</translation>
    </message>
    <message>
        <source>The selected question</source>
        <translation>所选的问题</translation>
    </message>
    <message>
        <source>There are no check questions yet</source>
        <translation>还没有测试问题</translation>
    </message>
    <message>
        <source>They are asked by themselves after every change of documents, model or settings, on this computer.</source>
        <translation>文档、模型或设置每次更改后，都会在这台电脑上自动提问。</translation>
    </message>
    <message>
        <source>They are being asked now.</source>
        <translation>正在提问。</translation>
    </message>
    <message>
        <source>They were never asked.</source>
        <translation>还从未提问。</translation>
    </message>
    <message>
        <source>Words to find the passage by</source>
        <translation>用来查找段落的词</translation>
    </message>
    <message>
        <source>{time}: {right} of {total} right</source>
        <translation>{time}：{total} 个中 {right} 个正确</translation>
    </message>
</context>
<context>
    <name>SaveSearch</name>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>保存此搜索</translation>
    </message>
    <message>
        <source>Saved are the questions, where and how to search, and the filters. A search that has this name already is replaced.</source>
        <translation>将保存问题、搜索的位置和方式以及筛选条件。已有同名的搜索会被替换。</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message numerus="yes">
        <source>%n passage(s) found</source>
        <translation>
            <numerusform>找到 %n 个段落</numerusform>
        </translation>
    </message>
    <message>
        <source>All knowledge bases</source>
        <translation>所有知识库</translation>
    </message>
    <message>
        <source>Any score</source>
        <translation>得分不限</translation>
    </message>
    <message>
        <source>Ask in your own words, in any language of your documents: “How many days of leave do I have?” The passages that answer best come first.</source>
        <translation>用自己的话提问，文档所用的语言都可以，例如：“我有几天年假？”最能回答问题的段落排在最前面。</translation>
    </message>
    <message>
        <source>Check that your documents are ready: what is still being read is not found.</source>
        <translation>检查文档是否就绪：还在读取的文档搜索不到。</translation>
    </message>
    <message>
        <source>How many passages are shown at most</source>
        <translation>最多显示多少个段落</translation>
    </message>
    <message>
        <source>Least score</source>
        <translation>最低得分</translation>
    </message>
    <message>
        <source>Lower the least score; it is {score} now.</source>
        <translation>降低最低得分，现在是 {score}。</translation>
    </message>
    <message>
        <source>Most passages to show</source>
        <translation>最多显示的段落数</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>没有找到任何内容</translation>
    </message>
    <message numerus="yes">
        <source>%n knowledge bases</source>
        <translation>
            <numerusform>%n 个知识库</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) found; the score is the share of your words</source>
        <translation>
            <numerusform>找到 %n 个段落；得分是其中所含搜索字词的比例</numerusform>
        </translation>
    </message>
    <message>
        <source>A question, or a few words</source>
        <translation>一个问题，或几个词</translation>
    </message>
    <message>
        <source>Group by document</source>
        <translation>按文档分组</translation>
    </message>
    <message>
        <source>How many passages are shown, and from which score on</source>
        <translation>显示多少个段落，以及最低得分</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>搜索方式</translation>
    </message>
    <message>
        <source>I expected a passage…</source>
        <translation>我期望找到某个段落…</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>意思</translation>
    </message>
    <message>
        <source>Meaning and words</source>
        <translation>意思和字词</translation>
    </message>
    <message numerus="yes">
        <source>Nothing good was found. %n weak passage(s) stand below.</source>
        <translation>
            <numerusform>没有找到好的结果。下面有 %n 个弱匹配段落。</numerusform>
        </translation>
    </message>
    <message>
        <source>Passages with a lower score by meaning are left out</source>
        <translation>按意思得分更低的段落不显示</translation>
    </message>
    <message>
        <source>Press Enter to search by meaning too; that sends your question to {host}.</source>
        <translation>按 Enter 键可同时按意思搜索；这会把您的问题发送到 {host}。</translation>
    </message>
    <message>
        <source>Remove filters: they leave out the rest of your documents.</source>
        <translation>移除筛选条件：它们会排除您的其他文档。</translation>
    </message>
    <message>
        <source>Save this search…</source>
        <translation>保存此搜索…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search all knowledge bases.</source>
        <translation>搜索所有知识库。</translation>
    </message>
    <message>
        <source>Search by meaning and words.</source>
        <translation>按意思和字词搜索。</translation>
    </message>
    <message>
        <source>Search your handbook</source>
        <translation>搜索您的手册</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Use fewer words, or words that could stand in the text itself.</source>
        <translation>少用几个词，或者换成原文里可能出现的词。</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>要搜索的内容</translation>
    </message>
    <message>
        <source>Where to search</source>
        <translation>搜索范围</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>字词</translation>
    </message>
    <message>
        <source>Write a note that answers this…</source>
        <translation>写一篇回答此问题的笔记…</translation>
    </message>
    <message>
        <source>{questions} (filtered)</source>
        <translation>{questions}（已筛选）</translation>
    </message>
    <message>
        <source>“{name}” could not be searched. {reason}</source>
        <translation>无法搜索“{name}”。{reason}</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Your key is kept in the keyring of this system.</source>
        <translation>密钥保存在系统密钥环中。</translation>
    </message>
    <message>
        <source>Your key is kept until kbdesk is closed.</source>
        <translation>密钥只保留到 kbdesk 关闭为止。</translation>
    </message>
    <message>
        <source>Your key was given to kbdesk by the program that started it.</source>
        <translation>密钥由启动 kbdesk 的程序提供。</translation>
    </message>
    <message>
        <source>Your key will be kept in the keyring of this system, and nowhere else.</source>
        <translation>密钥将保存在系统密钥环中，不会存放在别处。</translation>
    </message>
    <message>
        <source>Your key will be kept until kbdesk is closed, and nowhere else.</source>
        <translation>密钥将只保留到 kbdesk 关闭为止，不会存放在别处。</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>&amp;Appearance</source>
        <translation>外观(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Least score</source>
        <translation>最低得分(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>A token is a piece of a word; a page of text has about 700.</source>
        <translation>词元是模型处理文字的小单位；一页文字大约有 700 个词元。</translation>
    </message>
    <message>
        <source>Another language is used when kbdesk is started the next time.</source>
        <translation>更改语言后，下次启动 kbdesk 时生效。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Ask before more tokens are sent at once t&amp;han</source>
        <translation>一次发送的词元超过此数时先询问(&amp;H)</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Knowledge bases that already hold documents keep the model they were made with.</source>
        <translation>已有文档的知识库继续使用建立时的模型。</translation>
    </message>
    <message>
        <source>La&amp;nguage</source>
        <translation>语言(&amp;N)</translation>
    </message>
    <message>
        <source>Least score</source>
        <translation>最低得分</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Most &amp;passages to show</source>
        <translation>最多显示的段落数(&amp;P)</translation>
    </message>
    <message>
        <source>Most passages to show</source>
        <translation>最多显示的段落数</translation>
    </message>
    <message>
        <source>Most tokens to send without a second look</source>
        <translation>无需再次确认即可发送的词元上限</translation>
    </message>
    <message>
        <source>Passages that score less are left out.</source>
        <translation>得分低于此值的段落不显示。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Who reads your texts, so that they can be found?</source>
        <translation>由谁来读取您的文字，以便搜索？</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>any</source>
        <comment>least score</comment>
        <translation>不限</translation>
    </message>
</context>
<context>
    <name>Similar</name>
    <message numerus="yes">
        <source>%n pair(s) of documents say much the same.</source>
        <translation>
            <numerusform>有 %n 对文档内容大致相同。</numerusform>
        </translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Go to it</source>
        <translation>转到那个文档</translation>
    </message>
    <message>
        <source>Looking for similar documents…</source>
        <translation>正在查找相似文档…</translation>
    </message>
    <message>
        <source>No two documents of this knowledge base say much the same.</source>
        <translation>这个知识库中没有内容大致相同的文档。</translation>
    </message>
    <message>
        <source>Pairs of similar documents</source>
        <translation>成对的相似文档</translation>
    </message>
    <message>
        <source>Show &amp;differences…</source>
        <translation>显示差异(&amp;D)…</translation>
    </message>
    <message>
        <source>Show differences…</source>
        <translation>显示差异…</translation>
    </message>
    <message>
        <source>Similar documents</source>
        <translation>相似文档</translation>
    </message>
    <message>
        <source>What is shared</source>
        <translation>相同的内容</translation>
    </message>
    <message>
        <source>“{name}”: {sentence}</source>
        <translation>“{name}”：{sentence}</translation>
    </message>
</context>
<context>
    <name>StatePage</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message numerus="yes">
        <source>%n document(s) stopped before they were ready</source>
        <translation>
            <numerusform>%n 个文档尚未就绪便已停止</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Already here: {count}</source>
        <translation>已存在：{count}</translation>
    </message>
    <message>
        <source>Failed: {count}</source>
        <translation>失败：{count}</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>正在查找文件…</translation>
    </message>
    <message>
        <source>Progress of reading</source>
        <translation>读取进度</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) paused</source>
        <translation>
            <numerusform>%n 个文档已暂停</numerusform>
        </translation>
    </message>
    <message>
        <source>In the trash: {count}</source>
        <translation>在回收站中：{count}</translation>
    </message>
    <message>
        <source>Let the work rest until you use Go on</source>
        <translation>暂停工作，直到您点击“继续”</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Read the documents that were paused or stopped</source>
        <translation>读取已暂停或已停止的文档</translation>
    </message>
    <message>
        <source>Reading {number} of {count}</source>
        <translation>正在读取第 {number} 个，共 {count} 个</translation>
    </message>
    <message>
        <source>Reading {number} of {count}: {name}</source>
        <translation>正在读取第 {number} 个，共 {count} 个：{name}</translation>
    </message>
    <message>
        <source>Ready: {count}</source>
        <translation>就绪：{count}</translation>
    </message>
    <message>
        <source>Show what failed</source>
        <translation>显示失败的文档</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop reading; what is ready stays</source>
        <translation>停止读取；已就绪的会保留</translation>
    </message>
    <message>
        <source>Stopped; what was ready stays</source>
        <translation>已停止；已就绪的会保留</translation>
    </message>
    <message>
        <source>There were no files in it</source>
        <translation>其中没有文件</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>还需几秒</translation>
    </message>
    <message>
        <source>about {minutes} min left</source>
        <translation>大约还需 {minutes} 分钟</translation>
    </message>
    <message>
        <source>about {seconds} s left</source>
        <translation>大约还需 {seconds} 秒</translation>
    </message>
    <message>
        <source>file {number}</source>
        <translation>第 {number} 个文件</translation>
    </message>
    <message>
        <source>file {number} of {count}</source>
        <translation>第 {number} 个文件，共 {count} 个</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>第 {number} 页</translation>
    </message>
    <message>
        <source>page {number} of {count}</source>
        <translation>第 {number} 页，共 {count} 页</translation>
    </message>
    <message>
        <source>passage {number}</source>
        <translation>第 {number} 段</translation>
    </message>
    <message>
        <source>passage {number} of {count}</source>
        <translation>第 {number} 段，共 {count} 段</translation>
    </message>
    <message>
        <source>picture {number}</source>
        <translation>第 {number} 张图片</translation>
    </message>
    <message>
        <source>picture {number} of {count}</source>
        <translation>第 {number} 张图片，共 {count} 张</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>第 {number} 行</translation>
    </message>
    <message>
        <source>row {number} of {count}</source>
        <translation>第 {number} 行，共 {count} 行</translation>
    </message>
    <message>
        <source>sentence {number}</source>
        <translation>第 {number} 句</translation>
    </message>
    <message>
        <source>sentence {number} of {count}</source>
        <translation>第 {number} 句，共 {count} 句</translation>
    </message>
    <message>
        <source>sheet {number}</source>
        <translation>第 {number} 个工作表</translation>
    </message>
    <message>
        <source>sheet {number} of {count}</source>
        <translation>第 {number} 个工作表，共 {count} 个</translation>
    </message>
    <message>
        <source>slide {number}</source>
        <translation>第 {number} 张幻灯片</translation>
    </message>
    <message>
        <source>slide {number} of {count}</source>
        <translation>第 {number} 张幻灯片，共 {count} 张</translation>
    </message>
    <message>
        <source>{count} passages a second</source>
        <translation>每秒 {count} 段</translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%n entry(s) deleted for good; {size} of the disk are free again.</source>
        <translation>
            <numerusform>已永久删除 %n 个条目；磁盘释放了 {size} 空间。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s) restored.</source>
        <translation>
            <numerusform>已恢复 %n 个条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Delete for good…</source>
        <translation>永久删除(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Empty trash…</source>
        <translation>清空回收站(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message numerus="yes">
        <source>And %n more like these.</source>
        <translation>
            <numerusform>还有 %n 个类似条目。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n selected entry(s) for good?</source>
        <translation>
            <numerusform>要永久删除选中的 %n 个条目吗？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete all %n entry(s) in the trash for good?</source>
        <translation>
            <numerusform>要永久删除回收站中的全部 %n 个条目吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>删除时间</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>Empty trash</source>
        <translation>清空回收站</translation>
    </message>
    <message>
        <source>Filter by name or knowledge base</source>
        <translation>按名称或知识库筛选</translation>
    </message>
    <message>
        <source>Filter the trash</source>
        <translation>筛选回收站</translation>
    </message>
    <message>
        <source>Kept until</source>
        <translation>保留至</translation>
    </message>
    <message>
        <source>Knowledge base</source>
        <translation>知识库</translation>
    </message>
    <message>
        <source>Makes the files of the library as small as what is in them.</source>
        <translation>将资料库的文件缩小到与其内容相符的大小。</translation>
    </message>
    <message>
        <source>Making the files of the library smaller…</source>
        <translation>正在缩小资料库的文件…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Nothing in the trash matches the filter.</source>
        <translation>回收站中没有符合筛选条件的内容。</translation>
    </message>
    <message>
        <source>On the disk: documents {documents}, copies of their files {copies}, trash {trash}, results kept to save time {cache}, backups {backups}.</source>
        <translation>磁盘占用：文档 {documents}，文件副本 {copies}，回收站 {trash}，为节省时间而保留的结果 {cache}，备份 {backups}。</translation>
    </message>
    <message>
        <source>Re&amp;claim space</source>
        <translation>释放空间(&amp;C)</translation>
    </message>
    <message>
        <source>Re&amp;claim {size}</source>
        <translation>释放 {size}(&amp;C)</translation>
    </message>
    <message>
        <source>Restoring…</source>
        <translation>正在恢复…</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>The whole knowledge base</source>
        <translation>整个知识库</translation>
    </message>
    <message>
        <source>This cannot be undone. Backups made before still contain it.</source>
        <translation>此操作无法撤销。之前所做的备份中仍包含这些内容。</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>What is deleted is kept for 30 days and then deleted for good. Backups made before still contain it.</source>
        <translation>删除的内容会保留 30 天，然后永久删除。之前所做的备份中仍包含这些内容。</translation>
    </message>
    <message>
        <source>What is in the trash</source>
        <translation>回收站中的内容</translation>
    </message>
    <message>
        <source>{size} of the disk are free again.</source>
        <translation>磁盘释放了 {size} 空间。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Show kbdesk</source>
        <translation>显示 kbdesk(&amp;S)</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
</context>
<context>
    <name>Undo</name>
    <message>
        <source>Close the undo bar</source>
        <translation>关闭撤销栏</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>A note on it is searched too: {note}</source>
        <translation>它的批注也参与搜索：{note}</translation>
    </message>
    <message>
        <source>By meaning it is number {rank} of all passages.</source>
        <translation>按意思，它在所有段落中排第 {rank} 位。</translation>
    </message>
    <message>
        <source>By meaning it is number {rank} of the passages in {language}.</source>
        <translation>按意思，它在{language}段落中排第 {rank} 位。</translation>
    </message>
    <message>
        <source>By meaning it is the nearest of all passages.</source>
        <translation>按意思，它是所有段落中最接近的。</translation>
    </message>
    <message>
        <source>By meaning it is the nearest of the passages in {language}.</source>
        <translation>按意思，它是{language}段落中最接近的。</translation>
    </message>
    <message>
        <source>By meaning it is too far from your question to count.</source>
        <translation>按意思，它与您的问题相距太远，不计入。</translation>
    </message>
    <message>
        <source>By words it is number {rank}.</source>
        <translation>按字词，它排第 {rank} 位。</translation>
    </message>
    <message>
        <source>By words it is number {rank}: {words}.</source>
        <translation>按字词，它排第 {rank} 位：{words}。</translation>
    </message>
    <message>
        <source>By words it is the first: {words}.</source>
        <translation>按字词，它排第一：{words}。</translation>
    </message>
    <message>
        <source>Choose a hit in the list.</source>
        <translation>请在列表中选择一条结果。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>It has words of your search that say little: {words}.</source>
        <translation>它含有您搜索的一些字词，但这些字词说明不了什么：{words}。</translation>
    </message>
    <message>
        <source>It holds {terms} exactly.</source>
        <translation>它原样含有 {terms}。</translation>
    </message>
    <message>
        <source>It is weak: passages that speak no more clearly than this for an answer seldom hold one.</source>
        <translation>它是弱匹配：与问题的关联这样不明显的段落，很少含有答案。</translation>
    </message>
    <message>
        <source>Its score is {score}.</source>
        <translation>它的得分是 {score}。</translation>
    </message>
    <message>
        <source>No word of your search stands in it.</source>
        <translation>它不含您搜索的任何字词。</translation>
    </message>
    <message>
        <source>Why this hit?</source>
        <translation>为什么有这条结果？</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>“{words}”</translation>
    </message>
</context>
<context>
    <name>app</name>
    <message>
        <source>Install PySide6-Essentials below 6.12, or use Python 3.12 or newer.</source>
        <translation>请安装低于 6.12 的 PySide6-Essentials，或使用 Python 3.12 及更新版本。</translation>
    </message>
    <message>
        <source>Install kbdesk again. If that does not help, start it in a terminal and send what it says there.</source>
        <translation>请重新安装 kbdesk。如果仍然无效，请在终端中启动它，并把终端里显示的内容发给我们。</translation>
    </message>
    <message>
        <source>Install what is missing. The command line works without it: {command} --help.</source>
        <translation>请安装缺少的内容。命令行不需要它也能使用：{command} --help。</translation>
    </message>
    <message>
        <source>PySide6 {version} does not work with Python {python}.</source>
        <translation>PySide6 {version} 不能与 Python {python} 一起使用。</translation>
    </message>
    <message>
        <source>Start kbdesk in a desktop session, or use its command line: {command} --help.</source>
        <translation>请在桌面会话中启动 kbdesk，或使用它的命令行：{command} --help。</translation>
    </message>
    <message>
        <source>The screen cannot be used.</source>
        <translation>无法使用屏幕。</translation>
    </message>
    <message>
        <source>The window cannot be loaded: {what}</source>
        <translation>无法加载窗口：{what}</translation>
    </message>
    <message>
        <source>There is no screen to open a window on.</source>
        <translation>没有可以打开窗口的屏幕。</translation>
    </message>
    <message>
        <source>Wait a moment and try again, or end the other kbdesk.</source>
        <translation>请稍候再试，或结束另一个 kbdesk。</translation>
    </message>
    <message>
        <source>kbdesk cannot start, for a part of it is missing or damaged ({kind}).</source>
        <translation>kbdesk 无法启动，因为它的某个部分缺失或已损坏（{kind}）。</translation>
    </message>
    <message>
        <source>kbdesk is open already and does not answer.</source>
        <translation>kbdesk 已经打开，但没有响应。</translation>
    </message>
</context>
<context>
    <name>backups</name>
    <message>
        <source>Another program is making a backup of this library.</source>
        <translation>另一个程序正在备份这个资料库。</translation>
    </message>
    <message>
        <source>Check that the disk is not full and that the folder belongs to you.</source>
        <translation>请检查磁盘是否已满，以及文件夹是否属于您。</translation>
    </message>
    <message>
        <source>Check that the folder is there and that you may write to it, or choose another one.</source>
        <translation>请检查该文件夹是否存在、您是否有写入权限，或选择另一个文件夹。</translation>
    </message>
    <message>
        <source>Choose another backup.</source>
        <translation>请选择另一个备份。</translation>
    </message>
    <message>
        <source>Choose one from the list of backups.</source>
        <translation>请从备份列表中选择一个。</translation>
    </message>
    <message>
        <source>Close all other programs that use it, see that the disk is not full, then start again.</source>
        <translation>请关闭所有正在使用它的其他程序，确认磁盘未满，然后重新启动。</translation>
    </message>
    <message>
        <source>Close all other programs that use its files, then try again.</source>
        <translation>请关闭所有正在使用其文件的其他程序，然后重试。</translation>
    </message>
    <message>
        <source>Free some space, or delete old backups, then try again.</source>
        <translation>请释放一些空间或删除旧备份，然后重试。</translation>
    </message>
    <message>
        <source>Free some space, then try again.</source>
        <translation>请释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Nothing was changed. Free some space, then start kbdesk again.</source>
        <translation>没有做任何更改。请腾出一些空间，然后重新启动 kbdesk。</translation>
    </message>
    <message>
        <source>The backup could not be restored ({reason}). Your library is as it was before.</source>
        <translation>无法恢复备份（{reason}）。您的资料库保持原样。</translation>
    </message>
    <message>
        <source>The backup could not be written to {folder}.</source>
        <translation>无法将备份写入 {folder}。</translation>
    </message>
    <message>
        <source>The backup is not restored yet: a file in {folder} is in use.</source>
        <translation>备份尚未恢复：{folder} 中有文件正在使用。</translation>
    </message>
    <message>
        <source>The backup “{name}” could not be deleted.</source>
        <translation>无法删除备份“{name}”。</translation>
    </message>
    <message>
        <source>The backup “{name}” is damaged.</source>
        <translation>备份“{name}”已损坏。</translation>
    </message>
    <message>
        <source>The backup “{name}” was made by a newer kbdesk.</source>
        <translation>备份“{name}”是由更新版本的 kbdesk 创建的。</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be written.</source>
        <translation>无法写入数据文件夹 {folder}。</translation>
    </message>
    <message>
        <source>The disk is full; no backup was made.</source>
        <translation>磁盘已满；未创建备份。</translation>
    </message>
    <message>
        <source>There is no backup “{name}”.</source>
        <translation>没有名为“{name}”的备份。</translation>
    </message>
    <message>
        <source>There is too little free space for a backup: it takes {needed} MB, and {free} MB are free.</source>
        <translation>可用空间不足，无法备份：需要 {needed} MB，可用 {free} MB。</translation>
    </message>
    <message>
        <source>Wait until it is done, then try again.</source>
        <translation>请等它完成，然后重试。</translation>
    </message>
    <message>
        <source>Your library is as it was on {when}. What was there before is kept as the backup “{name}”.</source>
        <translation>您的资料库已恢复到 {when} 的状态。之前的内容已保留为备份“{name}”。</translation>
    </message>
    <message>
        <source>Your library is to be brought up to date, and there is too little free space for the copy that is set aside before: it takes {needed} MB, and {free} MB are free.</source>
        <translation>您的资料库需要更新，但可用空间不足以先保存一份副本：需要 {needed} MB，可用 {free} MB。</translation>
    </message>
</context>
<context>
    <name>check</name>
    <message>
        <source>A new copy can be made from {path}.</source>
        <translation>可以从 {path} 创建新副本。</translation>
    </message>
    <message>
        <source>A new copy was made.</source>
        <translation>已创建新副本。</translation>
    </message>
    <message>
        <source>Add the file again from where you have it.</source>
        <translation>请从您保存该文件的位置重新添加它。</translation>
    </message>
    <message>
        <source>All {count} documents are whole.</source>
        <translation>全部 {count} 个文档均完好。</translation>
    </message>
    <message>
        <source>Delete it under File &gt; Backups and make a new one.</source>
        <translation>请在“文件 &gt; 备份”中将其删除，然后创建新备份。</translation>
    </message>
    <message>
        <source>Entries of the library that belong to something that is not there: {count}.</source>
        <translation>资料库中有 {count} 个条目所属的内容已不存在。</translation>
    </message>
    <message>
        <source>It can be read again from the copy of its file.</source>
        <translation>可以根据其文件的副本重新读取。</translation>
    </message>
    <message>
        <source>It only saves time, and can be deleted.</source>
        <translation>它只用于节省时间，可以删除。</translation>
    </message>
    <message>
        <source>It only saves time, and was begun anew.</source>
        <translation>它只用于节省时间，已重新建立。</translation>
    </message>
    <message>
        <source>It waits to be read again.</source>
        <translation>它正等待重新读取。</translation>
    </message>
    <message>
        <source>It waits to be read again. Use Go on.</source>
        <translation>它正等待重新读取。请点击“继续”。</translation>
    </message>
    <message>
        <source>It was read again.</source>
        <translation>已重新读取。</translation>
    </message>
    <message>
        <source>Its documents were counted.</source>
        <translation>已核对其文档数量。</translation>
    </message>
    <message>
        <source>Kept files that belong to no document: {count}.</source>
        <translation>留存了 {count} 个不属于任何文档的文件。</translation>
    </message>
    <message>
        <source>Nothing had to be mended.</source>
        <translation>没有需要修复的地方。</translation>
    </message>
    <message>
        <source>Nothing was mended.</source>
        <translation>没有修复任何内容。</translation>
    </message>
    <message>
        <source>Now it is.</source>
        <translation>现在已标记为完成。</translation>
    </message>
    <message>
        <source>One thing is not as it should be.</source>
        <translation>有 1 处不正常。</translation>
    </message>
    <message>
        <source>One thing was mended.</source>
        <translation>修复了 1 处。</translation>
    </message>
    <message>
        <source>Restore a backup: File &gt; Backups.</source>
        <translation>请恢复备份：“文件 &gt; 备份”。</translation>
    </message>
    <message>
        <source>The copy of its file is gone too: add the file again.</source>
        <translation>其文件的副本也不见了：请重新添加该文件。</translation>
    </message>
    <message>
        <source>The file {name} is damaged.</source>
        <translation>文件 {name} 已损坏。</translation>
    </message>
    <message>
        <source>The kept copy of “{name}” cannot be read.</source>
        <translation>“{name}”的留存副本无法读取。</translation>
    </message>
    <message>
        <source>The kept copy of “{name}” is gone.</source>
        <translation>“{name}”的留存副本不见了。</translation>
    </message>
    <message>
        <source>The kept copy of “{name}” was changed.</source>
        <translation>“{name}”的留存副本被改动过。</translation>
    </message>
    <message>
        <source>The knowledge base “{name}” could not be looked at in depth.</source>
        <translation>无法深入检查知识库“{name}”。</translation>
    </message>
    <message>
        <source>The one document is whole.</source>
        <translation>唯一的文档完好。</translation>
    </message>
    <message>
        <source>There are no documents yet.</source>
        <translation>还没有文档。</translation>
    </message>
    <message>
        <source>They can be removed.</source>
        <translation>可以将其清除。</translation>
    </message>
    <message>
        <source>They were removed.</source>
        <translation>已将其清除。</translation>
    </message>
    <message>
        <source>This can be put right.</source>
        <translation>这可以修正。</translation>
    </message>
    <message>
        <source>This was put right.</source>
        <translation>已修正。</translation>
    </message>
    <message>
        <source>What was damaged could be made again from the rest.</source>
        <translation>损坏的部分可以由其余内容重新生成。</translation>
    </message>
    <message>
        <source>When it is restored it can be read again from the copy of its file.</source>
        <translation>恢复后，可以根据其文件的副本重新读取。</translation>
    </message>
    <message>
        <source>“{base}” has passages of documents that are not in it: {count}.</source>
        <translation>“{base}”中存有 {count} 个不属于它的文档的段落。</translation>
    </message>
    <message>
        <source>{count} things are not as they should be.</source>
        <translation>有 {count} 处不正常。</translation>
    </message>
    <message>
        <source>{count} things were mended.</source>
        <translation>修复了 {count} 处。</translation>
    </message>
    <message>
        <source>{documents} {mended}</source>
        <translation>{documents}{mended}</translation>
    </message>
    <message>
        <source>“{base}”: {what}</source>
        <translation>“{base}”：{what}</translation>
    </message>
    <message>
        <source>“{name}” has no passages.</source>
        <translation>“{name}”没有段落。</translation>
    </message>
    <message>
        <source>“{name}” in the trash has lost passages.</source>
        <translation>回收站中的“{name}”丢失了段落。</translation>
    </message>
    <message>
        <source>“{name}” is not whole. Passages of another content are stored.</source>
        <translation>“{name}”不完整。存储的是另一份内容的段落。</translation>
    </message>
    <message>
        <source>“{name}” is not whole. {what}</source>
        <translation>“{name}”不完整。{what}</translation>
    </message>
    <message>
        <source>“{name}” is said to be worked on, but nobody does.</source>
        <translation>“{name}”标记为正在处理，但实际上并没有在处理。</translation>
    </message>
    <message>
        <source>“{name}” is whole, but not said to be done.</source>
        <translation>“{name}”是完整的，但没有标记为完成。</translation>
    </message>
</context>
<context>
    <name>command line</name>
    <message>
        <source>Add --yes to agree, or choose the built-in model in the settings of the window.</source>
        <translation>加上 --yes 表示同意，或在窗口的设置中选择内置模型。</translation>
    </message>
    <message>
        <source>Look at it with --plan, and add --yes if you want it.</source>
        <translation>请用 --plan 查看；如果确实需要，请加上 --yes。</translation>
    </message>
    <message>
        <source>See what there is with: {command} {listing}</source>
        <translation>用以下命令查看现有内容：{command} {listing}</translation>
    </message>
    <message>
        <source>See which are with: {command} folders list</source>
        <translation>用以下命令查看：{command} folders list</translation>
    </message>
    <message>
        <source>See which there are with: {command} kb list. Make it with: {command} kb create &quot;{name}&quot;</source>
        <translation>用以下命令查看现有的知识库：{command} kb list。用以下命令创建：{command} kb create &quot;{name}&quot;</translation>
    </message>
    <message>
        <source>The folder “{path}” is not kept in sync.</source>
        <translation>文件夹“{path}”没有保持同步。</translation>
    </message>
    <message>
        <source>The text of the documents in it goes to {host}, as your settings say.</source>
        <translation>其中文档的文本会按您的设置发送到 {host}。</translation>
    </message>
    <message>
        <source>There is no document “{id}”.</source>
        <translation>没有文档“{id}”。</translation>
    </message>
    <message>
        <source>There is no knowledge base “{name}”.</source>
        <translation>没有名为“{name}”的知识库。</translation>
    </message>
    <message>
        <source>This would send about {tokens} tokens to {host}, more than the {most} of the settings.</source>
        <translation>这会向 {host} 发送约 {tokens} 个词元，超过设置中的 {most}。</translation>
    </message>
</context>
<context>
    <name>curation</name>
    <message>
        <source>A change was dropped.</source>
        <translation>已放弃一处更改。</translation>
    </message>
    <message>
        <source>A change was kept.</source>
        <translation>已保留一处更改。</translation>
    </message>
    <message>
        <source>A note was changed.</source>
        <translation>已更改一条批注。</translation>
    </message>
    <message>
        <source>A passage is again what the file says.</source>
        <translation>一个段落已恢复为文件中的内容。</translation>
    </message>
    <message>
        <source>A passage needs some text.</source>
        <translation>段落需要有文字。</translation>
    </message>
    <message>
        <source>A passage was added.</source>
        <translation>已添加一个段落。</translation>
    </message>
    <message>
        <source>A passage was corrected.</source>
        <translation>已更正一个段落。</translation>
    </message>
    <message>
        <source>A passage was split.</source>
        <translation>已拆分一个段落。</translation>
    </message>
    <message>
        <source>A passage was turned off.</source>
        <translation>已停用一个段落。</translation>
    </message>
    <message>
        <source>A passage was turned on.</source>
        <translation>已启用一个段落。</translation>
    </message>
    <message>
        <source>A picture cannot be merged with other passages.</source>
        <translation>图片不能与其他段落合并。</translation>
    </message>
    <message>
        <source>Change the passage again instead.</source>
        <translation>请改为再次更改这个段落。</translation>
    </message>
    <message>
        <source>Choose passages with text only.</source>
        <translation>请只选择文字段落。</translation>
    </message>
    <message>
        <source>Choose several that follow each other.</source>
        <translation>请选择几个前后相连的段落。</translation>
    </message>
    <message>
        <source>It is so already.</source>
        <translation>它已经是这样了。</translation>
    </message>
    <message>
        <source>Look at the document again.</source>
        <translation>请再看一下这个文档。</translation>
    </message>
    <message>
        <source>Look at the document as it is now, and try again.</source>
        <translation>请查看文档现在的内容，然后重试。</translation>
    </message>
    <message>
        <source>Look at the list again.</source>
        <translation>请再看一下列表。</translation>
    </message>
    <message>
        <source>Nothing is changed by that.</source>
        <translation>这样做不会改变任何内容。</translation>
    </message>
    <message>
        <source>One passage alone cannot be merged.</source>
        <translation>只有一个段落，无法合并。</translation>
    </message>
    <message>
        <source>Put the cursor between two of its words.</source>
        <translation>请把光标放在其中两个词之间。</translation>
    </message>
    <message>
        <source>Take back what was done last first.</source>
        <translation>请先撤销最后一次操作。</translation>
    </message>
    <message>
        <source>The file no longer says what was changed here, so the change has no place in it. Keep it as a passage of its own, or drop it.</source>
        <translation>文件中已没有当初更改的内容，因此这处更改在文件中没有位置。请将其保留为单独的段落，或放弃它。</translation>
    </message>
    <message>
        <source>The file says once more what you turned off, so it was turned off here too. Keep that, or drop it: then it is found.</source>
        <translation>文件中又出现了您已停用的内容，因此这里也已停用。可以保持停用，或放弃此修改：放弃后就能搜索到它。</translation>
    </message>
    <message>
        <source>The file says something else here now, or more. The change by hand still stands. Keep it, or drop it.</source>
        <translation>文件此处现在的内容已不同，或更多。手动所做的更改仍然有效。请保留它，或放弃它。</translation>
    </message>
    <message>
        <source>The file says something else now where its passages were changed by hand. Changes to look at: {count}.</source>
        <translation>文件中手动更改过的段落，现在的内容已不同。需要查看的更改：{count} 处。</translation>
    </message>
    <message>
        <source>The passage is as it was before.</source>
        <translation>段落已恢复原样。</translation>
    </message>
    <message>
        <source>The passage is not what it was when it was shown.</source>
        <translation>段落与显示时相比已有变化。</translation>
    </message>
    <message>
        <source>The passages of this document were changed again since.</source>
        <translation>这个文档的段落在此之后又有更改。</translation>
    </message>
    <message>
        <source>This can no longer be taken back.</source>
        <translation>这一步已无法撤销。</translation>
    </message>
    <message>
        <source>This change is no longer there.</source>
        <translation>这处更改已经不在了。</translation>
    </message>
    <message>
        <source>This document has no passages yet.</source>
        <translation>这个文档还没有段落。</translation>
    </message>
    <message>
        <source>This document has no passages.</source>
        <translation>此文档没有段落。</translation>
    </message>
    <message>
        <source>This document is to be read again first.</source>
        <translation>需要先重新读取这个文档。</translation>
    </message>
    <message>
        <source>This passage cannot be split there.</source>
        <translation>无法在此处拆分这个段落。</translation>
    </message>
    <message>
        <source>This passage is no longer there.</source>
        <translation>这个段落已经不在了。</translation>
    </message>
    <message>
        <source>Turn it off if it shall not be found.</source>
        <translation>如果不想让它被搜到，请停用它。</translation>
    </message>
    <message>
        <source>Type what people shall find.</source>
        <translation>请输入希望大家搜到的内容。</translation>
    </message>
    <message>
        <source>Use Try again on the document, or write a note about it.</source>
        <translation>请对该文档使用“重试”，或为它写一条笔记。</translation>
    </message>
    <message>
        <source>Use Try again on the document, then change its passage.</source>
        <translation>请对这个文档使用“重试”，然后再更改段落。</translation>
    </message>
    <message>
        <source>Wait until it is read.</source>
        <translation>请等它读取完毕。</translation>
    </message>
    <message>
        <source>{count} passages were merged.</source>
        <translation>已合并 {count} 个段落。</translation>
    </message>
    <message>
        <source>{count} passages were turned off.</source>
        <translation>已停用 {count} 个段落。</translation>
    </message>
    <message>
        <source>{count} passages were turned on.</source>
        <translation>已启用 {count} 个段落。</translation>
    </message>
</context>
<context>
    <name>data folder</name>
    <message>
        <source>Check that the disk is not full and that the folder belongs to you, or start kbdesk with --data-dir and another folder.</source>
        <translation>请检查磁盘是否已满、文件夹是否属于您，或用 --data-dir 指定另一个文件夹启动 kbdesk。</translation>
    </message>
    <message>
        <source>Move that file away, or start kbdesk with --data-dir and another folder.</source>
        <translation>请移走那个文件，或用 --data-dir 指定另一个文件夹启动 kbdesk。</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be written.</source>
        <translation>无法写入数据文件夹 {folder}。</translation>
    </message>
    <message>
        <source>There is a file where the data folder {folder} should be.</source>
        <translation>数据文件夹 {folder} 的位置上有一个文件。</translation>
    </message>
</context>
<context>
    <name>documents</name>
    <message>
        <source>If you trust whoever it comes from, use Show in folder and open it there.</source>
        <translation>如果您信任它的来源，请使用“在文件夹中显示”，再从那里打开。</translation>
    </message>
    <message>
        <source>Install a program for this kind of file, or use Show in folder.</source>
        <translation>请安装能打开这类文件的程序，或使用“在文件夹中显示”。</translation>
    </message>
    <message>
        <source>Its passages are still here. Add it again from its new place to keep it up to date.</source>
        <translation>它的段落还在这里。要保持更新，请从新位置重新添加。</translation>
    </message>
    <message>
        <source>No program on this computer opens {name}.</source>
        <translation>这台电脑上没有程序可以打开 {name}。</translation>
    </message>
    <message>
        <source>Open it in your file manager.</source>
        <translation>请在文件管理器中打开它。</translation>
    </message>
    <message>
        <source>The file {name} is no longer where it was: {path}</source>
        <translation>文件 {name} 已不在原处：{path}</translation>
    </message>
    <message>
        <source>The folder {folder} could not be opened.</source>
        <translation>无法打开文件夹 {folder}。</translation>
    </message>
    <message>
        <source>“{name}” could be a program, so kbdesk does not open it.</source>
        <translation>“{name}”可能是程序，因此 kbdesk 不会打开它。</translation>
    </message>
</context>
<context>
    <name>embedding</name>
    <message>
        <source>A passage is too long for the model “{model}”.</source>
        <translation>有一个段落对模型“{model}”来说太长。</translation>
    </message>
    <message>
        <source>Check in the settings that the model and its number of dimensions fit together.</source>
        <translation>请在设置中检查模型与维度是否匹配。</translation>
    </message>
    <message>
        <source>Check the address in the settings; it often ends in /v1.</source>
        <translation>请检查设置中的地址；它通常以 /v1 结尾。</translation>
    </message>
    <message>
        <source>Check the name of the model in the settings; it must be one made for search (“embedding”).</source>
        <translation>请检查设置中的模型名称；它必须是用于搜索的模型（“embedding”）。</translation>
    </message>
    <message>
        <source>Check the network and the address in the settings.</source>
        <translation>请检查网络和设置中的地址。</translation>
    </message>
    <message>
        <source>Check the number of dimensions in the settings.</source>
        <translation>请检查设置中的维度。</translation>
    </message>
    <message>
        <source>Choose another model in the settings.</source>
        <translation>请在设置中选择另一个模型。</translation>
    </message>
    <message>
        <source>Copy the key from the service again and enter it in the settings.</source>
        <translation>请从服务商处重新复制密钥，并填入设置。</translation>
    </message>
    <message>
        <source>Delete that file and start kbdesk with “bash packaging/run”, which fetches it again.</source>
        <translation>请删除那个文件，并用“bash packaging/run”启动 kbdesk，它会重新下载。</translation>
    </message>
    <message>
        <source>Enter an address that begins with http:// or https://, for example {url}.</source>
        <translation>请输入以 http:// 或 https:// 开头的地址，例如 {url}。</translation>
    </message>
    <message>
        <source>Enter the key again in the settings, or make a new one at the service.</source>
        <translation>请在设置中重新输入密钥，或在服务商处新建一个。</translation>
    </message>
    <message>
        <source>Enter the number that the maker of the model gives, for example 1536.</source>
        <translation>请输入模型提供方给出的数字，例如 1536。</translation>
    </message>
    <message>
        <source>Give the picture a text, or choose a model that reads pictures.</source>
        <translation>请为图片配上文字，或选择能读取图片的模型。</translation>
    </message>
    <message>
        <source>Leave blank texts out: they have no meaning that could be found.</source>
        <translation>请去掉空白文字：它们没有可供搜索的意思。</translation>
    </message>
    <message>
        <source>Look at your account there, or choose the built-in model in the settings.</source>
        <translation>请查看您在那里的账户，或在设置中选择内置模型。</translation>
    </message>
    <message>
        <source>Start kbdesk once with “bash packaging/run” while there is a network: it fetches the file {file} and puts it into the folder {folder}.</source>
        <translation>请在有网络时用“bash packaging/run”启动一次 kbdesk：它会下载文件 {file} 并放入文件夹 {folder}。</translation>
    </message>
    <message>
        <source>The address of the service is not complete.</source>
        <translation>服务的地址不完整。</translation>
    </message>
    <message>
        <source>The built-in model is not on this computer; search goes by words only.</source>
        <translation>这台电脑上没有内置模型；只能按字词搜索。</translation>
    </message>
    <message>
        <source>The credit at {host} is used up.</source>
        <translation>{host} 的额度已用完。</translation>
    </message>
    <message>
        <source>The file {file} of the built-in model is damaged or cannot be read.</source>
        <translation>内置模型的文件 {file} 已损坏或无法读取。</translation>
    </message>
    <message>
        <source>The key holds characters that no key has.</source>
        <translation>密钥中含有不应出现的字符。</translation>
    </message>
    <message>
        <source>The model “{model}” answers with values that are no numbers.</source>
        <translation>模型“{model}”返回的值不是数字。</translation>
    </message>
    <message>
        <source>The model “{model}” answers with {actual} numbers a text, not the {expected} that are set.</source>
        <translation>模型“{model}”对每段文字返回 {actual} 个数字，而不是设定的 {expected} 个。</translation>
    </message>
    <message>
        <source>The model “{model}” left texts without an answer.</source>
        <translation>模型“{model}”对一些文字没有应答。</translation>
    </message>
    <message>
        <source>The model “{model}” reads text only, not pictures.</source>
        <translation>模型“{model}”只能读取文字，不能读取图片。</translation>
    </message>
    <message>
        <source>The number of dimensions of the model “{model}” is missing.</source>
        <translation>缺少模型“{model}”的维度。</translation>
    </message>
    <message>
        <source>There is a blank text among the texts.</source>
        <translation>文字中有空白的一段。</translation>
    </message>
    <message>
        <source>Try again later. What is done so far is kept.</source>
        <translation>请稍后再试。已完成的部分会保留。</translation>
    </message>
    <message>
        <source>{host} cannot be reached.</source>
        <translation>无法连接 {host}。</translation>
    </message>
    <message>
        <source>{host} did not answer in time.</source>
        <translation>{host} 没有及时应答。</translation>
    </message>
    <message>
        <source>{host} does not accept the key.</source>
        <translation>{host} 不接受这个密钥。</translation>
    </message>
    <message>
        <source>{host} does not answer like a service for reading passages.</source>
        <translation>{host} 的应答不像是读取段落的服务。</translation>
    </message>
    <message>
        <source>{host} does not know the model “{model}”.</source>
        <translation>{host} 没有模型“{model}”。</translation>
    </message>
    <message>
        <source>{host} does not let this key use “{model}”.</source>
        <translation>{host} 不允许这个密钥使用“{model}”。</translation>
    </message>
    <message>
        <source>{host} gets more requests from you than it allows.</source>
        <translation>您发给 {host} 的请求超过了它允许的数量。</translation>
    </message>
    <message>
        <source>{host} has a problem of its own (error {status}).</source>
        <translation>{host} 自身出了问题（错误 {status}）。</translation>
    </message>
    <message>
        <source>{host} refuses to read passages with “{model}”.</source>
        <translation>{host} 拒绝用“{model}”读取段落。</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Close it and start it again. If something was still to be read, use Go on then.</source>
        <translation>请关闭后重新启动。如果还有内容没有读取，届时请使用“继续”。</translation>
    </message>
    <message>
        <source>Something went wrong inside kbdesk ({kind}).</source>
        <translation>kbdesk 内部出了问题（{kind}）。</translation>
    </message>
    <message>
        <source>Try again. If it happens again, send the log file of the logs folder to the makers of kbdesk.</source>
        <translation>请重试。如果再次发生，请把 logs 文件夹里的日志文件发给 kbdesk 的开发者。</translation>
    </message>
    <message>
        <source>kbdesk was updated while it was open.</source>
        <translation>kbdesk 在打开期间已被更新。</translation>
    </message>
    <message>
        <source>{title} {remedy}</source>
        <translation>{title}{remedy}</translation>
    </message>
</context>
<context>
    <name>facts</name>
    <message>
        <source>A tag has no letters.</source>
        <translation>标签中没有文字。</translation>
    </message>
    <message>
        <source>Add each tag by itself.</source>
        <translation>请逐个添加标签。</translation>
    </message>
    <message>
        <source>Tags and other details of {count} documents were changed.</source>
        <translation>已更改 {count} 个文档的标签和其他信息。</translation>
    </message>
    <message>
        <source>Tags and other details of “{name}” were changed.</source>
        <translation>已更改“{name}”的标签和其他信息。</translation>
    </message>
    <message>
        <source>The description is too long.</source>
        <translation>描述太长。</translation>
    </message>
    <message>
        <source>The name of the owner is too long.</source>
        <translation>负责人的姓名太长。</translation>
    </message>
    <message>
        <source>The tag “{tag}” has a comma in it.</source>
        <translation>标签“{tag}”中含有逗号。</translation>
    </message>
    <message>
        <source>The tag “{tag}” is too long.</source>
        <translation>标签“{tag}”太长。</translation>
    </message>
    <message>
        <source>Type a word or two.</source>
        <translation>请输入一两个词。</translation>
    </message>
    <message>
        <source>Use at most {count} characters.</source>
        <translation>请最多使用 {count} 个字符。</translation>
    </message>
</context>
<context>
    <name>gaps</name>
    <message>
        <source>{count} questions were removed from the list.</source>
        <translation>已从列表中移除 {count} 个问题。</translation>
    </message>
    <message>
        <source>“{query}” was removed from the list of questions.</source>
        <translation>已从问题列表中移除“{query}”。</translation>
    </message>
</context>
<context>
    <name>knowledge</name>
    <message>
        <source>The search model answered for {actual} of {expected} texts.</source>
        <translation>模型只应答了 {expected} 段文字中的 {actual} 段。</translation>
    </message>
    <message>
        <source>Try again, or choose another search model.</source>
        <translation>请重试，或选择另一个模型。</translation>
    </message>
</context>
<context>
    <name>library</name>
    <message>
        <source>Add its files again, or open kbdesk and use Try again on its documents.</source>
        <translation>请重新添加其中的文件，或打开 kbdesk，对其中的文档使用“重试”。</translation>
    </message>
    <message>
        <source>Add the files again.</source>
        <translation>请重新添加文件。</translation>
    </message>
    <message>
        <source>Another program is working with this library.</source>
        <translation>另一个程序正在使用这个资料库。</translation>
    </message>
    <message>
        <source>Check that its disk is connected and that you may write to it.</source>
        <translation>请检查它所在的磁盘是否已连接，以及您是否有写入权限。</translation>
    </message>
    <message>
        <source>Check that you may write to it, or choose another one with --data-dir.</source>
        <translation>请检查您是否有写入权限，或用 --data-dir 选择另一个。</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>请检查名称。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>Choose another one from the list.</source>
        <translation>请从列表中选择另一个。</translation>
    </message>
    <message>
        <source>Close it or wait until it is done, then try again.</source>
        <translation>请关闭它，或等它完成后再试。</translation>
    </message>
    <message>
        <source>Enter it in the settings, or choose the built-in model.</source>
        <translation>请在设置中输入，或选择内置模型。</translation>
    </message>
    <message>
        <source>Install the newest kbdesk, or choose another data folder.</source>
        <translation>请安装最新的 kbdesk，或选择另一个数据文件夹。</translation>
    </message>
    <message>
        <source>Add it again to keep it in sync.</source>
        <translation>请重新添加以保持同步。</translation>
    </message>
    <message>
        <source>A newer kbdesk has used the data folder {folder}.</source>
        <translation>数据文件夹 {folder} 已被更新版本的 kbdesk 使用过。</translation>
    </message>
    <message>
        <source>A passage cannot have that many rows of a table.</source>
        <translation>一个段落不能包含这么多表格行。</translation>
    </message>
    <message>
        <source>A passage cannot have that size.</source>
        <translation>段落不能是这个大小。</translation>
    </message>
    <message>
        <source>All files of this folder are gone. Connect its drive if that is missing, or look at the changes.</source>
        <translation>此文件夹中的文件全都不见了。如果它所在的驱动器没有连接，请先连接；否则请查看更改。</translation>
    </message>
    <message>
        <source>Choose 1 to {most} rows.</source>
        <translation>请选择 1 到 {most} 行。</translation>
    </message>
    <message>
        <source>Choose a size of {smallest} to {largest}.</source>
        <translation>请选择 {smallest} 到 {largest} 之间的大小。</translation>
    </message>
    <message>
        <source>Choose an overlap that is smaller than the size.</source>
        <translation>请选择小于段落大小的重叠。</translation>
    </message>
    <message>
        <source>Choose another document.</source>
        <translation>请选择另一个文档。</translation>
    </message>
    <message>
        <source>Choose another way of cutting.</source>
        <translation>请选择另一种切分方式。</translation>
    </message>
    <message>
        <source>Choose the folder in which you keep your own files.</source>
        <translation>请选择您存放自己文件的文件夹。</translation>
    </message>
    <message>
        <source>Close it and try again, or do this in its window.</source>
        <translation>请关闭它后再试，或在它的窗口中执行此操作。</translation>
    </message>
    <message>
        <source>Connect its drive, then look again.</source>
        <translation>请连接其驱动器，然后再查看一次。</translation>
    </message>
    <message>
        <source>Connect the disk they lie on. If they are gone for good, delete the knowledge base and add its files to a new one.</source>
        <translation>请连接它们所在的磁盘。如果它们确实不在了，请删除该知识库，并把文件添加到新的知识库。</translation>
    </message>
    <message>
        <source>It cannot be read now ({reason}).</source>
        <translation>现在无法读取（{reason}）。</translation>
    </message>
    <message>
        <source>It is on a network drive, so kbdesk looks at it once a minute.</source>
        <translation>它位于网络驱动器上，因此 kbdesk 每分钟查看一次。</translation>
    </message>
    <message>
        <source>It is open in another program, or you may not read it.</source>
        <translation>它在另一个程序中打开，或者您没有读取权限。</translation>
    </message>
    <message>
        <source>It was deleted before it was done. Use Try again to go on.</source>
        <translation>它在完成之前被删除。请点击“重试”继续。</translation>
    </message>
    <message>
        <source>It was stopped before it was done. Use Try again to go on.</source>
        <translation>它在完成之前被停止。请点击“重试”继续。</translation>
    </message>
    <message>
        <source>It was taken out before it was done.</source>
        <translation>它在完成之前被移出。</translation>
    </message>
    <message>
        <source>LibreOffice converted it, so that it could be read.</source>
        <translation>已用 LibreOffice 转换后读取。</translation>
    </message>
    <message>
        <source>Look at the list again.</source>
        <translation>请再看一下列表。</translation>
    </message>
    <message>
        <source>Make a new knowledge base and add the files to it again.</source>
        <translation>请新建一个知识库，并重新添加文件。</translation>
    </message>
    <message>
        <source>Make some room, then use Go on.</source>
        <translation>请腾出一些空间，然后点击“继续”。</translation>
    </message>
    <message>
        <source>Neighbouring passages cannot share as much as a whole passage.</source>
        <translation>相邻段落的重叠不能达到整个段落。</translation>
    </message>
    <message>
        <source>Paused. Use Go on to read it.</source>
        <translation>已暂停。请点击“继续”来读取。</translation>
    </message>
    <message>
        <source>The built-in model is not on this computer: passages are found by their words, not by their meaning. Start kbdesk once with “bash packaging/run” while there is a network to fetch it.</source>
        <translation>这台电脑上没有内置模型：段落按字词查找，而不是按意思查找。请在有网络时用“bash packaging/run”启动一次 kbdesk 来下载它。</translation>
    </message>
    <message>
        <source>The content of this file is only in the cloud. Let your cloud program keep it on this computer, then use Try again.</source>
        <translation>此文件的内容只在云端。请让您的云盘程序将其保留在这台电脑上，然后点击“重试”。</translation>
    </message>
    <message>
        <source>The data folder {folder} cannot be locked.</source>
        <translation>无法锁定数据文件夹 {folder}。</translation>
    </message>
    <message>
        <source>The disk is nearly full, so kbdesk takes in nothing more.</source>
        <translation>磁盘快满了，因此 kbdesk 暂不添加任何内容。</translation>
    </message>
    <message>
        <source>The file could not be copied ({reason}). Check its disk and the free space, then use Try again.</source>
        <translation>无法复制文件（{reason}）。请检查它所在的磁盘和可用空间，然后点击“重试”。</translation>
    </message>
    <message>
        <source>The file is no longer there. Put it back and use Try again.</source>
        <translation>文件已不在原处。请放回原处，然后点击“重试”。</translation>
    </message>
    <message>
        <source>The file {name} was written by a newer kbdesk.</source>
        <translation>文件 {name} 由更新版本的 kbdesk 写入。</translation>
    </message>
    <message>
        <source>The folder is not connected, so nothing was changed.</source>
        <translation>文件夹没有连接，因此没有更改任何内容。</translation>
    </message>
    <message>
        <source>The folder is not there, or its drive is not connected. Nothing was removed.</source>
        <translation>文件夹不存在，或者其驱动器没有连接。没有移除任何内容。</translation>
    </message>
    <message>
        <source>The folder {folder} of the knowledge base “{name}” cannot be used.</source>
        <translation>知识库“{name}”的文件夹 {folder} 无法使用。</translation>
    </message>
    <message>
        <source>The folder {folder} of the knowledge base “{name}” could not be deleted. Delete it by hand when its disk is connected.</source>
        <translation>无法删除知识库“{name}”的文件夹 {folder}。请在其磁盘连接后手动删除。</translation>
    </message>
    <message>
        <source>The key for the model “{model}” is not in the keyring.</source>
        <translation>系统密钥环中没有模型“{model}”的密钥。</translation>
    </message>
    <message>
        <source>The knowledge base “{name}” was deleted.</source>
        <translation>知识库“{name}”已删除。</translation>
    </message>
    <message>
        <source>The knowledge base “{name}” was filled with another model ({model}).</source>
        <translation>知识库“{name}”是用另一个模型（{model}）建立的。</translation>
    </message>
    <message>
        <source>The model answered in {seconds} s.</source>
        <translation>模型在 {seconds} 秒内应答。</translation>
    </message>
    <message>
        <source>The passages of the knowledge base “{name}” are missing.</source>
        <translation>知识库“{name}”的段落不见了。</translation>
    </message>
    <message>
        <source>The passages of the knowledge base “{name}” are not in {folder}.</source>
        <translation>知识库“{name}”的段落不在 {folder} 中。</translation>
    </message>
    <message>
        <source>The passages of this document are missing. Use Try again to read it anew.</source>
        <translation>这个文档的段落缺失。请点击“重试”重新读取。</translation>
    </message>
    <message>
        <source>The same as {name}.</source>
        <translation>与 {name} 相同。</translation>
    </message>
    <message>
        <source>The system can watch no more folders at once, so kbdesk looks at this one once a minute.</source>
        <translation>系统无法同时监视更多文件夹，因此 kbdesk 每分钟查看此文件夹一次。</translation>
    </message>
    <message>
        <source>There is already a knowledge base “{name}”.</source>
        <translation>已经有名为“{name}”的知识库。</translation>
    </message>
    <message>
        <source>There is no file or folder “{path}”.</source>
        <translation>没有文件或文件夹“{path}”。</translation>
    </message>
    <message>
        <source>There is no folder “{path}”.</source>
        <translation>没有文件夹“{path}”。</translation>
    </message>
    <message>
        <source>There is no text in “{name}” that could be cut.</source>
        <translation>“{name}”中没有可以切分的文字。</translation>
    </message>
    <message>
        <source>This content is already here as “{name}”.</source>
        <translation>相同的内容已存在，名为“{name}”。</translation>
    </message>
    <message>
        <source>This content is in the trash as “{name}”. Restore it from there.</source>
        <translation>此内容在回收站中，名为“{name}”。请从那里恢复。</translation>
    </message>
    <message>
        <source>This document is no longer there.</source>
        <translation>这个文档已经不在了。</translation>
    </message>
    <message>
        <source>This folder is not kept in sync any more.</source>
        <translation>此文件夹不再保持同步。</translation>
    </message>
    <message>
        <source>This is no name for a knowledge base.</source>
        <translation>这不能作为知识库的名称。</translation>
    </message>
    <message>
        <source>This knowledge base has no model that knows what passages mean.</source>
        <translation>这个知识库没有能理解段落含义的模型。</translation>
    </message>
    <message>
        <source>This knowledge base is no longer there.</source>
        <translation>这个知识库已经不在了。</translation>
    </message>
    <message>
        <source>Type a name of 1 to {most} letters.</source>
        <translation>请输入 1 到 {most} 个字符的名称。</translation>
    </message>
    <message>
        <source>What was deleted is no longer in the trash.</source>
        <translation>删除的内容已不在回收站中。</translation>
    </message>
    <message>
        <source>You may not read this file. Ask its owner for it, then use Try again.</source>
        <translation>您没有读取这个文件的权限。请向文件所有者索取，然后点击“重试”。</translation>
    </message>
    <message>
        <source>kbdesk ended {count} times while it worked on this file, so it was set aside. Use Try again to read it after all.</source>
        <translation>kbdesk 在处理此文件时意外结束了 {count} 次，因此将其搁置。如果仍要读取，请点击“重试”。</translation>
    </message>
    <message>
        <source>kbdesk is open on this data folder (process {pid}).</source>
        <translation>kbdesk 已在此数据文件夹上打开（进程 {pid}）。</translation>
    </message>
    <message>
        <source>kbdesk keeps its own data in this folder, so it cannot be kept in sync.</source>
        <translation>kbdesk 在此文件夹中保存自己的数据，因此无法保持同步。</translation>
    </message>
    <message>
        <source>{added} new, {changed} changed, {removed} removed: waits for you.</source>
        <translation>新增 {added} 个，更改 {changed} 个，移除 {removed} 个：等待您确认。</translation>
    </message>
    <message>
        <source>{count} files inside it are already here, for example “{name}” as “{other}”.</source>
        <translation>其中有 {count} 个文件已存在，例如“{name}”已存为“{other}”。</translation>
    </message>
    <message>
        <source>{count} files inside it are in the trash, for example “{name}” as “{other}”. Restore them there.</source>
        <translation>其中有 {count} 个文件在回收站中，例如“{name}”名为“{other}”。请在回收站中还原它们。</translation>
    </message>
    <message>
        <source>{here} {why}</source>
        <translation>{here}{why}</translation>
    </message>
    <message>
        <source>“{name}” inside it is already here, as “{other}”.</source>
        <translation>其中的“{name}”已存在，名为“{other}”。</translation>
    </message>
    <message>
        <source>“{name}” inside it is in the trash, as “{other}”. Restore it there.</source>
        <translation>其中的“{name}”在回收站中，名为“{other}”。请在回收站中还原。</translation>
    </message>
    <message>
        <source>“{name}” was deleted, with what was inside it: {count} documents.</source>
        <translation>已删除“{name}”及其中的文件，共 {count} 个文档。</translation>
    </message>
    <message>
        <source>“{old}” is back as “{new}”: another one has its name now.</source>
        <translation>“{old}”已恢复为“{new}”：另一个文档现在使用了它的名称。</translation>
    </message>
    <message>
        <source>{count} documents were deleted.</source>
        <translation>已删除 {count} 个文档。</translation>
    </message>
    <message>
        <source>Nothing was changed. Install the newest kbdesk, or start this one with --data-dir and another folder. To go back to how it was before the update, type “{command} backups”, then “{command} restore” and the name of the backup.</source>
        <translation>没有任何更改。请安装最新版 kbdesk，或用 --data-dir 指定另一个文件夹来启动当前版本。要恢复到更新之前的状态，请输入“{command} backups”，然后输入“{command} restore”和备份的名称。</translation>
    </message>
    <message>
        <source>{count} files are not on this computer, for example “{name}”. In your file manager choose to keep them on this device, and they are read.</source>
        <translation>有 {count} 个文件不在这台电脑上，例如“{name}”。请在文件管理器中选择将其保留在此设备上，之后就会读取。</translation>
    </message>
    <message>
        <source>{count} files cannot be read yet and are tried again, for example “{name}”: {reason}</source>
        <translation>有 {count} 个文件暂时无法读取，将会重试，例如“{name}”：{reason}</translation>
    </message>
    <message>
        <source>{program} (process {pid}) is working with this library.</source>
        <translation>{program}（进程 {pid}）正在使用这个资料库。</translation>
    </message>
    <message>
        <source>“{name}” is still being written; it is read when it is whole.</source>
        <translation>“{name}”仍在写入；写完后就会读取。</translation>
    </message>
    <message>
        <source>“{name}” stays in the trash: its content is here already, as “{other}”.</source>
        <translation>“{name}”留在回收站中：其内容已存在，名为“{other}”。</translation>
    </message>
    <message>
        <source>“{name}” stays in the trash: its knowledge base “{base}” is there too. Restore that first.</source>
        <translation>“{name}”留在回收站中：其知识库“{base}”也在那里。请先恢复该知识库。</translation>
    </message>
    <message>
        <source>“{name}” stays in the trash: the file was added again meanwhile.</source>
        <translation>“{name}”留在回收站中：该文件在此期间已重新添加。</translation>
    </message>
    <message>
        <source>“{name}” was deleted.</source>
        <translation>“{name}”已删除。</translation>
    </message>
</context>
<context>
    <name>licences</name>
    <message>
        <source>Install kbdesk again.</source>
        <translation>请重新安装 kbdesk。</translation>
    </message>
    <message>
        <source>The licences of the parts of kbdesk cannot be read ({kind}).</source>
        <translation>无法读取 kbdesk 各组成部分的许可证（{kind}）。</translation>
    </message>
</context>
<context>
    <name>notes</name>
    <message>
        <source>A note needs a text of at most {most} characters.</source>
        <translation>笔记需要有文字，最多 {most} 个字符。</translation>
    </message>
    <message>
        <source>A note needs a title of 1 to {most} characters.</source>
        <translation>笔记需要有标题，长度为 1 到 {most} 个字符。</translation>
    </message>
    <message>
        <source>Check that the disk is not full and that the folder belongs to you, then save again.</source>
        <translation>请检查磁盘是否已满，以及文件夹是否属于您，然后重新保存。</translation>
    </message>
    <message>
        <source>The note could not be written into {folder}.</source>
        <translation>无法将笔记写入 {folder}。</translation>
    </message>
    <message>
        <source>Type a title that says what the note is about.</source>
        <translation>请输入能说明笔记内容的标题。</translation>
    </message>
    <message>
        <source>Type what people should find, or add a longer text as a file.</source>
        <translation>请输入希望大家搜到的内容，或将较长的文字作为文件添加。</translation>
    </message>
</context>
<context>
    <name>packs</name>
    <message>
        <source>Ask who made it. Nothing of it was taken in.</source>
        <translation>请询问制作它的人。没有读入其中的任何内容。</translation>
    </message>
    <message>
        <source>Check that it is there and that you may read it.</source>
        <translation>请检查它是否存在，以及您是否有权读取它。</translation>
    </message>
    <message>
        <source>Check that the disk is there and that the folder belongs to you, then open the file again.</source>
        <translation>请检查磁盘是否可用、文件夹是否属于您，然后重新打开该文件。</translation>
    </message>
    <message>
        <source>Choose another folder, or close the program that has the file open.</source>
        <translation>请选择另一个文件夹，或关闭正在使用该文件的程序。</translation>
    </message>
    <message>
        <source>Export the knowledge base again, or ask for the file once more.</source>
        <translation>请重新导出该知识库，或再次索取该文件。</translation>
    </message>
    <message>
        <source>Free some space, or choose another disk, then export it again.</source>
        <translation>请腾出一些空间或选择另一个磁盘，然后重新导出。</translation>
    </message>
    <message>
        <source>Free some space, then open the file again.</source>
        <translation>请腾出一些空间，然后重新打开该文件。</translation>
    </message>
    <message>
        <source>Install the newest kbdesk, then open the file again.</source>
        <translation>请安装最新的 kbdesk，然后重新打开该文件。</translation>
    </message>
    <message>
        <source>Split it into several knowledge bases, and export each. A backup may have any size.</source>
        <translation>请把它拆分成几个知识库，分别导出。备份则不限大小。</translation>
    </message>
    <message>
        <source>The disk is full; the knowledge base was not added.</source>
        <translation>磁盘已满；未添加该知识库。</translation>
    </message>
    <message>
        <source>The disk is full; the knowledge base was not exported.</source>
        <translation>磁盘已满；未导出该知识库。</translation>
    </message>
    <message>
        <source>The file “{name}” cannot be written.</source>
        <translation>无法写入文件“{name}”。</translation>
    </message>
    <message>
        <source>The knowledge base could not be written into {folder}.</source>
        <translation>无法把知识库写入 {folder}。</translation>
    </message>
    <message>
        <source>There is too little free space for the {size} MB in it.</source>
        <translation>可用空间不足，放不下其中的 {size} MB 内容。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read.</source>
        <translation>无法读取“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or is no knowledge base of kbdesk.</source>
        <translation>“{name}”已损坏，或者不是 kbdesk 的知识库。</translation>
    </message>
    <message>
        <source>“{name}” is too large to become one file.</source>
        <translation>“{name}”太大，无法做成一个文件。</translation>
    </message>
    <message>
        <source>“{name}” unpacks to far more than a knowledge base has.</source>
        <translation>“{name}”解压后的内容远远超过一个知识库应有的大小。</translation>
    </message>
    <message>
        <source>“{name}” was made by a newer kbdesk ({version}).</source>
        <translation>“{name}”由更新版本的 kbdesk（{version}）制作。</translation>
    </message>
</context>
<context>
    <name>parsing</name>
    <message>
        <source>A file embedded in the document was not read: {name}.</source>
        <translation>文档中嵌入的一个文件没有读取：{name}。</translation>
    </message>
    <message>
        <source>A part of the message could not be read: its encoding is unknown.</source>
        <translation>邮件的一部分无法读取：编码未知。</translation>
    </message>
    <message>
        <source>Ask its owner for a copy without protection.</source>
        <translation>请向所有者索取没有保护的副本。</translation>
    </message>
    <message>
        <source>Check the password; capital letters and blanks count.</source>
        <translation>请检查密码；区分大小写，空格也算。</translation>
    </message>
    <message>
        <source>Convert it to EPUB and drop that.</source>
        <translation>请转换为 EPUB，再拖入。</translation>
    </message>
    <message>
        <source>Damaged inside, and left out: {names}.</source>
        <translation>其中已损坏而未读取的文件：{names}。</translation>
    </message>
    <message>
        <source>Drop a written version of what is said in it.</source>
        <translation>请拖入其内容的文字版本。</translation>
    </message>
    <message>
        <source>Export it as PDF or in an Office format and drop that.</source>
        <translation>请导出为 PDF 或 Office 格式，再拖入。</translation>
    </message>
    <message>
        <source>Export what you need as CSV or Excel and drop that.</source>
        <translation>请把需要的内容导出为 CSV 或 Excel，再拖入。</translation>
    </message>
    <message>
        <source>Get a copy without copy protection from where you bought it.</source>
        <translation>请从购买处获取没有防拷贝保护的版本。</translation>
    </message>
    <message>
        <source>If it holds text, open it in its own program, save it as PDF and drop that.</source>
        <translation>如果其中有文字，请用相应的程序打开，另存为 PDF，再拖入。</translation>
    </message>
    <message>
        <source>If it should hold something, get a fresh copy.</source>
        <translation>如果它应该有内容，请重新获取一份。</translation>
    </message>
    <message>
        <source>If you trust this file, split it or save it again, and add the result.</source>
        <translation>如果您信任这个文件，请拆分或重新保存，再添加得到的文件。</translation>
    </message>
    <message>
        <source>Leave the encoding out: it is then found from the text.</source>
        <translation>请不要指定编码：会根据文字自动判断。</translation>
    </message>
    <message>
        <source>No text on these pages: {pages}.</source>
        <translation>这些页没有文字：{pages}。</translation>
    </message>
    <message>
        <source>No text on these slides: {slides}.</source>
        <translation>这些幻灯片没有文字：{slides}。</translation>
    </message>
    <message>
        <source>No text was found, only pictures ({kind}). If they show text, drop a sharper copy, or the text itself.</source>
        <translation>没有找到文字，只有图片（{kind}）。如果图片里有文字，请拖入更清晰的副本，或者文字本身。</translation>
    </message>
    <message>
        <source>Only the first {count} pages were read.</source>
        <translation>只读取了前 {count} 页。</translation>
    </message>
    <message>
        <source>Only {gap} may stand in braces.</source>
        <translation>花括号中只能使用 {gap}。</translation>
    </message>
    <message>
        <source>Open it in Acrobat, print it to a new PDF, and add that one.</source>
        <translation>请用 Acrobat 打开，打印成新的 PDF，再添加。</translation>
    </message>
    <message>
        <source>Open it in a browser, copy the text you need and add it as a text file.</source>
        <translation>请用浏览器打开，复制需要的文字，存成文本文件再添加。</translation>
    </message>
    <message>
        <source>Open it in its own program and save it again, or get a fresh copy.</source>
        <translation>请用相应的程序打开并重新保存，或重新获取一份。</translation>
    </message>
    <message>
        <source>Open it in its own program, save a copy without a password, and add the copy.</source>
        <translation>请用相应的程序打开，另存一份没有密码的副本，再添加。</translation>
    </message>
    <message>
        <source>Open it in its own program, save it as PDF and drop that.</source>
        <translation>请用相应的程序打开，另存为 PDF，再拖入。</translation>
    </message>
    <message>
        <source>Open it in the program it comes from, save it as UTF-8 text and add it again.</source>
        <translation>请用原来的程序打开，另存为 UTF-8 文本，再重新添加。</translation>
    </message>
    <message>
        <source>Page {number} of the book could not be read.</source>
        <translation>无法读取书的第 {number} 页。</translation>
    </message>
    <message>
        <source>Parts of these slides could not be read: {slides}.</source>
        <translation>这些幻灯片的一部分无法读取：{slides}。</translation>
    </message>
    <message>
        <source>Reading this file made the reading program crash, twice. Open it in its own program and save it again, or get a fresh copy.</source>
        <translation>读取此文件使读取程序崩溃了两次。请用相应的程序打开并重新保存，或重新获取一份。</translation>
    </message>
    <message>
        <source>Save it as PNG or JPEG and add it again.</source>
        <translation>请另存为 PNG 或 JPEG，再重新添加。</translation>
    </message>
    <message>
        <source>Save it as PNG or JPEG and drop it again.</source>
        <translation>请另存为 PNG 或 JPEG，再重新拖入。</translation>
    </message>
    <message>
        <source>Save it as PNG or PDF and drop it again.</source>
        <translation>请另存为 PNG 或 PDF，再重新拖入。</translation>
    </message>
    <message>
        <source>Some characters could not be read; “�” stands in their place.</source>
        <translation>有些字符无法读取，以“�”代替。</translation>
    </message>
    <message>
        <source>Files inside this one were not read, there are too many, too large or too deep inside: {names}. Save and drop them on their own.</source>
        <translation>其中有些文件没有读取，因为太多、太大或嵌套太深：{names}。请另存后单独拖入。</translation>
    </message>
    <message>
        <source>Enter its password in the window (Enter password…), or save a copy without one and add that.</source>
        <translation>请在窗口中输入密码（“输入密码…”），或另存一份没有密码的副本再添加。</translation>
    </message>
    <message>
        <source>Films, sounds and programs were left out: {names}.</source>
        <translation>影片、声音和程序未读取：{names}。</translation>
    </message>
    <message>
        <source>Hidden sheets were read too: {names}.</source>
        <translation>隐藏的工作表也已读取：{names}。</translation>
    </message>
    <message>
        <source>In an old encryption that takes too long to open, and left out: {names}.</source>
        <translation>采用旧式加密、打开太慢而未读取：{names}。</translation>
    </message>
    <message>
        <source>It only points to a file or a page. Drop what it points to.</source>
        <translation>它只是指向某个文件或网页。请拖入它所指向的内容。</translation>
    </message>
    <message>
        <source>LibreOffice could not convert this file.</source>
        <translation>LibreOffice 无法转换这个文件。</translation>
    </message>
    <message>
        <source>LibreOffice took too long to convert this file.</source>
        <translation>LibreOffice 转换这个文件的时间太长。</translation>
    </message>
    <message>
        <source>No text was found, only pictures, and OCR could read nothing in them. If they show text, drop a sharper copy, or the file it was printed from.</source>
        <translation>没有找到文字，只有图片，OCR 也没能从中识别出文字。如果图片上有文字，请拖入更清晰的副本，或打印时所用的原文件。</translation>
    </message>
    <message>
        <source>No text was found, only pictures, and the part of kbdesk that reads pictures (OCR) is missing or damaged. Install kbdesk again, then try this file again.</source>
        <translation>没有找到文字，只有图片，而 kbdesk 中读取图片的部分（OCR）缺失或已损坏。请重新安装 kbdesk，然后再试一次此文件。</translation>
    </message>
    <message>
        <source>On the sheet “{name}” the results of formulas are missing. Open the file in Excel or LibreOffice, save it and drop it again.</source>
        <translation>工作表“{name}”缺少公式的结果。请用 Excel 或 LibreOffice 打开文件，保存后重新拖入。</translation>
    </message>
    <message>
        <source>Partly read from pictures (OCR), so mistakes are possible: slide {slides}.</source>
        <translation>部分文字是从图片中识别出来的（OCR），可能有误：第 {slides} 张幻灯片。</translation>
    </message>
    <message>
        <source>Open it in Excel or LibreOffice, save it as .xlsx and drop it again.</source>
        <translation>请用 Excel 或 LibreOffice 打开，另存为 .xlsx，再重新拖入。</translation>
    </message>
    <message>
        <source>Open it in LibreOffice, save it as .docx and drop it again.</source>
        <translation>请用 LibreOffice 打开，另存为 .docx，再重新拖入。</translation>
    </message>
    <message>
        <source>Open it in Office with your account, save an unprotected copy or a PDF, and drop that.</source>
        <translation>请用您的账户在 Office 中打开，另存为未受保护的副本或 PDF，再拖入。</translation>
    </message>
    <message>
        <source>Open it in PowerPoint or LibreOffice, save it as .pptx and drop it again. Where LibreOffice is installed, the window can do that for you (Convert with LibreOffice and read).</source>
        <translation>请用 PowerPoint 或 LibreOffice 打开，另存为 .pptx，再重新拖入。如果装有 LibreOffice，窗口可以替您完成（“用 LibreOffice 转换并读取”）。</translation>
    </message>
    <message>
        <source>Open it in Word or LibreOffice, save it as .docx and drop it again. Where LibreOffice is installed, the window can do that for you (Convert with LibreOffice and read).</source>
        <translation>请用 Word 或 LibreOffice 打开，另存为 .docx，再重新拖入。如果装有 LibreOffice，窗口可以替您完成（“用 LibreOffice 转换并读取”）。</translation>
    </message>
    <message>
        <source>Open it in its own program, save it as .docx or .pptx and drop it again.</source>
        <translation>请用相应的程序打开，另存为 .docx 或 .pptx，再重新拖入。</translation>
    </message>
    <message>
        <source>Open the file in its own program, save it as .docx or .pptx and drop it again.</source>
        <translation>请用相应的程序打开文件，另存为 .docx 或 .pptx，再重新拖入。</translation>
    </message>
    <message>
        <source>Packed or encrypted in a way that kbdesk does not know, and left out: {names}.</source>
        <translation>压缩或加密方式 kbdesk 不认识，未读取：{names}。</translation>
    </message>
    <message>
        <source>Pictures left out because together they are too large: {count}.</source>
        <translation>因总大小过大而略去的图片：{count}。</translation>
    </message>
    <message>
        <source>Pictures whose text was not read because there are too many: {count}.</source>
        <translation>因数量过多而未识别文字的图片：{count}。</translation>
    </message>
    <message>
        <source>Protected with a password, and left out: {names}.</source>
        <translation>受密码保护而未读取：{names}。</translation>
    </message>
    <message>
        <source>Save it as PDF and drop that.</source>
        <translation>请另存为 PDF，再拖入。</translation>
    </message>
    <message>
        <source>Save the messages you need as .msg or .eml and drop those.</source>
        <translation>请把需要的邮件另存为 .msg 或 .eml，再拖入。</translation>
    </message>
    <message>
        <source>Text in pictures was not read, because the part of kbdesk that reads pictures (OCR) is missing or damaged. Install kbdesk again, then read this file again.</source>
        <translation>没有读取图片中的文字，因为 kbdesk 中读取图片的部分（OCR）缺失或已损坏。请重新安装 kbdesk，然后重新读取此文件。</translation>
    </message>
    <message>
        <source>The attached file “{name}” could not be read.</source>
        <translation>附件“{name}”无法读取。</translation>
    </message>
    <message>
        <source>The cells of the sheet “{name}” span too many rows and columns.</source>
        <translation>工作表“{name}”的单元格跨越的行列太多。</translation>
    </message>
    <message>
        <source>The cells of this file span too many rows and columns.</source>
        <translation>这个文件的单元格跨越的行列太多。</translation>
    </message>
    <message>
        <source>The characters of this text cannot be told: its encoding is unknown.</source>
        <translation>无法辨认这段文字的字符：编码未知。</translation>
    </message>
    <message>
        <source>The characters were read as {encoding}; check that they are right.</source>
        <translation>字符按 {encoding} 编码读取，请检查是否正确。</translation>
    </message>
    <message>
        <source>The file breaks off; what comes before was read.</source>
        <translation>文件中途中断；之前的内容已读取。</translation>
    </message>
    <message>
        <source>The file cannot be read ({reason}). Check the disk or the network drive.</source>
        <translation>无法读取文件（{reason}）。请检查磁盘或网络驱动器。</translation>
    </message>
    <message>
        <source>The file is not there any more. Drop it again from where it is now.</source>
        <translation>文件已不在原处。请从现在的位置重新拖入。</translation>
    </message>
    <message>
        <source>The message only points to these files, or holds them in a form that only Outlook opens: {names}.</source>
        <translation>邮件只指向这些文件，或以只有 Outlook 能打开的形式保存它们：{names}。</translation>
    </message>
    <message>
        <source>The message, or a part of it, is encrypted or signed as a whole (S/MIME, PGP) and was not read. Open it in your mail program, copy the text and drop that.</source>
        <translation>邮件或其中一部分被整体加密或签名（S/MIME、PGP），未能读取。请在邮件程序中打开，复制文字后拖入。</translation>
    </message>
    <message>
        <source>The name ends in “{ending}”, but the content is of another kind ({kind}) and was taken as that.</source>
        <translation>文件名以“{ending}”结尾，但内容是另一种类型（{kind}），已按内容读取。</translation>
    </message>
    <message>
        <source>The password does not open this file.</source>
        <translation>密码打不开这个文件。</translation>
    </message>
    <message>
        <source>The sheet “{name}” could not be read.</source>
        <translation>无法读取工作表“{name}”。</translation>
    </message>
    <message>
        <source>The text before a slide has a gap that cannot be filled: {prefix}</source>
        <translation>幻灯片前的文字含有无法填写的空位：{prefix}</translation>
    </message>
    <message>
        <source>The text inside cannot be read as words. Drop another copy, for example one in its original format.</source>
        <translation>其中的文字无法读成字词。请拖入另一份副本，例如原始格式的文件。</translation>
    </message>
    <message>
        <source>The text of the message cannot be read.</source>
        <translation>无法读取邮件的正文。</translation>
    </message>
    <message>
        <source>The text of these pages is unreadable and was left out: {pages}.</source>
        <translation>这些页的文字无法识别，已略去：{pages}。</translation>
    </message>
    <message>
        <source>The text was read from a picture (OCR) and may contain mistakes.</source>
        <translation>文字是从图片中识别出来的（OCR），可能有误。</translation>
    </message>
    <message>
        <source>There are too many files inside each other. Unpack them yourself.</source>
        <translation>文件嵌套层数太多。请自行解压。</translation>
    </message>
    <message>
        <source>There is no LibreOffice on this computer, or it cannot be started.</source>
        <translation>这台电脑上没有 LibreOffice，或无法启动。</translation>
    </message>
    <message>
        <source>There is no table format “{name}”.</source>
        <translation>没有名为“{name}”的表格格式。</translation>
    </message>
    <message>
        <source>There is no text in this file. If it should hold some, get a fresh copy.</source>
        <translation>这个文件里没有文字。如果应该有，请重新获取一份。</translation>
    </message>
    <message>
        <source>These pages could not be read: {pages}.</source>
        <translation>无法读取这些页：{pages}。</translation>
    </message>
    <message>
        <source>Read from a picture of the page (OCR), so mistakes are possible: page {pages}.</source>
        <translation>文字是从页面图像中识别出来的（OCR），可能有误：第 {pages} 页。</translation>
    </message>
    <message>
        <source>Open it with File &gt; Open knowledge base, or with “{command} kb import”; save it first if it is inside a message or an archive.</source>
        <translation>请用“文件 &gt; 打开知识库”或“{command} kb import”打开它；如果它在邮件或压缩包里，请先把它保存出来。</translation>
    </message>
    <message>
        <source>These slides are hidden in the show: {slides}.</source>
        <translation>这些幻灯片在放映时隐藏：{slides}。</translation>
    </message>
    <message>
        <source>These slides could not be read: {slides}.</source>
        <translation>无法读取这些幻灯片：{slides}。</translation>
    </message>
    <message>
        <source>This PDF has {count} pages, more than can be read.</source>
        <translation>这个 PDF 有 {count} 页，超出了可读取的范围。</translation>
    </message>
    <message>
        <source>This PDF is an interactive form that only Adobe Acrobat can show.</source>
        <translation>这个 PDF 是只有 Adobe Acrobat 才能显示的交互式表单。</translation>
    </message>
    <message>
        <source>This PDF is protected by a rights management system.</source>
        <translation>这个 PDF 受权限管理系统保护。</translation>
    </message>
    <message>
        <source>This RTF file has thousands of groups inside each other.</source>
        <translation>这个 RTF 文件含有数千层嵌套的组。</translation>
    </message>
    <message>
        <source>This archive contains itself, without end.</source>
        <translation>这个压缩包无限地包含自身。</translation>
    </message>
    <message>
        <source>This archive holds more than {count} files.</source>
        <translation>这个压缩包中的文件超过 {count} 个。</translation>
    </message>
    <message>
        <source>This archive holds more than {size} MB in an old encryption that takes too long to open.</source>
        <translation>这个压缩包中有超过 {size} MB 的内容采用旧式加密，打开需要太长时间。</translation>
    </message>
    <message>
        <source>This archive holds only archives that are inside of {count} other files; they were not opened.</source>
        <translation>这个压缩包中只有嵌套在 {count} 层文件之内的压缩包，没有打开。</translation>
    </message>
    <message>
        <source>This archive is inside of {count} other files and was not opened.</source>
        <translation>这个压缩包嵌套在 {count} 层文件之内，没有打开。</translation>
    </message>
    <message>
        <source>This archive is packed or encrypted in a way that kbdesk does not know (for example Deflate64).</source>
        <translation>这个压缩包的压缩或加密方式 kbdesk 不认识（例如 Deflate64）。</translation>
    </message>
    <message>
        <source>This archive unpacks to more than {size} MB.</source>
        <translation>这个压缩包解压后超过 {size} MB。</translation>
    </message>
    <message>
        <source>This e-book is copy-protected (DRM) and cannot be read, with no password either.</source>
        <translation>这本电子书有防拷贝保护（DRM），无法读取，用密码也不行。</translation>
    </message>
    <message>
        <source>This file is empty.</source>
        <translation>这个文件是空的。</translation>
    </message>
    <message>
        <source>This file is encrypted in a way that kbdesk does not know.</source>
        <translation>这个文件的加密方式 kbdesk 不认识。</translation>
    </message>
    <message>
        <source>This file is larger than {size} MB.</source>
        <translation>这个文件大于 {size} MB。</translation>
    </message>
    <message>
        <source>This file is protected by rights management: only certain accounts may open it.</source>
        <translation>这个文件受权限管理保护，只有特定账户可以打开。</translation>
    </message>
    <message>
        <source>This file is protected with a password.</source>
        <translation>这个文件有密码保护。</translation>
    </message>
    <message>
        <source>This file needs too much memory to be read.</source>
        <translation>读取这个文件需要太多内存。</translation>
    </message>
    <message>
        <source>This is a file in an old format ({kind}).</source>
        <translation>这是旧格式的文件（{kind}）。</translation>
    </message>
    <message>
        <source>This is a photo in the format HEIC, and the library that reads it is not installed.</source>
        <translation>这是 HEIC 格式的照片，但没有安装读取它的库。</translation>
    </message>
    <message>
        <source>This is a whole knowledge base of kbdesk, not a document.</source>
        <translation>这是一个完整的 kbdesk 知识库，不是文档。</translation>
    </message>
    <message>
        <source>This is no picture that can be read ({kind}).</source>
        <translation>这不是可以读取的图片（{kind}）。</translation>
    </message>
    <message>
        <source>This message holds far more than its size allows.</source>
        <translation>这封邮件所含内容远远超过其大小所能容纳的。</translation>
    </message>
    <message>
        <source>This page only shows other files: {names}. Add them, too.</source>
        <translation>这个页面只显示其他文件：{names}。请把它们也添加进来。</translation>
    </message>
    <message>
        <source>This picture has more than {count} million pixels.</source>
        <translation>这张图片超过 {count} 百万像素。</translation>
    </message>
    <message>
        <source>This text is not in the encoding {encoding}.</source>
        <translation>这段文字的编码不是 {encoding}。</translation>
    </message>
    <message>
        <source>This web page is built in an unusual way, with thousands of boxes inside each other.</source>
        <translation>这个网页的结构很不寻常，嵌套了成千上万层。</translation>
    </message>
    <message>
        <source>This {kind} file is damaged and cannot be opened.</source>
        <translation>这个 {kind} 文件已损坏，无法打开。</translation>
    </message>
    <message>
        <source>This {kind} file unpacks to far more than it should.</source>
        <translation>这个 {kind} 文件解压后的大小远远超出正常范围。</translation>
    </message>
    <message>
        <source>Unpack it and drop the files that are inside.</source>
        <translation>请解压，再拖入里面的文件。</translation>
    </message>
    <message>
        <source>Unpack it with the program that made it and drop the files that are inside.</source>
        <translation>请用制作它的程序解压，再拖入里面的文件。</translation>
    </message>
    <message>
        <source>Use “markdown” or “json”.</source>
        <translation>请使用“markdown”或“json”。</translation>
    </message>
    <message>
        <source>You may not read this file. Copy it to a folder of your own and drop the copy.</source>
        <translation>您没有读取这个文件的权限。请复制到自己的文件夹，再拖入副本。</translation>
    </message>
    <message>
        <source>kbdesk cannot read this kind of file ({kind}).</source>
        <translation>kbdesk 不能读取这类文件（{kind}）。</translation>
    </message>
    <message>
        <source>kbdesk does not know this kind of file.</source>
        <translation>kbdesk 不认识这类文件。</translation>
    </message>
</context>
<context>
    <name>place</name>
    <message>
        <source>page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>page {page} (printed “{label}”)</source>
        <translation>第 {page} 页（印刷页码“{label}”）</translation>
    </message>
    <message>
        <source>row {row}</source>
        <translation>第 {row} 行</translation>
    </message>
    <message>
        <source>rows {first}-{last}</source>
        <translation>第 {first}-{last} 行</translation>
    </message>
    <message>
        <source>sheet {sheet}</source>
        <translation>工作表 {sheet}</translation>
    </message>
    <message>
        <source>sheet {sheet}, row {row}</source>
        <translation>工作表 {sheet}，第 {row} 行</translation>
    </message>
    <message>
        <source>sheet {sheet}, rows {first}-{last}</source>
        <translation>工作表 {sheet}，第 {first}-{last} 行</translation>
    </message>
    <message>
        <source>slide {slide}</source>
        <translation>第 {slide} 张幻灯片</translation>
    </message>
    <message>
        <source>{headings}</source>
        <translation>{headings}</translation>
    </message>
</context>
<context>
    <name>questions</name>
    <message>
        <source>Another passage of “{name}” comes first.</source>
        <translation>“{name}”的另一个段落排在最前。</translation>
    </message>
    <message>
        <source>Cannot be checked: {problem}</source>
        <translation>无法检查：{problem}</translation>
    </message>
    <message>
        <source>Cannot be checked: “{name}” has no passages.</source>
        <translation>无法检查：“{name}”没有段落。</translation>
    </message>
    <message>
        <source>Cannot be checked: “{name}” is gone.</source>
        <translation>无法检查：“{name}”已经不在了。</translation>
    </message>
    <message>
        <source>Cannot be checked: “{name}” is in the trash.</source>
        <translation>无法检查：“{name}”在回收站中。</translation>
    </message>
    <message>
        <source>Cannot be checked: “{name}” is still being read.</source>
        <translation>无法检查：“{name}”还在读取中。</translation>
    </message>
    <message>
        <source>Check that it is there and that you may read it.</source>
        <translation>请检查它是否存在，以及您是否有读取权限。</translation>
    </message>
    <message>
        <source>Choose a number from 1 to {depth}.</source>
        <translation>请选择 1 到 {depth} 之间的数字。</translation>
    </message>
    <message>
        <source>Choose a table that a spreadsheet saved as CSV.</source>
        <translation>请选择由电子表格程序另存为 CSV 的表格。</translation>
    </message>
    <message>
        <source>Choose another folder, or close the program that has the file open.</source>
        <translation>请选择另一个文件夹，或关闭正打开着该文件的程序。</translation>
    </message>
    <message>
        <source>Choose another one from the list.</source>
        <translation>请从列表中选择另一个。</translation>
    </message>
    <message>
        <source>Not among the first {first}.</source>
        <translation>不在前 {first} 位之内。</translation>
    </message>
    <message>
        <source>Not asked yet.</source>
        <translation>尚未提问。</translation>
    </message>
    <message>
        <source>Restore it from the trash, or let another document be expected.</source>
        <translation>请从回收站中恢复它，或改为预期另一个文档。</translation>
    </message>
    <message>
        <source>Right, but only as a weak hit.</source>
        <translation>正确，但只是弱匹配。</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Shorten the question to {query} letters and the passage to {quote}.</source>
        <translation>请将问题缩短到 {query} 个字符以内，段落缩短到 {quote} 个字符以内。</translation>
    </message>
    <message>
        <source>The check question “{query}” was deleted.</source>
        <translation>已删除测试问题“{query}”。</translation>
    </message>
    <message>
        <source>The file “{name}” cannot be read.</source>
        <translation>无法读取文件“{name}”。</translation>
    </message>
    <message>
        <source>The file “{name}” cannot be written.</source>
        <translation>无法写入文件“{name}”。</translation>
    </message>
    <message>
        <source>The file “{name}” is too large for a list of check questions.</source>
        <translation>文件“{name}”太大，不能作为测试问题列表。</translation>
    </message>
    <message>
        <source>The model of this knowledge base cannot be used, so only words were searched, which says nothing of what is usually found.</source>
        <translation>这个知识库的模型无法使用，因此只按字词搜索，结果不能说明平时能找到什么。</translation>
    </message>
    <message>
        <source>The number of hits that count cannot be {first}.</source>
        <translation>计入的结果数不能是 {first}。</translation>
    </message>
    <message>
        <source>The passage is turned off.</source>
        <translation>这个段落已停用。</translation>
    </message>
    <message>
        <source>The question or the passage in this line is too long.</source>
        <translation>这一行中的问题或段落太长。</translation>
    </message>
    <message>
        <source>The question or the passage is too long.</source>
        <translation>问题或段落太长。</translation>
    </message>
    <message>
        <source>The search gave no answer.</source>
        <translation>搜索没有应答。</translation>
    </message>
    <message>
        <source>There are several documents “{name}”.</source>
        <translation>有多个名为“{name}”的文档。</translation>
    </message>
    <message>
        <source>There is no document “{name}”.</source>
        <translation>没有名为“{name}”的文档。</translation>
    </message>
    <message>
        <source>There is no expected document in this line.</source>
        <translation>这一行中没有预期文档。</translation>
    </message>
    <message>
        <source>There is no knowledge base “{name}”.</source>
        <translation>没有名为“{name}”的知识库。</translation>
    </message>
    <message>
        <source>There is no question in this line.</source>
        <translation>这一行中没有问题。</translation>
    </message>
    <message>
        <source>There is no question.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <source>They were asked again because some could not be checked.</source>
        <translation>因有些问题无法检查，已重新提问。</translation>
    </message>
    <message>
        <source>They were asked because check questions had changed.</source>
        <translation>因测试问题有更改而提问。</translation>
    </message>
    <message>
        <source>They were asked because documents had changed.</source>
        <translation>因文档有更改而提问。</translation>
    </message>
    <message>
        <source>They were asked because the model or kbdesk had changed.</source>
        <translation>因模型或 kbdesk 有更改而提问。</translation>
    </message>
    <message>
        <source>They were asked because you wanted it.</source>
        <translation>按您的要求提问。</translation>
    </message>
    <message>
        <source>This check question is no longer there.</source>
        <translation>这个测试问题已经不在了。</translation>
    </message>
    <message>
        <source>This line cannot be read: its quotation marks do not fit together, or it is too long.</source>
        <translation>无法读取这一行：引号不成对，或者这一行太长。</translation>
    </message>
    <message>
        <source>Type what people will ask.</source>
        <translation>请输入大家会问的问题。</translation>
    </message>
    <message>
        <source>{count} check questions were deleted.</source>
        <translation>已删除 {count} 个测试问题。</translation>
    </message>
    <message>
        <source>{right} of {total} check questions are right.</source>
        <translation>{total} 个测试问题中有 {right} 个正确。</translation>
    </message>
    <message>
        <source>{sentence} {other}</source>
        <translation>{sentence}{other}</translation>
    </message>
    <message>
        <source>“{first}” is no number from 1 to {depth}.</source>
        <translation>“{first}”不是 1 到 {depth} 之间的数字。</translation>
    </message>
    <message>
        <source>“{mode}” is no way of searching.</source>
        <translation>“{mode}”不是一种搜索方式。</translation>
    </message>
    <message>
        <source>“{name}” comes first.</source>
        <translation>“{name}”排在最前。</translation>
    </message>
    <message>
        <source>“{name}” does not say this any more.</source>
        <translation>“{name}”中已没有这段内容。</translation>
    </message>
    <message>
        <source>“{name}” is not there.</source>
        <translation>“{name}”不存在。</translation>
    </message>
</context>
<context>
    <name>search</name>
    <message>
        <source>A saved search needs a name of 1 to {most} characters.</source>
        <translation>已保存搜索的名称须为 1 到 {most} 个字符。</translation>
    </message>
    <message>
        <source>All passages of the document are turned off.</source>
        <translation>这个文档的所有段落都已停用。</translation>
    </message>
    <message>
        <source>An older version of the document answers; the new one has not been read.</source>
        <translation>目前搜到的是文档的旧版本；新版本尚未读取。</translation>
    </message>
    <message>
        <source>Ask with words that stand in it, or write a note on it with the words of the question.</source>
        <translation>请用段落中出现的词提问，或为它写一条含有问题字词的批注。</translation>
    </message>
    <message>
        <source>By meaning it comes at place {meaning}, by words at place {words}.</source>
        <translation>按意思，它排第 {meaning} 位；按字词，排第 {words} 位。</translation>
    </message>
    <message>
        <source>By meaning it comes at place {meaning}, by words it is not found.</source>
        <translation>按意思，它排第 {meaning} 位；按字词，没有找到它。</translation>
    </message>
    <message>
        <source>By words it comes at place {words}, by meaning it is far away.</source>
        <translation>按字词，它排第 {words} 位；按意思，它相距很远。</translation>
    </message>
    <message>
        <source>Choose another one of the document.</source>
        <translation>请选择这个文档的另一个段落。</translation>
    </message>
    <message>
        <source>It comes at place {place}, behind the {most} that are shown.</source>
        <translation>它排第 {place} 位，在显示的前 {most} 位之后。</translation>
    </message>
    <message>
        <source>It has few of the question&apos;s words, and is far from it in meaning.</source>
        <translation>它所含问题中的字词很少，意思上也与问题相距较远。</translation>
    </message>
    <message>
        <source>It has few of the question&apos;s words.</source>
        <translation>它所含问题中的字词很少。</translation>
    </message>
    <message>
        <source>It is found at place {place}, among the weak ones. {why}</source>
        <translation>它排第 {place} 位，属于弱匹配。{why}</translation>
    </message>
    <message>
        <source>It is found at place {place}.</source>
        <translation>它排第 {place} 位。</translation>
    </message>
    <message>
        <source>It is not among the first {most}.</source>
        <translation>它不在前 {most} 位之内。</translation>
    </message>
    <message>
        <source>Its knowledge base could not be searched. {why}</source>
        <translation>无法搜索它所在的知识库。{why}</translation>
    </message>
    <message>
        <source>Its score of {score} is below the least score of {least}.</source>
        <translation>它的得分 {score} 低于最低得分 {least}。</translation>
    </message>
    <message>
        <source>Let it go on.</source>
        <translation>请让它继续读取。</translation>
    </message>
    <message>
        <source>Look at the state of the document in the list.</source>
        <translation>请在列表中查看文档的状态。</translation>
    </message>
    <message>
        <source>Look at what was read of it.</source>
        <translation>请查看从中读到了什么。</translation>
    </message>
    <message>
        <source>Lower the least score.</source>
        <translation>请降低最低得分。</translation>
    </message>
    <message>
        <source>Merge the two passages.</source>
        <translation>请合并这两个段落。</translation>
    </message>
    <message>
        <source>No word of the question stands in it.</source>
        <translation>它不含问题中的任何字词。</translation>
    </message>
    <message>
        <source>None of the question&apos;s words tells it apart, and it is far from it in meaning.</source>
        <translation>问题中没有字词能让它区别于其他段落，意思上也与问题相距较远。</translation>
    </message>
    <message>
        <source>Nothing was asked.</source>
        <translation>没有提出问题。</translation>
    </message>
    <message>
        <source>Put right what is said there, then use Try again.</source>
        <translation>请解决上述问题，然后点击“重试”。</translation>
    </message>
    <message>
        <source>Remove the filter.</source>
        <translation>请移除筛选条件。</translation>
    </message>
    <message>
        <source>Restore it from the trash.</source>
        <translation>请从回收站中恢复它。</translation>
    </message>
    <message>
        <source>Search again when it has been read.</source>
        <translation>请等它读取完毕后再搜索。</translation>
    </message>
    <message>
        <source>Search by meaning too, or ask with words that stand in it.</source>
        <translation>请同时按意思搜索，或用段落中出现的词提问。</translation>
    </message>
    <message>
        <source>Search in all knowledge bases.</source>
        <translation>请在所有知识库中搜索。</translation>
    </message>
    <message>
        <source>Searched by meaning only, since no words are kept there: {names}.</source>
        <translation>以下知识库只按意思搜索，因为其中没有保存字词：{names}。</translation>
    </message>
    <message>
        <source>Searched by words only, since it was made without a model: {names}.</source>
        <translation>以下知识库只按字词搜索，因为建立时没有使用模型：{names}。</translation>
    </message>
    <message>
        <source>Searched by words only, since the built-in model is missing: {names}.</source>
        <translation>以下知识库只按字词搜索，因为缺少内置模型：{names}。</translation>
    </message>
    <message>
        <source>Searched without the picture, since the model reads text only: {names}.</source>
        <translation>以下知识库没有按图片搜索，因为模型只能读取文字：{names}。</translation>
    </message>
    <message>
        <source>Show more, or ask with words that stand in it.</source>
        <translation>请显示更多结果，或用段落中出现的词提问。</translation>
    </message>
    <message>
        <source>The document could not be read. {why}</source>
        <translation>无法读取文档。{why}</translation>
    </message>
    <message>
        <source>The document has no passages.</source>
        <translation>文档没有段落。</translation>
    </message>
    <message>
        <source>The document has not been read: its reading is paused.</source>
        <translation>文档尚未读取：读取已暂停。</translation>
    </message>
    <message>
        <source>The document has not been read: its reading was stopped.</source>
        <translation>文档尚未读取：读取已停止。</translation>
    </message>
    <message>
        <source>The document is in the knowledge base “{base}”, which was not searched.</source>
        <translation>文档在知识库“{base}”中，而这个知识库没有搜索。</translation>
    </message>
    <message>
        <source>The document is in the trash.</source>
        <translation>文档在回收站中。</translation>
    </message>
    <message>
        <source>The document is just being read.</source>
        <translation>文档正在读取。</translation>
    </message>
    <message>
        <source>The document is protected and could not be read.</source>
        <translation>文档受密码保护，无法读取。</translation>
    </message>
    <message>
        <source>The document waits to be read.</source>
        <translation>文档正等待读取。</translation>
    </message>
    <message>
        <source>The filter by date leaves it out.</source>
        <translation>日期筛选条件把它排除了。</translation>
    </message>
    <message>
        <source>The filter by document leaves it out.</source>
        <translation>文档筛选条件把它排除了。</translation>
    </message>
    <message>
        <source>The filter by folder leaves it out.</source>
        <translation>文件夹筛选条件把它排除了。</translation>
    </message>
    <message>
        <source>The filter by kind leaves it out.</source>
        <translation>类型筛选条件把它排除了。</translation>
    </message>
    <message>
        <source>The filter by language leaves the passage out.</source>
        <translation>语言筛选条件把这个段落排除了。</translation>
    </message>
    <message>
        <source>The filter by tag leaves it out.</source>
        <translation>标签筛选条件把它排除了。</translation>
    </message>
    <message>
        <source>The knowledge base of the document is in the trash.</source>
        <translation>文档所在的知识库在回收站中。</translation>
    </message>
    <message>
        <source>The passage is turned off.</source>
        <translation>这个段落已停用。</translation>
    </message>
    <message>
        <source>The passages of the document are missing.</source>
        <translation>该文档的段落缺失。</translation>
    </message>
    <message>
        <source>There is no question to save.</source>
        <translation>没有可以保存的问题。</translation>
    </message>
    <message>
        <source>This passage is no longer there.</source>
        <translation>这个段落已经不在了。</translation>
    </message>
    <message>
        <source>Turn it on.</source>
        <translation>请启用它。</translation>
    </message>
    <message>
        <source>Turn on what is to be found.</source>
        <translation>请启用希望搜到的段落。</translation>
    </message>
    <message>
        <source>Type a question, then save it.</source>
        <translation>请输入一个问题，然后保存。</translation>
    </message>
    <message>
        <source>Type a question.</source>
        <translation>请输入一个问题。</translation>
    </message>
    <message>
        <source>Type another name.</source>
        <translation>请输入另一个名称。</translation>
    </message>
    <message>
        <source>Use Try again on it and type its password.</source>
        <translation>请对它使用“重试”，并输入密码。</translation>
    </message>
    <message>
        <source>Use Try again on it.</source>
        <translation>请对它使用“重试”。</translation>
    </message>
    <message>
        <source>{place} {why}</source>
        <translation>{place}{why}</translation>
    </message>
    <message>
        <source>“{name}” has the same content: the passage is found there, at place {place}.</source>
        <translation>“{name}”的内容相同：这个段落在那里可以找到，排第 {place} 位。</translation>
    </message>
    <message>
        <source>“{phrase}” stands in no single passage: it begins in passage {first} and ends in passage {second}.</source>
        <translation>没有一个段落完整包含“{phrase}”：它从第 {first} 段开始，到第 {second} 段结束。</translation>
    </message>
</context>
<context>
    <name>secrets</name>
    <message>
        <source>Check that you have copied the key alone.</source>
        <translation>请检查复制的内容是否只有密钥。</translation>
    </message>
    <message>
        <source>Look at the keyring&apos;s own program.</source>
        <translation>请查看系统密钥环自己的管理程序。</translation>
    </message>
    <message>
        <source>The key is kept until kbdesk is closed. Install a keyring to keep it longer.</source>
        <translation>密钥只保留到 kbdesk 关闭为止。要长期保存，请安装系统密钥环。</translation>
    </message>
    <message>
        <source>The key is longer than {count} characters.</source>
        <translation>密钥超过了 {count} 个字符。</translation>
    </message>
    <message>
        <source>The keyring cannot be used ({kind}).</source>
        <translation>系统密钥环无法使用（{kind}）。</translation>
    </message>
    <message>
        <source>The keyring did not answer. Look for a window that asks for its password.</source>
        <translation>系统密钥环没有响应。请查看是否有要求输入密码的窗口。</translation>
    </message>
    <message>
        <source>The keyring did not keep the key.</source>
        <translation>系统密钥环没有保存密钥。</translation>
    </message>
    <message>
        <source>The keyring is locked.</source>
        <translation>系统密钥环已锁定。</translation>
    </message>
    <message>
        <source>This computer offers no keyring that kbdesk could use.</source>
        <translation>这台电脑没有 kbdesk 可以使用的密钥环。</translation>
    </message>
    <message>
        <source>Unlock the keyring and try again.</source>
        <translation>请解锁系统密钥环，然后重试。</translation>
    </message>
</context>
<context>
    <name>self test</name>
    <message>
        <source>Make room on its disk, or let the variable TMPDIR name another folder.</source>
        <translation>请在其磁盘上腾出空间，或让变量 TMPDIR 指向另一个文件夹。</translation>
    </message>
    <message>
        <source>Nothing can be written into the folder for temporary files.</source>
        <translation>无法写入存放临时文件的文件夹。</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>Check that the disk is not full and that the folder belongs to you.</source>
        <translation>请检查磁盘是否已满，以及文件夹是否属于您。</translation>
    </message>
    <message>
        <source>The settings could not be saved to {path}.</source>
        <translation>无法把设置保存到 {path}。</translation>
    </message>
</context>
<context>
    <name>similar</name>
    <message>
        <source>All of it is also in “{name}”; only the layout differs.</source>
        <translation>其全部内容也在“{name}”中；只有版式不同。</translation>
    </message>
    <message>
        <source>Most of it ({part}) is also in “{name}”, which is newer.</source>
        <translation>其大部分内容（{part}）也在“{name}”中，后者较新。</translation>
    </message>
    <message>
        <source>Most of it ({part}) is also in “{name}”, which is older.</source>
        <translation>其大部分内容（{part}）也在“{name}”中，后者较旧。</translation>
    </message>
    <message>
        <source>Most of it ({part}) is also in “{name}”, which says more.</source>
        <translation>其大部分内容（{part}）也在“{name}”中，后者内容更多。</translation>
    </message>
    <message>
        <source>Most of it ({part}) is also in “{name}”.</source>
        <translation>其大部分内容（{part}）也在“{name}”中。</translation>
    </message>
    <message>
        <source>Most of “{name}” ({percent} %) is also in it.</source>
        <translation>“{name}”的大部分内容（{percent} %）也在其中。</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{shared} of {count} passages</source>
        <translation>{count} 个段落中的 {shared} 个</translation>
    </message>
</context>
<context>
    <name>stores</name>
    <message>
        <source>A passage has {size} numbers instead of {right}.</source>
        <translation>有一个段落有 {size} 个数字，应为 {right} 个。</translation>
    </message>
    <message>
        <source>A search model with {dimensions} numbers a passage cannot be used.</source>
        <translation>无法使用每段文字 {dimensions} 个数字的模型。</translation>
    </message>
    <message>
        <source>A setting of the Milvus Lite store cannot be right.</source>
        <translation>Milvus Lite 存储的一项设置不正确。</translation>
    </message>
    <message>
        <source>Allow your user to write to the file and its folder, then try again.</source>
        <translation>请允许您的用户写入该文件及其文件夹，然后重试。</translation>
    </message>
    <message>
        <source>Another program has {path} open.</source>
        <translation>另一个程序正打开着 {path}。</translation>
    </message>
    <message>
        <source>Another program is writing to {path}.</source>
        <translation>另一个程序正在写入 {path}。</translation>
    </message>
    <message>
        <source>Ask for at least one result.</source>
        <translation>请至少要求一个结果。</translation>
    </message>
    <message>
        <source>Choose a folder whose name ends in .db.</source>
        <translation>请选择名称以 .db 结尾的文件夹。</translation>
    </message>
    <message>
        <source>Choose a folder your user may write to.</source>
        <translation>请选择您的用户可以写入的文件夹。</translation>
    </message>
    <message>
        <source>Choose that model again, or make a new knowledge base.</source>
        <translation>请重新选择那个模型，或新建一个知识库。</translation>
    </message>
    <message>
        <source>Close that program, then try again: only one can use this kind of store at a time.</source>
        <translation>请关闭那个程序再试：这种存储一次只能由一个程序使用。</translation>
    </message>
    <message>
        <source>Create it again and add your files.</source>
        <translation>请重新创建，并添加您的文件。</translation>
    </message>
    <message>
        <source>Free some space, then try again.</source>
        <translation>请腾出一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Give the number of dimensions of the search model.</source>
        <translation>请给出模型的维度。</translation>
    </message>
    <message>
        <source>This knowledge base was made with another search model ({size} numbers).</source>
        <translation>这个知识库是用另一个模型建立的（{size} 个数字）。</translation>
    </message>
    <message>
        <source>This knowledge base was made with another search model ({size} numbers, {metric}).</source>
        <translation>这个知识库是用另一个模型建立的（{size} 个数字，{metric}）。</translation>
    </message>
    <message>
        <source>Try again, or use another search model.</source>
        <translation>请重试，或使用另一个模型。</translation>
    </message>
    <message>
        <source>Use the search model this knowledge base was made with.</source>
        <translation>请使用建立这个知识库时所用的模型。</translation>
    </message>
    <message>
        <source>Hand over all passages of a document at once, each with its own number.</source>
        <translation>请一次交出文档的所有段落，每段有自己的编号。</translation>
    </message>
    <message>
        <source>Hand over passages that follow those before them, and leave one at least.</source>
        <translation>请提供接续在前面段落之后的段落，并至少保留一个。</translation>
    </message>
    <message>
        <source>Move it away and put back a copy, or start anew and add your files again.</source>
        <translation>请把它移走并放回备份，或者重新开始并再次添加文件。</translation>
    </message>
    <message>
        <source>None of its passages are stored.</source>
        <translation>它的段落一个也没有存储。</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>请重新打开。</translation>
    </message>
    <message>
        <source>Parts of something deleted that are still stored: {count}.</source>
        <translation>已删除内容的 {count} 个部分仍然存储着。</translation>
    </message>
    <message>
        <source>Passages of a document are stored that is no longer in the knowledge base.</source>
        <translation>存储了一个已不在知识库中的文档的段落。</translation>
    </message>
    <message>
        <source>Searching for words does not find the passages that are stored.</source>
        <translation>按词语搜索找不到已存储的段落。</translation>
    </message>
    <message>
        <source>See that its disk is connected and has space, then try again.</source>
        <translation>请确认它所在的磁盘已连接且有空间，然后重试。</translation>
    </message>
    <message>
        <source>See that the folder is there and that your user may use it.</source>
        <translation>请确认文件夹存在，并且您的用户可以使用它。</translation>
    </message>
    <message>
        <source>Some passages lack what they are found by when you search for their meaning.</source>
        <translation>有些段落缺少按含义搜索时所需的数据。</translation>
    </message>
    <message>
        <source>The disk is full; nothing was changed in {path}.</source>
        <translation>磁盘已满；{path} 没有任何改动。</translation>
    </message>
    <message>
        <source>The file with all passages is damaged.</source>
        <translation>保存全部段落的文件已损坏。</translation>
    </message>
    <message>
        <source>The filter {key} has a value that cannot be compared.</source>
        <translation>筛选条件 {key} 的值无法比较。</translation>
    </message>
    <message>
        <source>The id or name of a document or knowledge base cannot be used.</source>
        <translation>文档或知识库的编号或名称无法使用。</translation>
    </message>
    <message>
        <source>The number of results is {top_k}.</source>
        <translation>结果的数量是 {top_k}。</translation>
    </message>
    <message>
        <source>The passages cannot take the place of others in this document.</source>
        <translation>这些段落不能替换该文档中的其他段落。</translation>
    </message>
    <message>
        <source>The passages of a document are not numbered from 0 without gaps or doubles.</source>
        <translation>文档的段落编号不是从 0 开始、无缺无重。</translation>
    </message>
    <message>
        <source>The search model answered with something that is not a number.</source>
        <translation>模型返回的内容不是数字。</translation>
    </message>
    <message>
        <source>There is too little free space to make {path} smaller: it takes {needed} MB for a while, and {free} MB are free.</source>
        <translation>可用空间太少，无法缩小 {path}：过程中需要 {needed} MB，而可用空间只有 {free} MB。</translation>
    </message>
    <message>
        <source>This kbdesk has no Milvus Lite.</source>
        <translation>这个 kbdesk 不包含 Milvus Lite。</translation>
    </message>
    <message>
        <source>This knowledge base is not in its store.</source>
        <translation>这个知识库不在它的存储中。</translation>
    </message>
    <message>
        <source>Update kbdesk, then try again.</source>
        <translation>请更新 kbdesk，然后重试。</translation>
    </message>
    <message>
        <source>Use COSINE, IP or L2, AUTOINDEX or FLAT, and a batch size above zero.</source>
        <translation>请使用 COSINE、IP 或 L2，AUTOINDEX 或 FLAT，以及大于零的批量大小。</translation>
    </message>
    <message>
        <source>Use a text of 1 to 255 characters without control characters.</source>
        <translation>请使用 1 到 255 个字符、不含控制字符的文字。</translation>
    </message>
    <message>
        <source>Use a text of 1 to 512 characters without control characters.</source>
        <translation>请使用 1 到 512 个字符、不含控制字符的文字。</translation>
    </message>
    <message>
        <source>Use a text, true or false, or a finite number.</source>
        <translation>请使用文字、真或假，或有限的数字。</translation>
    </message>
    <message>
        <source>Wait until it is done, then try again.</source>
        <translation>请等它完成，然后重试。</translation>
    </message>
    <message>
        <source>What is kept in it opens with the kbdesk that is started from its source by “bash packaging/run”. To do without it, add the files to a knowledge base on this computer.</source>
        <translation>保存在其中的内容可以用从源代码通过“bash packaging/run”启动的 kbdesk 打开。如果不想使用它，请把文件添加到这台计算机上的知识库。</translation>
    </message>
    <message>
        <source>{key} cannot be a name in a filter.</source>
        <translation>{key} 不能作为筛选条件的名称。</translation>
    </message>
    <message>
        <source>{path} cannot be made ({reason}).</source>
        <translation>无法创建 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>{path} cannot be opened ({reason}).</source>
        <translation>无法打开 {path}（{reason}）。</translation>
    </message>
    <message>
        <source>{path} cannot be opened.</source>
        <translation>无法打开 {path}。</translation>
    </message>
    <message>
        <source>{path} cannot be read or written ({kind}).</source>
        <translation>无法读写 {path}（{kind}）。</translation>
    </message>
    <message>
        <source>{path} cannot be read or written.</source>
        <translation>无法读写 {path}。</translation>
    </message>
    <message>
        <source>{path} cannot be written.</source>
        <translation>无法写入 {path}。</translation>
    </message>
    <message>
        <source>{path} has been closed.</source>
        <translation>{path} 已关闭。</translation>
    </message>
    <message>
        <source>{path} is damaged.</source>
        <translation>{path} 已损坏。</translation>
    </message>
    <message>
        <source>{path} was made by a newer kbdesk.</source>
        <translation>{path} 由更新版本的 kbdesk 建立。</translation>
    </message>
    <message>
        <source>{stored} of {planned} passages are stored.</source>
        <translation>{planned} 个段落中只存储了 {stored} 个。</translation>
    </message>
    <message>
        <source>{uri} cannot be the folder of a Milvus Lite store.</source>
        <translation>{uri} 不能作为 Milvus Lite 存储的文件夹。</translation>
    </message>
</context>
<context>
    <name>updates</name>
    <message>
        <source>Check the date and the time of this computer. If your company looks into what is sent, its certificate must be installed here; on Linux also the package ca-certificates. Or look at {page} yourself.</source>
        <translation>请检查这台计算机的日期和时间。如果贵公司会检查发送的内容，则必须在此安装公司的证书；在 Linux 上还需要 ca-certificates 软件包。也可以自己查看 {page}。</translation>
    </message>
    <message>
        <source>Correct that setting, or look at {page} yourself.</source>
        <translation>请更正该设置，或自行查看 {page}。</translation>
    </message>
    <message>
        <source>Set another one, or look at {page} yourself.</source>
        <translation>请设置另一个代理，或自行查看 {page}。</translation>
    </message>
    <message>
        <source>The certificates that SSL_CERT_FILE names on this computer cannot be used.</source>
        <translation>这台计算机上 SSL_CERT_FILE 指定的证书无法使用。</translation>
    </message>
    <message>
        <source>The proxy that is set on this computer cannot be used.</source>
        <translation>这台计算机上设置的代理无法使用。</translation>
    </message>
    <message>
        <source>The proxy that is set on this computer does not let kbdesk through.</source>
        <translation>这台计算机上设置的代理不允许 kbdesk 通过。</translation>
    </message>
    <message>
        <source>Try again later, or look at {page} yourself.</source>
        <translation>请稍后再试，或自行查看 {page}。</translation>
    </message>
    <message>
        <source>{host} cannot be reached.</source>
        <translation>无法连接 {host}。</translation>
    </message>
    <message>
        <source>{host} cannot prove to this computer that it is {host}.</source>
        <translation>{host} 无法向这台计算机证明自己就是 {host}。</translation>
    </message>
    <message>
        <source>{host} did not answer in time.</source>
        <translation>{host} 没有及时应答。</translation>
    </message>
    <message>
        <source>{host} gave an answer that kbdesk does not understand.</source>
        <translation>{host} 给出了 kbdesk 无法理解的应答。</translation>
    </message>
    <message>
        <source>{host} takes no more questions from your network for now.</source>
        <translation>{host} 目前不再接受来自您网络的询问。</translation>
    </message>
</context>
<context>
    <name>workers</name>
    <message>
        <source>Close other programs and try again.</source>
        <translation>请关闭其他程序，然后重试。</translation>
    </message>
    <message>
        <source>Split the file, or save it with smaller pictures.</source>
        <translation>请拆分文件，或用更小的图片保存。</translation>
    </message>
    <message>
        <source>Start kbdesk again to go on with the work.</source>
        <translation>请重新启动 kbdesk 以继续。</translation>
    </message>
    <message>
        <source>Stopped because it needed too much memory.</source>
        <translation>因占用内存过多而停止。</translation>
    </message>
    <message>
        <source>Stopped because it took too long.</source>
        <translation>因耗时过长而停止。</translation>
    </message>
    <message>
        <source>The computer did not let kbdesk start a process.</source>
        <translation>电脑不允许 kbdesk 启动进程。</translation>
    </message>
    <message>
        <source>The process that did the work ended before it was done.</source>
        <translation>负责这项工作的进程在完成之前结束了。</translation>
    </message>
    <message>
        <source>Try again when the computer is less busy, or split the file.</source>
        <translation>请在电脑不太忙时重试，或拆分文件。</translation>
    </message>
    <message>
        <source>Try again. If it happens again, the file is probably damaged.</source>
        <translation>请重试。如果再次发生，文件很可能已损坏。</translation>
    </message>
    <message>
        <source>kbdesk is closing.</source>
        <translation>kbdesk 正在关闭。</translation>
    </message>
</context>
</TS>
