#!/bin/sh
# Make .venv and install into it what constraints.txt pins, then this checkout itself, editable.
# Needs Python 3.11 or newer with its venv module, and nothing else: uv comes from the package
# index, and where it does not, pip does the same work more slowly.
#
# usage: sh tools/bootstrap.sh [PYTHON]
set -eu

asked=${1:-}
venv=.venv
extras='cli,server,postgres,cluster,dev'

say() { printf '%s\n' "$*" >&2; }
give_up() { say "$*"; exit 1; }

version_of() { "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null; }
is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
# Debian ships venv without ensurepip, and without it venv cannot put pip into a new environment.
makes_venvs() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# Prints the first interpreter that can make the environment, or says why none can.
choose_python() {
    too_old='' without_venv=''
    for candidate in ${asked:-python3.13 python3.12 python3.11 python3 python}; do
        version=$(version_of "$candidate") || continue
        if ! is_new_enough "$candidate"; then
            too_old="${too_old:-$candidate is $version}"
        elif ! makes_venvs "$candidate"; then
            without_venv="${without_venv:-$candidate ($version)}"
        else
            echo "$candidate"
            return
        fi
    done
    [ -z "$without_venv" ] || give_up "$without_venv has no venv module: install it" \
        "(on Debian and Ubuntu: apt install python3-venv), or name another with make PYTHON=/path/to/python3."
    [ -z "$too_old" ] || give_up "Showdown needs Python 3.11 or newer, but $too_old:" \
        "install a newer one, or name it with make PYTHON=/path/to/python3."
    give_up "Showdown needs Python 3.11 or newer, but ${asked:-python3} does not run:" \
        "install it, or name one with make PYTHON=/path/to/python3."
}

python=$(choose_python)
version=$(version_of "$python")
in_venv=$venv/bin/python
if [ "$(version_of $in_venv)" != "$version" ] || ! "$in_venv" -m pip --version >/dev/null 2>&1; then
    say "Making $venv with Python $version; this happens once."
    "$python" -m venv --clear $venv
fi

# Bytecode is made once and here: where Python may not write it, each start would take seconds more.
compile_ours() { "$in_venv" -m compileall -q showdown server client_cli migrations; }

export PIP_DISABLE_PIP_VERSION_CHECK=1 UV_PYTHON_DOWNLOADS=never
if "$in_venv" -m pip install --quiet --constraint constraints.txt uv 2>/dev/null &&
    "$in_venv" -m uv pip install --quiet --compile-bytecode --python "$in_venv" \
        --requirement constraints.txt --editable ".[$extras]"; then
    compile_ours
    exit 0
fi
say "uv could not install the dependencies; trying pip, which takes longer."
"$in_venv" -m pip install --quiet --requirement constraints.txt --editable ".[$extras]" ||
    give_up "The dependencies could not be installed: see above, and run the same command again" \
        "once the package index can be reached."
compile_ours
