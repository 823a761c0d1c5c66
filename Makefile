# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# The front door. Every target installs the Debian packages it needs (packages.txt), builds, and runs.
# CMake does the building: see CMakePresets.json to use it directly.

BUILD ?= build
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
WERROR ?= OFF
FILE ?=
LIST ?=
GROUP ?=
GRAZE_SHARED ?= ../shared

RELEASE = $(BUILD)/release
SETUP = @sh scripts/setup.sh
# The page of graze check --html: without npm the command is built all the same.
SETUP_PAGE = @sh scripts/setup.sh page || echo 'Going on without npm: graze check will have no --html.'
# Quiet: what a command printed is shown only when it fails.
CONFIGURE = sh scripts/quiet.sh cmake --log-level=WARNING
NINJA = cmake --build
NINJA_OPTIONS = --parallel $(JOBS) -- --quiet
CTEST = ctest --parallel $(JOBS) --output-on-failure --no-label-summary
# Few random pairs where every one is slow; see tests/property.
SHORT = GRAZE_PAIRS=2000
# What make test asks per family and property, to stay within minutes; make property asks 100,000, make soak millions.
USUAL = GRAZE_PAIRS=$${GRAZE_PAIRS:-20000}
# The rationals of the checker allocate for every number: short stacks and a small quarantine keep that bearable.
ASAN = ASAN_OPTIONS=malloc_context_size=4:quarantine_size_mb=16
# Labels that the sanitizer legs run: unit tests of all rooms and of the C interface, what parses, what is concurrent,
# and the Python package, whose arguments may be anything.
SANITIZED = core|readers|concurrent|python
LISTED = $(if $(filter-out 0,$(LIST)),--list)

FUZZ_SECONDS ?= 30

.DEFAULT_GOAL = help
.PHONY: digest help setup demo test page-shots page-large test-asan test-asan-double test-tsan test-nosimd test-install check format bench ab truth hardcases property wheel \
        soak \
        soak-motion soak-scene support-plot box-pruning box-pruning-large broad-choice threads cliffs solid-speed chung-wang book-tables cloth mesh-large check-large command-large fuzz fuzz-long install clean \
        configure-library configure-tests configure-bench

help:
	@echo 'make demo                  build the command graze, check a scene with it, draw what it finds'
	@echo 'make test                  build both precisions and run all tests'
	@echo 'make page-large            a report of a million triangles: time to load, draw calls, script per frame, frames per second'
	@echo 'make page-shots            pictures of the report (graze check --html) of every bundled scene, in build/page'
	@echo 'make check                 format, layers, headers, clang-tidy'
	@echo 'make bench [GROUP=convex]  speed and errors beside Bullet, FCL, libccd, ODE and Embree'
	@echo 'make ab OLD=commit [GROUP= ROW= COUNT=1]  the working tree against an older commit: has a row lost?'
	@echo 'make digest OLD=<commit>   whether answers are those of another version, to the bit'
	@echo 'make install PREFIX=...    headers, libraries, the command, CMake package, pkg-config'
	@echo 'make wheel                 the Python package as a wheel in build/dist; pip install . installs it'
	@echo 'make truth [FILE= LIST=1]  cases with exact answers, one SUMMARY line per precision'
	@echo 'make hardcases [FILE=]     cases that other libraries got wrong'
	@echo 'make property              the property tests with 100,000 pairs per family'
	@echo 'make soak                  the property tests with millions of pairs'
	@echo 'make soak-motion            times of impact alone, with millions of motions'
	@echo 'make soak-scene [SECONDS=] a scene of 5,000 objects for ten minutes, against brute force, memory watched'
	@echo 'make support-plot          cost of a support against the number of vertices, as a table and a picture'
	@echo 'make chung-wang [OPTIONS=] the experiment of Chung and Wang: iterations of separating-axis finders'
	@echo 'make book-tables           Tables 5.4 to 5.6 of the book: box tests, triangle tests and times of trees'
	@echo 'make cloth                 100,000 triangles for 300 frames: refit, and the answers of a new tree; contacts with itself'
	@echo 'make mesh-large [OPTIONS=] 10 million triangles: time and memory to build, save and load'
	@echo 'make check-large [OPTIONS=] 10,000 objects, 10 million triangles: time and memory to find what touches what'
	@echo 'make command-large [OPTIONS=] likewise from a file of 295 MB, by the command'
	@echo 'make box-pruning           all pairs of 10,000 and 100,000 boxes in K-cycles: the benchmark of Terdiman'
	@echo 'make box-pruning-large     ten million boxes: time, pairs and memory (BOXES=10000000)'
	@echo 'make broad-choice          what AdaptiveBroadPhase picks, beside all that it could have picked'
	@echo 'make cliffs [ROW=]         every shape, query and placement: which calls cost far more than their neighbours'
	@echo 'make solid-speed THEIRS=   DT_* of round shapes beside a libsolid3.so built from the sources of SOLID'
	@echo 'make threads               how much faster threads make pairs of boxes, scenes and trees'
	@echo 'make fuzz | fuzz-long      every fuzz target for 30 seconds, for an hour'
	@echo 'make test-asan test-tsan test-nosimd test-install   the other legs of .ci/run; test-asan-double: a longer one'
	@echo 'make setup | format | clean'

