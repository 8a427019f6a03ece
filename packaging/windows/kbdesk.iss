; Makes .build\kbdesk-VERSION-setup.exe of .build\kbdesk; packaging/windows/make_installer runs it. Needs Inno Setup 6.3 or
; newer (`x64compatible`). November 2026: compared directive by directive, flag by flag and function by function with the
; help of Inno Setup 6.5 (ISHelp in https://github.com/jrsoftware/issrc); [Registry] also with Microsoft's pages on
; programmatic identifiers and OpenWithProgids. Not yet compiled.
; This file is UTF-8 with a byte order mark, which tells every version of the compiler so; from 6.3 on it may be missing.

#ifndef Version
  #error Give the version: iscc /DVersion=0.1.0 /DId=io.github.kbdesk.kbdesk kbdesk.iss
#endif
#define Page "https://github.com/kbdesk/kbdesk"

[Setup]
; Never changes: by it Windows knows that a later version is the same program. (Two braces: one would begin a constant.)
AppId={{D9B696F2-EC9B-4ED2-886B-8BEBF701473C}
AppName=kbdesk
AppVersion={#Version}
AppVerName=kbdesk {#Version}
AppPublisher=The makers of kbdesk
AppPublisherURL={#Page}
AppSupportURL={#Page}/issues
AppUpdatesURL={#Page}/releases
VersionInfoVersion={#Version}
; For one person, without an administrator: {autopf} is then %LOCALAPPDATA%\Programs.
PrivilegesRequired=lowest
DefaultDirName={autopf}\kbdesk
DisableProgramGroupPage=yes
; What Python and Qt are built for. x64compatible: also Windows 11 on Arm, which runs such programs. 17763 is Windows 10
; 1809, the oldest that Qt 6.11 supports.
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
; A running kbdesk holds this mutex (kbdesk/windows.py): Setup and Uninstall ask to close it first, so that it can put its
; work away. What holds the files all the same (a worker, a command) is closed by Windows after a question.
AppMutex={#Id}
CloseApplications=yes
RestartApplications=no
ChangesAssociations=yes
SetupIconFile=..\..\.build\icons\kbdesk.ico
UninstallDisplayIcon={app}\kbdesk.exe
UninstallDisplayName=kbdesk
OutputDir=..\..\.build
OutputBaseFilename=kbdesk-{#Version}-setup
SolidCompression=yes
WizardStyle=modern
; Asks for the language only where none fits that of Windows.
ShowLanguageDialog=auto

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
; Not every Inno Setup comes with Chinese, so its words are ours; what they lack is said in English.
Name: "zh"; MessagesFile: "compiler:Default.isl,ChineseSimplified.isl"

[CustomMessages]
en.PackType=Knowledge base of kbdesk
zh.PackType=kbdesk 知识库
en.DataKept=kbdesk was removed. Your knowledge bases are still there, in the folder%n%n%1%n%nIf you no longer need them, delete that folder yourself.
zh.DataKept=kbdesk 已卸载。您的知识库仍保留在以下文件夹中：%n%n%1%n%n如果不再需要，请自行删除该文件夹。

[InstallDelete]
; Modules of an older version must not stay among those of this one. Nobody keeps files of their own there.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\.build\kbdesk\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\kbdesk"; Filename: "{app}\kbdesk.exe"; AppUserModelID: "{#Id}"

[Registry]
Root: HKCU; Subkey: "Software\Classes\.kbpack"; ValueType: string; ValueName: ""; ValueData: "kbdesk.kbpack"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKCU; Subkey: "Software\Classes\.kbpack"; ValueType: string; ValueName: "Content Type"; ValueData: "application/vnd.kbdesk.pack+zip"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\.kbpack\OpenWithProgids"; ValueType: string; ValueName: "kbdesk.kbpack"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKCU; Subkey: "Software\Classes\kbdesk.kbpack"; ValueType: string; ValueName: ""; ValueData: "{cm:PackType}"; Flags: uninsdeletekey
; Who says its AppUserModelID (kbdesk/windows.py) has to say it here too, or its files are missing in the taskbar's list.
Root: HKCU; Subkey: "Software\Classes\kbdesk.kbpack"; ValueType: string; ValueName: "AppUserModelID"; ValueData: "{#Id}"
Root: HKCU; Subkey: "Software\Classes\kbdesk.kbpack\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\kbdesk.exe,0"
Root: HKCU; Subkey: "Software\Classes\kbdesk.kbpack\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\kbdesk.exe"" ""%1"""

[Run]
Filename: "{app}\kbdesk.exe"; Description: "{cm:LaunchProgram,kbdesk}"; Flags: nowait postinstall skipifsilent

[Code]
{ The data folder is no business of the installer: it is left as it is, and its place is said. }
procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
var
  Data: String;
begin
  Data := ExpandConstant('{localappdata}\kbdesk');
  if (CurUninstallStep = usPostUninstall) and DirExists(Data) and not UninstallSilent then
    MsgBox(FmtMessage(CustomMessage('DataKept'), [Data]), mbInformation, MB_OK);
end;
