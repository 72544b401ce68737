#!/usr/bin/env bash
# pytest 9.2.0 replaces a method of its own class `Config` while it runs, and puts the first one back at the end.
#
# A grader that looks whether a submission has replaced something of the framework expects `Config._getini_unknown_type` to be what
# pytest's own module defines, from the import to the end. It is that before and after `pytest.main`. In between it is a function
# of the plugin `legacypath`, which is on unless somebody says `-p no:legacypath`: `pytest_load_initial_conftests` sets it, before the
# first file is collected. What is remembered of the framework before a run therefore differs as soon as the run begins, although no
# test has been imported yet.
#
# Prints where the method is from before, while files are collected, and after, with the plugin and without. Fails if that changes.
set -euo pipefail
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/venv"
"$room/venv/bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0
cd "$room"
echo 'def test_nothing(): pass' > test_nothing.py
cat > look.py <<'END'
import sys

import pytest
from _pytest.config import Config


def origin():
    return Config._getini_unknown_type.__module__


class Looks:
    def pytest_collection(self):
        seen.append(origin())


seen = [origin()]
code = pytest.main(["-q", "--tb=no", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Looks()])
seen.append(origin())
print(pytest.__version__, int(code), *seen, file=sys.stderr)
END
check() {
    local wanted=$1 said
    shift
    said=$("$room/venv/bin/python" look.py "$@" 2>&1 > /dev/null)
    echo "${*:-as it is}: $said"
    [[ "$said" == "$wanted" ]] || { echo "no longer: expected $wanted" >&2; exit 1; }
}
check "9.2.0 0 _pytest.config _pytest.legacypath _pytest.config"
check "9.2.0 0 _pytest.config _pytest.config _pytest.config" -p no:legacypath