setup:
	$(SETUP) all
	@echo 'All packages of packages.txt are installed.'

# The library and the examples; tests stay on where they have been switched on.
configure-library:
	$(SETUP) build
	$(SETUP_PAGE)
	@test -s $(RELEASE)/page/report.html || rm -f $(RELEASE)/page/report.html
	@test -f $(RELEASE)/CMakeCache.txt || \
	  $(CONFIGURE) --preset release -B $(RELEASE) -DGRAZE_WERROR=$(WERROR) -DGRAZE_BUILD_TESTS=OFF

configure-tests:
	$(SETUP) build test python
	$(SETUP_PAGE)
	@$(CONFIGURE) --preset release -B $(RELEASE) -DGRAZE_WERROR=$(WERROR) -DGRAZE_BUILD_PYTHON=ON

# Findings are no error here: exit code 1.
demo: configure-library
	@echo 'Building the command graze ...'
	@$(NINJA) $(RELEASE) --target graze_command $(NINJA_OPTIONS)
	@mkdir -p $(BUILD)/demo
	@echo '$$ graze check scenes/gear_train.wrl'
	@$(RELEASE)/graze check scenes/gear_train.wrl --svg=$(BUILD)/demo/findings.svg --json=$(BUILD)/demo/findings.json || test $$? = 1
	@$(RELEASE)/graze check scenes/gear_train.wrl --quiet --html $(BUILD)/demo/report.html || test $$? = 1 || rm -f $(BUILD)/demo/report.html
	@echo 'Written: $(BUILD)/demo/findings.svg (open it in a browser), $(BUILD)/demo/findings.json; the program is $(RELEASE)/graze.'
	@test ! -s $(BUILD)/demo/report.html || echo 'The findings in 3D: open $(abspath $(BUILD))/demo/report.html in a browser.'

test: configure-tests
	@echo 'Building graze, graze_d and their tests ...'
	@$(NINJA) $(RELEASE) $(NINJA_OPTIONS)
	@$(USUAL) $(CTEST) --test-dir $(RELEASE) --output-junit $(abspath $(RELEASE))/tests.xml
	@python3 scripts/test_budget.py $(RELEASE)

# Pictures of the report of every bundled scene, to look at.
page-shots: configure-tests
	@$(NINJA) $(RELEASE) --target graze_command $(NINJA_OPTIONS)
	@sh scripts/test_page.sh $(RELEASE) $(abspath $(BUILD))/page

page-large: configure-tests
	@$(NINJA) $(RELEASE) --target graze_command $(NINJA_OPTIONS)
	@sh scripts/test_page.sh $(RELEASE) --large

test-asan:
	$(SETUP) build test python clang
	@echo 'Building with clang, address and undefined behaviour sanitizers ...'
	@$(CONFIGURE) --preset asan -B $(BUILD)/asan -DGRAZE_BUILD_PYTHON=ON
	@$(NINJA) $(BUILD)/asan $(NINJA_OPTIONS)
	@$(ASAN) $(SHORT) $(CTEST) --test-dir $(BUILD)/asan -L '$(SANITIZED)'

