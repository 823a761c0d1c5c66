#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# setup.sh GROUP...: installs the Debian packages of these groups of packages.txt ("all": every group) that are
# not there yet; nor those of programs that are in PATH. Does nothing, and needs no rights, when none is missing.
set -eu

list=$(dirname "$0")/../packages.txt
missing=
while read -r group package program; do
  case $group in '' | '#'*) continue ;; esac
  case " $* " in *" $group "* | *" all "*) ;; *) continue ;; esac
  case " $missing " in *" $package "*) continue ;; esac
  if [ -n "$program" ] && command -v "$program" >/dev/null; then continue; fi
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done <"$list"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Graze: apt-get is not here; please install yourself:$missing" >&2
  exit 1
fi
as_root=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Graze: packages are missing, and there is neither root nor sudo to install them:$missing" >&2
    exit 1
  fi
  as_root=sudo
fi

echo "Graze: installing$missing"
log=$(mktemp)
apt() { # shows what apt-get said only when it fails
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@" >"$log" 2>&1
}
install="install -y -q --no-install-recommends"
# The lists may be absent or old: then they are fetched, and the packages tried again.
apt $install $missing || { apt update -q && apt $install $missing; } || {
  cat "$log" >&2
  echo "Graze: apt-get failed; the packages needed are:$missing" >&2
  exit 1
}
rm -f "$log"
