#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# quiet.sh COMMAND...: runs it and shows its output only when it fails.
log=$(mktemp)
"$@" >"$log" 2>&1
status=$?
[ $status = 0 ] || cat "$log" >&2
rm -f "$log"
exit $status
