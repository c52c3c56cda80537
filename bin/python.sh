# Read by bin/run and bin/test: `find_python` names a Python that is new enough, or says what to install.
# Knows nothing else of the product, and needs nothing but the shell: no catalog can be read without Python.

# The system's own comes first: it is built with the compiler's full optimisation, which one that was built by hand often
# is not. Without it the same tests take an eighth more of the processor. TALON_PYTHON names another one.
find_python() {
    local name
    for name in ${TALON_PYTHON-/usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11 python}; do
        # It says where it is itself: the name may be that of a script which looks for it at each call. One that cannot
        # make environments is of no use.
        if "$name" -c 'import sys, ensurepip; sys.version_info < (3, 11) and sys.exit(1); print(sys.executable)' 2>/dev/null; then
            return
        fi
    done
    case ${LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG-}}}} in
        sv*) echo "Talon behöver Python 3.11 eller nyare. På Debian och Ubuntu: sudo apt-get install python3 python3-venv" ;;
        fi*) echo "Talon tarvitsee Python 3.11:n tai uudemman. Debianissa ja Ubuntussa: sudo apt-get install python3 python3-venv" ;;
        da*) echo "Talon kræver Python 3.11 eller nyere. På Debian og Ubuntu: sudo apt-get install python3 python3-venv" ;;
        *) echo "Talon needs Python 3.11 or newer. On Debian and Ubuntu: sudo apt-get install python3 python3-venv" ;;
    esac >&2
    return 1
}
