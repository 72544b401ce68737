#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder is uploaded: it installs what the programs need.
set -euo pipefail

source=${AUTOGRADER:-/autograder}/source
packages=(@PACKAGES@)

missing=()
for package in "${packages[@]}"; do
  dpkg --status "$package" > /dev/null 2>&1 || missing+=("$package")
done
if ((${#missing[@]})); then
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
fi

chmod +x "$source/yardstick"
# Programs of students run as another user: the spec and the reference are not for them.
chmod -R go= "$source/spec"
# Says in the log of the build how strictly programs will be shut in.
"$source/yardstick" doctor || true
