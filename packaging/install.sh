#!/bin/sh
# Installs yardstick from a release: downloads the program for this system, compares its checksum, and puts it into a
# folder. It compiles nothing and needs no other rights than those to write into that folder.
#
# YARDSTICK_VERSION  the version; that of the release which brought this script if it is not set
# YARDSTICK_FROM     the address of the folder with the files of the release
# YARDSTICK_TO       the folder for the program; ~/.local/bin if it is not set
set -eu

version=${YARDSTICK_VERSION:-@VERSION@}
from=${YARDSTICK_FROM:-@REPOSITORY@/releases/download/v$version}
to=${YARDSTICK_TO:-$HOME/.local/bin}

fail() {
    echo "error: $1" >&2
    exit 1
}

case "$version$from" in
*@[A-Z]*) fail "this script is filled in by a release: set YARDSTICK_VERSION and YARDSTICK_FROM, or take the one of a release" ;;
esac

case "$(uname -s)" in
Linux) system=unknown-linux-musl ;;
Darwin) system=apple-darwin ;;
*) fail "there is no program for $(uname -s) that this script could install: see docs/install.md" ;;
esac
case "$(uname -m)" in
x86_64 | amd64) machine=x86_64 ;;
aarch64 | arm64) machine=aarch64 ;;
*) fail "there is no program for processors of the kind $(uname -m): build it with cargo" ;;
esac

fetch() {
    if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document="$2" "$1"
    else
        fail "neither curl nor wget is installed"
    fi
}

sum() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    else
        shasum --algorithm 256 "$1"
    fi | cut -d ' ' -f 1
}

name=yardstick-$version-$machine-$system
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fetch "$from/$name.tgz" "$folder/$name.tgz" || fail "cannot download $from/$name.tgz"
fetch "$from/SHA256SUMS" "$folder/SHA256SUMS" || fail "cannot download $from/SHA256SUMS"
expected=$(sed -n "s/^\([0-9a-f]*\)  $name\.tgz\$/\1/p" "$folder/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS does not name $name.tgz"
[ "$(sum "$folder/$name.tgz")" = "$expected" ] || fail "$name.tgz is not what SHA256SUMS says: download it again"

tar -xzf "$folder/$name.tgz" -C "$folder"
mkdir -p "$to"
# A program that is running cannot be written over, but its name can be given to another.
cp "$folder/$name/yardstick" "$to/.yardstick.new"
chmod 755 "$to/.yardstick.new"
mv "$to/.yardstick.new" "$to/yardstick"

"$to/yardstick" --version
echo "installed $to/yardstick"
case ":$PATH:" in
*":$to:"*) ;;
*) echo "note: $to is not in PATH" ;;
esac
