#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# check_install.sh BUILD_DIR: installs a finished build into a temporary prefix, then builds and runs
# tests/consumer against it in every way that users have: CMake (shared, static, default), pkg-config (shared,
# static), pkg-config --static where only archives are installed, and add_subdirectory; and a C program against
# libsolid3 in most of these.
set -eu

source_dir=$(cd "$(dirname "$0")/.." && pwd)
build_dir=$(cd "$1" && pwd)
consumer=$source_dir/tests/consumer
cxx=${CXX:-c++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

quiet() { # runs a command and shows its output only when it fails
  "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "FAILED: $*" >&2; exit 1; }
}
ran() { echo "ok: $1: $("$2")"; }

quiet cmake --install "$build_dir" --prefix "$work/prefix"
libdir=$(dirname "$(find "$work/prefix" -name graze.pc)")/..
libdir=$(cd "$libdir" && pwd)
export LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

for name in graze graze_d; do # nothing but Graze's own functions leaves a shared library
  if nm -DC --defined-only "$libdir/lib$name.so" | grep -v ' graze::'; then
    echo "FAILED: lib$name.so exports these" >&2
    exit 1
  fi
done

if nm -D --defined-only "$libdir/libsolid3.so" | grep -Ev ' (DT|BP)_'; then
  echo "FAILED: libsolid3.so exports these" >&2
  exit 1
fi

for kind in "" _shared _static; do
  quiet cmake -S "$consumer" -B "$work/cmake$kind" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DKIND=$kind
  quiet cmake --build "$work/cmake$kind"
  ran "find_package, graze::graze$kind" "$work/cmake$kind/consumer"
done

# with_pkg_config NAME PREFIX FLOAT_MODULE DOUBLE_MODULE [option of pkg-config]
with_pkg_config() {
  name=$1 path=$2/${libdir#"$work/prefix/"}/pkgconfig float=$3 double=$4 static=${5:-}
  flags() { PKG_CONFIG_PATH=$path pkg-config "$@"; }
  dir=$work/pc_$name
  mkdir "$dir"
  quiet "$cxx" -std=c++20 $(flags --cflags "$float") -c "$consumer/float.cpp" -o "$dir/float.o"
  quiet "$cxx" -std=c++20 $(flags --cflags "$double") -c "$consumer/double.cpp" -o "$dir/double.o"
  quiet "$cxx" -std=c++20 "$consumer/main.cpp" "$dir/float.o" "$dir/double.o" \
    $(flags $static --libs "$float" "$double") -o "$dir/consumer"
  ran "pkg-config, $name" "$dir/consumer"
}
with_pkg_config shared "$work/prefix" graze graze_d
with_pkg_config static "$work/prefix" graze_static graze_d_static
cp -r "$work/prefix" "$work/archives"
find "$work/archives" -name 'lib*.so*' -exec rm {} +
with_pkg_config archives_only "$work/archives" graze graze_d --static
if LD_LIBRARY_PATH='' ldd "$work/pc_archives_only/consumer" | grep -q libgraze; then
  echo "FAILED: static use still needs the shared library" >&2
  exit 1
fi

# Checks of scenes, where they were built: by the package's component and by pkg-config.
if [ -e "$libdir/libgraze_check.so" ]; then
  if nm -DC --defined-only "$libdir/libgraze_check.so" | grep -Ev ' (graze::|(vtable|typeinfo|typeinfo name) for graze::)'; then
    echo "FAILED: libgraze_check.so exports these" >&2
    exit 1
  fi
  quiet cmake -S "$consumer/check" -B "$work/check" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix"
  quiet cmake --build "$work/check"
  ran "find_package, component check" "$work/check/consumer"
  quiet "$cxx" -std=c++20 "$consumer/check/main.cpp" \
    $(PKG_CONFIG_PATH=$libdir/pkgconfig pkg-config --cflags --libs graze_check) -o "$work/check_pc"
  ran "pkg-config, graze_check" "$work/check_pc"
fi

# SOLID's interface: a C program, by find_package(solid3), by pkg-config, and with the archive alone.
solid=$source_dir/examples/14_solid.c
for kind in "" _shared _static; do
  quiet cmake -S "$source_dir/tests/consumer/solid" -B "$work/solid$kind" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DKIND=$kind -DSOLID_PROGRAM="$solid"
  quiet cmake --build "$work/solid$kind"
  quiet "$work/solid$kind/program"
  echo "ok: find_package, solid3::solid3$kind"
done
for prefix in prefix archives; do
  path=$work/$prefix/${libdir#"$work/prefix/"}/pkgconfig
  static=
  if [ $prefix = archives ]; then static=--static; fi
  quiet "${CC:-cc}" -std=c89 "$solid" $(PKG_CONFIG_PATH=$path pkg-config $static --cflags --libs "solid3 >= 3.5") \
    -o "$work/solid_$prefix"
  quiet "$work/solid_$prefix"
  echo "ok: pkg-config, solid3 $static"
done

# The command, with its manual and completions: a scene with findings gives exit code 1.
if [ -x "$work/prefix/bin/graze" ]; then
  code=0
  env -u LD_LIBRARY_PATH "$work/prefix/bin/graze" check "$source_dir/scenes/kinds.wrl" --quiet || code=$?
  share=$work/prefix/share
  for file in "$share/man/man1/graze.1" "$share/bash-completion/completions/graze" "$share/zsh/site-functions/_graze"; do
    test -s "$file" || code=missing
  done
  [ "$code" = 1 ] || { echo "FAILED: the installed command: $code" >&2; exit 1; }
  if [ -s "$build_dir/page/report.html" ]; then
    env -u LD_LIBRARY_PATH "$work/prefix/bin/graze" check "$source_dir/scenes/kinds.wrl" --quiet --html "$work/report.html" || true
    [ "$(wc -c <"$work/report.html")" -gt "$(wc -c <"$build_dir/page/report.html")" ] || { echo 'FAILED: graze check --html' >&2; exit 1; }
  fi
  echo "ok: graze check"
fi

# As a subproject the library is built once more, without SIMD and unoptimised: whether it is fast is not asked here.
# With SIMD it is configured, which finds Highway.
quiet cmake -S "$consumer" -B "$work/sub_simd" -G Ninja -DGRAZE_SOURCE="$source_dir"
# There nobody names a build type: Graze is optimised all the same, and nothing else is.
flags_of() { grep -A 12 "^build .*$1.*\.o:" "$work/sub_simd/build.ninja" | grep -m 1 'FLAGS ='; }
flags_of graze_objects.dir | grep -q -e '-O3' || { echo "FAILED: a subproject without optimisation" >&2; exit 1; }
flags_of consumer_float.dir | grep -q -e '-O' && { echo "FAILED: the project around Graze has its flags" >&2; exit 1; }
echo "ok: Release is the default of a subproject"
quiet cmake -S "$consumer" -B "$work/sub" -G Ninja -DGRAZE_SOURCE="$source_dir" -DGRAZE_UNITY=ON -DGRAZE_SIMD=OFF \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0
quiet cmake --build "$work/sub" --parallel "${JOBS:-2}"
ran "add_subdirectory" "$work/sub/consumer"