# The double library is in libsolid3, too, and so in the leg above; its own tests take as long again.
test-asan-double:
	$(SETUP) build test clang
	@echo 'Building the tests of the double library with clang, address and undefined behaviour sanitizers ...'
	@$(CONFIGURE) --preset asan -B $(BUILD)/asan-double -DGRAZE_TEST_DOUBLE=ON -DGRAZE_TEST_FLOAT=OFF
	@$(NINJA) $(BUILD)/asan-double $(NINJA_OPTIONS)
	@$(ASAN) $(SHORT) $(CTEST) --test-dir $(BUILD)/asan-double -L '$(SANITIZED)'

test-tsan:
	$(SETUP) build test clang
	@echo 'Building the concurrent tests with clang and the thread sanitizer ...'
	@$(CONFIGURE) --preset tsan -B $(BUILD)/tsan
	@$(NINJA) $(BUILD)/tsan --target graze_concurrent $(NINJA_OPTIONS)
	@$(SHORT) $(CTEST) --test-dir $(BUILD)/tsan -L concurrent

test-nosimd:
	$(SETUP) build test
	@echo 'Building without Highway ...'
	@$(CONFIGURE) --preset nosimd -B $(BUILD)/nosimd
	@$(NINJA) $(BUILD)/nosimd $(NINJA_OPTIONS)
	@$(SHORT) $(CTEST) --test-dir $(BUILD)/nosimd -LE 'check|install'

test-install: configure-tests
	@$(NINJA) $(RELEASE) $(NINJA_OPTIONS)
	@JOBS=$(JOBS) sh scripts/check_install.sh $(RELEASE)

check:
	$(SETUP) build clang check
	@sh scripts/check.sh

format:
	$(SETUP) check
	@sh scripts/format.sh -i

configure-bench:
	$(SETUP) build bench
	@echo 'Building the benchmarks ...'
	@test -f $(RELEASE)/CMakeCache.txt || \
	  $(CONFIGURE) --preset release -B $(RELEASE) -DGRAZE_WERROR=$(WERROR) -DGRAZE_BUILD_TESTS=OFF
	@$(CONFIGURE) -S . -B $(RELEASE) -DGRAZE_BUILD_BENCH=ON

# A wheel for this machine's python3 in $(BUILD)/dist; pip install . makes and installs one.
wheel:
	$(SETUP) build python
	@/usr/bin/python3 -m build --wheel --no-isolation --outdir $(BUILD)/dist .

ifeq ($(GROUP),python)
bench: configure-tests
	@$(NINJA) $(RELEASE) --target graze_python_package graze_python_batch $(NINJA_OPTIONS)
	@PYTHONPATH=$(RELEASE)/python /usr/bin/python3 bench/python/run.py $(RELEASE)/graze_python_batch
else
bench: configure-bench
	@$(NINJA) $(RELEASE) --target graze_bench $(NINJA_OPTIONS)
	@GRAZE_SHARED=$(abspath $(GRAZE_SHARED)) python3 bench/run.py --build-dir $(RELEASE) $(if $(GROUP),--group $(GROUP))
	$(if $(filter broad,$(GROUP)),@$(MAKE) --no-print-directory broad-choice)
endif

# OLD: a commit. ROW: rows whose name contains it. COUNT=1: instructions of all rows, not of those in doubt alone.
OLD ?=
ROW ?=
COUNT ?=
ab:
	$(SETUP) build ab
	@test -n '$(OLD)' || { echo 'make ab OLD=commit [GROUP=name] [ROW=text] [COUNT=1] [LIST=1]'; exit 2; }
	@GRAZE_SHARED=$(abspath $(GRAZE_SHARED)) python3 bench/ab.py '$(OLD)' --out $(abspath $(BUILD))/ab --jobs $(JOBS) --row '$(ROW)' \
	  $(if $(GROUP),--group $(GROUP)) $(if $(filter-out 0,$(COUNT)),--count) $(LISTED)

# Whether the answers are those of another version, to the bit.
digest:
	$(SETUP) build
	@python3 bench/digest/run.py $(OLD)

