@echo off
rem Starts Talon for a hall: double-click it. What it is given goes on to the program: talon.cmd --tls, talon.cmd manage backup.
rem The data lies in the folder "data" beside this file, and stays there when a newer zip is unpacked over it.
setlocal
chcp 65001 >nul
set "HERE=%~dp0"
set "PROGRAM=%HERE%@PROGRAM@"
set "PYTHONUTF8=1"
set "PYTHONPATH=%PROGRAM%"
set "TALON_VENV=%HERE%environment"
if exist "%HERE%wheels" (
    set "PIP_NO_INDEX=1"
    rem From the folder of the program: pip would split a path at its blanks.
    set "PIP_FIND_LINKS=..\wheels"
)
if exist "%HERE%python\python.exe" (
    set PYTHON="%HERE%python\python.exe"
) else (
    set PYTHON=py -3
)
%PYTHON% -c "import sys; sys.exit(sys.version_info[:2] not in @VERSIONS@)" 2>nul
if errorlevel 1 (
    echo Talon needs Python @WORDS@ for Windows, 64 bit: https://www.python.org/downloads/windows/
    echo Talon behöver Python @WORDS@. Talon tarvitsee Pythonin @WORDS@. Talon kræver Python @WORDS@.
    pause
    exit /b 1
)
set LAN=--lan
if "%~1"=="manage" set LAN=
cd /d "%PROGRAM%"
%PYTHON% -P -m config.serving --data "%HERE%data" %LAN% %*
if errorlevel 1 pause
