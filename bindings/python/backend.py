# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""PEP 517: CMake builds the package in build/wheel, setuptools packs it. Needs nothing from a network: install with
`pip install --no-build-isolation .`, or make a wheel with `make wheel`."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import build_meta
from setuptools.dist import Distribution

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "wheel"


def _build():
    switches = {name: "OFF" for name in ("FLOAT", "SHARED", "SOLID", "TOOLS", "EXAMPLES", "TESTS")}
    switches |= {"PYTHON": "ON"}
    command = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DGRAZE_UNITY=ON", f"-DGRAZE_PYTHON={sys.executable}"]
    command += [f"-DGRAZE_BUILD_{name}={value}" for name, value in switches.items()]
    if "CMAKE_GENERATOR" not in os.environ and not (BUILD / "CMakeCache.txt").exists():
        command += ["-G", "Ninja"]
    subprocess.run(command, check=True)
    jobs = os.environ.get("JOBS", str(os.cpu_count() or 1))
    subprocess.run(
        ["cmake", "--build", str(BUILD), "--parallel", jobs, "--target", "graze_python_package"], check=True
    )


# Of every Debian; all other libraries travel in the wheel, beside the module, which looks for them there.
COMMON = re.compile(r"lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|z)\.so|ld-linux|linux-vdso")


def _copy_libraries():
    package = BUILD / "python" / "graze"
    (module,) = package.glob("_graze*.so")
    for line in subprocess.run(["ldd", str(module)], check=True, capture_output=True, text=True).stdout.splitlines():
        found = re.match(r"\s*(\S+) => (/\S+)", line)
        if found and not COMMON.match(found[1]):
            shutil.copy(found[2], package / found[1])


def _write_version():
    config = (ROOT / "include" / "graze" / "base" / "config.h").read_text()
    numbers = re.findall(r"#define GRAZE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", config)
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "version.txt").write_text(".".join(numbers))
    (BUILD / "python" / "graze").mkdir(parents=True, exist_ok=True)


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    _write_version()
    return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _write_version()
    _build()
    _copy_libraries()
    Distribution.has_ext_modules = lambda self: True  # it is of one platform, though CMake has compiled it
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("a source package is the repository: git archive")