truth: configure-tests
	@$(NINJA) $(RELEASE) --target graze_truth $(NINJA_OPTIONS)
	@for p in f32 f64; do \
	  $(RELEASE)/tests/graze_truth_$$p $(LISTED) $(or $(FILE),tests/data/truth_sample.txt) || exit 1; done

# Without FILE: ours, and those of other libraries' suites where the shared folder is at hand.
hardcases: configure-tests
	@$(NINJA) $(RELEASE) --target graze_hardcases $(NINJA_OPTIONS)
	@files=; for f in $(or $(FILE),tests/data/reported.json $(GRAZE_SHARED)/hardcases/other-suites.json); do \
	  if [ -f "$$f" ]; then files="$$files $$f"; else echo "$$f is not here: skipped"; fi; done; \
	for p in f32 f64; do \
	  $(RELEASE)/tests/graze_hardcases_$$p $(LISTED) --errata tests/data/hardcases_errata.json $$files || exit 1; done

# PAIRS pairs per family and property; a new seed every time, SEED=... repeats a run.
PAIRS ?= 3000000
SEED ?= $(shell date +%s)
soak: configure-tests
	@$(NINJA) $(RELEASE) --target graze_property $(NINJA_OPTIONS)
	@echo 'Property tests with $(PAIRS) pairs per family, seed $(SEED); repeat with: make soak PAIRS=$(PAIRS) SEED=$(SEED)'
	@GRAZE_PAIRS=$(PAIRS) GRAZE_SEED=$(SEED) $(CTEST) --timeout 86400 --test-dir $(RELEASE) -L property
	@echo 'The same with polytopes that know their faces, motions and closed forms left out, which know of no others ...'
	@GRAZE_HULLS=1 GTEST_FILTER='-*Impacts*:CastFormula.*:TinyGaps.*:SolidDepth.*' GRAZE_PAIRS=$(PAIRS) GRAZE_SEED=$(SEED) \
	  $(CTEST) --timeout 86400 --test-dir $(RELEASE) -L property

# Motions alone, and the unit tests that ask random ones: PAIRS / 10 motions of every two kinds of bodies.
MOTIONS = *Impacts.*:*SweptImpact.*:ContactIntervals.*:FeatureExact.*
soak-motion: configure-tests
	@$(NINJA) $(RELEASE) --target graze_property graze_tests $(NINJA_OPTIONS)
	@echo 'Motions with GRAZE_PAIRS=$(PAIRS), seed $(SEED); repeat with: make soak-motion PAIRS=$(PAIRS) SEED=$(SEED)'
	@for p in f32 f64; do for program in property tests; do \
	  GRAZE_PAIRS=$(PAIRS) GRAZE_SEED=$(SEED) $(RELEASE)/tests/graze_$${program}_$$p --gtest_brief=1 \
	    --gtest_filter='$(MOTIONS)' || exit 1; done; done

SECONDS ?= 600
soak-scene: configure-tests
	@$(NINJA) $(RELEASE) --target graze_soak_scene $(NINJA_OPTIONS)
	@$(RELEASE)/tests/graze_soak_scene --seconds $(SECONDS) --seed $(SEED)

property: configure-tests
	@$(NINJA) $(RELEASE) --target graze_property $(NINJA_OPTIONS)
	@GRAZE_PAIRS=100000 $(CTEST) --timeout 7200 --test-dir $(RELEASE) -L property

# Alone on the machine: it is what the sizes for scan, climb and layers are chosen from (src/hull/support.h).
support-plot: configure-bench
	@$(NINJA) $(RELEASE) --target graze_bench_f32 $(NINJA_OPTIONS)
	@python3 bench/support_plot.py --build-dir $(RELEASE)

# OPTIONS: --frames, --objects, --vertices, --seed; see bench/chung_wang/main.cpp.
OPTIONS ?=
chung-wang: configure-library
	@$(NINJA) $(RELEASE) --target chung_wang $(NINJA_OPTIONS)
	@$(RELEASE)/bench/chung_wang/chung_wang --out $(BUILD)/chung-wang $(OPTIONS)

# PLACEMENTS of two copies of each model; the teapot and the bunny are read in place where the shared folder is.
PLACEMENTS ?= 20000
book-tables: configure-tests
	@$(NINJA) $(RELEASE) --target graze_book_tables $(NINJA_OPTIONS)
	@$(RELEASE)/tests/graze_book_tables --placements $(PLACEMENTS) --models $(GRAZE_SHARED)/models

cloth: configure-tests
	@$(NINJA) $(RELEASE) --target graze_cloth graze_swept_cloth $(NINJA_OPTIONS)
	@$(RELEASE)/tests/graze_cloth
	@$(RELEASE)/tests/graze_swept_cloth

# OPTIONS: --triangles, --layout fast|compact|borrowed.
mesh-large: configure-tests
	@$(NINJA) $(RELEASE) --target graze_mesh_large $(NINJA_OPTIONS)
	@$(RELEASE)/tests/graze_mesh_large $(OPTIONS)

# OPTIONS: --objects, --triangles, --threads, --shared.
check-large: configure-library
	@$(NINJA) $(RELEASE) --target check_large $(NINJA_OPTIONS)
	@$(RELEASE)/bench/check/check_large $(OPTIONS)

# OPTIONS: --objects, --triangles (of each), --format wrl|glb, --threads.
command-large: configure-library
	@$(NINJA) $(RELEASE) --target graze_command $(NINJA_OPTIONS)
	@python3 scripts/command_large.py $(RELEASE)/graze $(BUILD)/large $(OPTIONS)

# RUNS of each size; the least counts.
RUNS ?= 200
box-pruning: configure-library
	@$(NINJA) $(RELEASE) --target box_pruning_f32 $(NINJA_OPTIONS)
	@$(RELEASE)/bench/box_pruning/box_pruning_f32 --runs $(RUNS)

BOXES ?= 10000000
box-pruning-large: configure-library
	@$(NINJA) $(RELEASE) --target box_pruning_large $(NINJA_OPTIONS)
	@$(RELEASE)/bench/box_pruning/box_pruning_large --boxes $(BOXES)

# OPTIONS: --frames, --only.
broad-choice: configure-library
	@$(NINJA) $(RELEASE) --target broad_choice $(NINJA_OPTIONS)
	@$(RELEASE)/bench/broad_choice/broad_choice $(OPTIONS)

threads: configure-library
	@$(NINJA) $(RELEASE) --target threads $(NINJA_OPTIONS)
	@$(RELEASE)/bench/threads/threads

cliffs: configure-library
	@$(NINJA) $(RELEASE) --target cliffs $(NINJA_OPTIONS)
	@GRAZE_SHARED=$(abspath $(GRAZE_SHARED)) $(RELEASE)/bench/cliffs/cliffs --accepted bench/cliffs/accepted.txt --row '$(ROW)'

# Needs a shared library of SOLID 3.5 itself: THEIRS=/path/to/libsolid3.so
solid-speed: configure-library
	@$(NINJA) $(RELEASE) --target solid_speed solid3_shared $(NINJA_OPTIONS)
	@$(RELEASE)/bench/solid/solid_speed $(RELEASE)/libsolid3.so '$(THEIRS)'

# Every fuzz target of tests/fuzz for FUZZ_SECONDS; the corpus is kept in build/fuzz.
fuzz:
	$(SETUP) build test clang
	@echo 'Building the fuzz targets with clang ...'
	@$(CONFIGURE) --preset fuzz -B $(BUILD)/fuzz
	@$(NINJA) $(BUILD)/fuzz --target graze_fuzz $(NINJA_OPTIONS)
	@sh scripts/fuzz.sh $(BUILD)/fuzz $(FUZZ_SECONDS)

fuzz-long:
	@FUZZ_SEED=0 $(MAKE) --no-print-directory fuzz FUZZ_SECONDS=3600

install: configure-library
	@echo 'Building graze, graze_d and the command ...'
	@$(NINJA) $(RELEASE) --target graze_libraries $(NINJA_OPTIONS)
	@sh scripts/quiet.sh cmake --install $(RELEASE) --prefix $(PREFIX)
	@echo 'Installed into $(PREFIX): the command graze, headers, libraries, CMake package graze, pkg-config graze and graze_d.'

clean:
	@rm -rf $(BUILD)
