# The front door. Meson builds and registers the tests (meson.build); this installs what is missing and calls it.

ARGS =
FUZZ_SECONDS = 60
WERROR = false

# gcc for release; clang-19 with sanitizers and fuzzers, and with the one for threads; clang-14 for WebAssembly.
GCC = build
SAN = build-san
WASM = build-wasm
TSAN = build-tsan
RELEASE = build-release
COVERAGE = build-coverage
PYSAN = build-python-san
SAMPLE = 150
MINUTES = 60
PACKAGES = packages

BENCHES = dojo_score store vector
FUZZERS = $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))

.PHONY: help setup build run test bench fuzz lint format golden po pictures install clean setup-test setup-lint \
	bench-python bench-server bench-web lighthouse test-screens python python-fuzz test-gpu tsan-server release deb tarball sbom dist reproducible test-deb \
	coverage mutants soak valgrind test-site bench-site
.DEFAULT_GOAL = help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

setup: ## install the packages that build and run need
	@tools/setup.sh build

setup-test:
	@tools/setup.sh build test

setup-lint:
	@tools/setup.sh lint

build: setup $(GCC)/web.stamp $(WASM)/build.ninja ## build the program: build/tatami
	ninja -C $(WASM)
	ninja -C $(GCC)

run: build ## start the table server at http://localhost:8080; ARGS="--port 80" goes to `tatami serve`
	@$(GCC)/tatami serve $(ARGS)

test: setup-test $(GCC)/web.stamp $(GCC)/tests.stamp $(SAN)/build.ninja $(WASM)/build.ninja ## build three ways and run every suite
	ninja -C $(WASM)
	ninja -C $(GCC)
	ninja -C $(SAN)
	tools/run_tests.py $(GCC) $(SAN) $(WASM)

bench: setup-test $(GCC)/tests.stamp $(WASM)/build.ninja ## the bench signature and speed, native and WebAssembly
	ninja -C $(GCC)
	ninja -C $(WASM)
	$(GCC)/tatami bench $(ARGS)
	set -e; for bench in $(BENCHES); do $(GCC)/tests/bench_$$bench; done
	node tests/wasm/bench.mjs $(WASM)/tatami-bench.wasm
	node tests/wasm/think.mjs $(WASM)/tatami.wasm

bench-server: setup-test $(GCC)/tests.stamp ## measure the table server with 10,000 connections against its targets
	ninja -C $(GCC)
	@TATAMI=$(GCC)/tatami LOAD=$(GCC)/tests/server/load tests/server/bench.py

# Lighthouse is no part of the client: it is kept with what is built.
LIGHTHOUSE = lighthouse@12.8.2
RUNS = 3

lighthouse: setup-test build ## Lighthouse on the home page and on running tables, the median of RUNS (3)
	[ -d $(GCC)/$(LIGHTHOUSE) ] || npm install --silent --no-audit --no-fund --prefix $(GCC)/$(LIGHTHOUSE) $(LIGHTHOUSE)
	@TATAMI=$(CURDIR)/$(GCC)/tatami LIGHTHOUSE=$(CURDIR)/$(GCC)/$(LIGHTHOUSE) tools/web.sh tests/bench/lighthouse.mjs $(RUNS) $(ARGS)

test-screens: setup-test build ## every decision of every game on every screen, and the long forms of other suites. SHOTS=FOLDER keeps pictures
	@TATAMI=$(CURDIR)/$(GCC)/tatami TATAMI_WEB=$(CURDIR)/$(GCC)/web SCREENS=all SHOTS=$(SHOTS) tools/web.sh tests/e2e/fit.mjs $(ARGS)
	@set -e; for suite in drag play online books; do TATAMI=$(CURDIR)/$(GCC)/tatami TATAMI_WEB=$(CURDIR)/$(GCC)/web SCREENS=all tools/web.sh tests/e2e/$$suite.mjs; done

bench-web: setup-test build ## measure the browser's main thread while cards move, in four-player games
	@TATAMI=$(CURDIR)/$(GCC)/tatami tools/web.sh tests/bench/frames.mjs $(ARGS)

python: setup-test $(GCC)/tests.stamp ## build the Python package as its users do, and run all its tests
	ninja -C $(GCC) tatami
	TATAMI=$(CURDIR)/$(GCC)/tatami BUILD=$(GCC) tools/python_wheel.sh

python-fuzz: setup-test $(GCC)/tests.stamp $(PYSAN)/build.ninja ## wrong arguments for every Python function for FUZZ_SECONDS (60), with the address sanitizer
	ninja -C $(PYSAN) python/_core.abi3.so
	PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PRELOAD=$$(clang-19 -print-file-name=libclang_rt.asan-$$(uname -m).so) \
		PYTHON_PACKAGES=$(CURDIR)/$(GCC)/python-packages BUILD=$(CURDIR)/$(PYSAN) \
		tools/python.sh run python/tests/fuzz.py $(FUZZ_SECONDS) $(ARGS)

bench-python: setup-test $(GCC)/tests.stamp ## steps per second from Python, beside PettingZoo's, OpenSpiel's and PufferLib's card games
	ninja -C $(GCC) python/_core.abi3.so
	NEEDS=requirements-bench.txt PYTHON_PACKAGES=$(CURDIR)/$(GCC)/python-bench BUILD=$(CURDIR)/$(GCC) \
		tools/python.sh run python/benchmarks/compare.py $(ARGS)

test-gpu: setup-test $(GCC)/tests.stamp ## compare and measure tatami.gpu on this machine's graphics card; python3 needs CuPy
	ninja -C $(GCC) python/_core.abi3.so tests/libgpu_kernels.so
	@BUILD=$(CURDIR)/$(GCC) tests/gpu/card.py $(ARGS)

tsan-server: setup-test $(TSAN)/build.ninja ## the table server under load, a site on PostgreSQL, and many tables at once, with the thread sanitizer
	ninja -C $(TSAN) tatami tests/server/load tests/server/append tests/bench_vector
	set -e; export SANITIZED=1 TATAMI=$(TSAN)/tatami LOAD=$(TSAN)/tests/server/load \
		APPEND=$(CURDIR)/$(TSAN)/tests/server/append SRC=$(CURDIR) TSAN_OPTIONS=halt_on_error=1; \
		TABLES=100 SECONDS=10 tests/server/load_test.py; \
		for program in server/api server/held site/nodes site/chaos; do tests/$$program.py; done; \
		$(TSAN)/tests/bench_vector tatsu 4 64 4

fuzz: setup-test $(SAN)/build.ninja ## run every fuzzer for FUZZ_SECONDS (60), and sum up the results
	ninja -C $(SAN) $(FUZZERS:%=tests/%)
	@tools/fuzz.py $(SAN) $(FUZZ_SECONDS) $(FUZZERS)

coverage: setup-test $(COVERAGE)/build.ninja ## test coverage by folder; fails below the required minimum
	@tools/setup.sh measure
	ninja -C $(COVERAGE)
	find $(COVERAGE) -name '*.gcda' -delete
	meson test -C $(COVERAGE) --no-rebuild --quiet --no-suite source --no-suite release --timeout-multiplier 3
	@tools/coverage.py $(COVERAGE)

# `make test` does a short form of the first.
valgrind: setup-test $(GCC)/tests.stamp ## follow every byte of rules and views; one that was never set is an error
	ninja -C $(GCC) tests/defined tests/golden
	valgrind --quiet --error-exitcode=9 $(GCC)/tests/defined 1500 2
	valgrind --quiet --error-exitcode=9 $(GCC)/tests/golden tests/golden >/dev/null

soak: setup-test $(GCC)/tests.stamp ## days of play in MINUTES (60), with kills, full disks and slow clients
	ninja -C $(GCC) tatami
	@TATAMI=$(GCC)/tatami MINUTES=$(MINUTES) tests/server/soak.py

# How often what happens to the site, and how long a node is stopped; a smaller run: make test-site KILLS=10 STOPS=2
KILLS = 100
STOPS = 20
STOP_SECONDS = 10
RESTARTS = 20
FAILOVERS = 5
SPLITS = 5
ROLLS = 3

test-site: setup-test $(GCC)/tests.stamp ## a site of three nodes with PostgreSQL and HAProxy, while its parts die
	@tools/setup.sh site
	ninja -C $(GCC) tatami tests/server/append
	@export SRC=$(CURDIR) TATAMI=$(CURDIR)/$(GCC)/tatami APPEND=$(CURDIR)/$(GCC)/tests/server/append; \
		KILLS=$(KILLS) STOPS=$(STOPS) STOP_SECONDS=$(STOP_SECONDS) RESTARTS=$(RESTARTS) FAILOVERS=$(FAILOVERS) \
		SPLITS=$(SPLITS) ROLLS=$(ROLLS) tests/site/chaos.py && SECRETS=9 tests/site/nodes.py && tests/site/operate.py && \
		tests/site/postgres.py tests/server/flows.py && tests/site/postgres.py tests/server/days.py

bench-site: setup-test $(GCC)/tests.stamp ## decisions per second on PostgreSQL with one node and with three, beside SQLite
	ninja -C $(GCC) tatami tests/server/load
	@TATAMI=$(CURDIR)/$(GCC)/tatami LOAD=$(CURDIR)/$(GCC)/tests/server/load tests/site/bench.py

mutants: setup-test $(GCC)/tests.stamp ## break SAMPLE (150) places of the rules, one at a time, and see whether a test notices
	ninja -C $(GCC)
	@tools/mutants.py $(GCC) --sample $(SAMPLE) $(ARGS)

lint: setup-lint $(GCC)/build.ninja ## check formatting and look for mistakes; silent when all is well
	@tools/lint.sh

format: setup-lint ## format the C sources the way lint wants them
	find include src tests examples -name '*.[ch]' -exec clang-format-14 -i {} +

golden: setup-test $(GCC)/tests.stamp ## rewrite the golden files; review the diff
	ninja -C $(GCC) tests/golden tatami
	$(GCC)/tests/golden --write tests/golden
	tests/e2e/tui.sh --write

po: setup ## add new messages from the sources to po/*.po
	tools/po.sh

pictures: setup-test build ## take screenshots of the browser client for docs/pictures
	TATAMI=$(CURDIR)/$(GCC)/tatami tools/web.sh tests/pictures.mjs ../docs/pictures

install: build ## install under /usr/local, or DESTDIR
	meson install -C $(GCC)

# What is handed out is built by itself, for /usr, without tests, and left in packages/.
release: setup $(RELEASE)/build.ninja $(WASM)/build.ninja
	@tools/setup.sh package
	ninja -C $(WASM) tatami.wasm tatami-plain.wasm
	ninja -C $(RELEASE)

deb: release ## packages for Debian, left in packages/
	@tools/package.sh $(RELEASE) $(CURDIR)/$(PACKAGES) deb

tarball: release ## a tarball that runs from any folder
	@tools/package.sh $(RELEASE) $(CURDIR)/$(PACKAGES) tarball

sbom: release ## what is inside, with licences (SPDX)
	@tools/package.sh $(RELEASE) $(CURDIR)/$(PACKAGES) sbom

dist: ## the sources of the last commit as one file
	@tools/dist.sh $(PACKAGES)

reproducible: setup ## build the packages of the last commit twice and compare their bytes
	@tools/reproducible.sh $(RELEASE)-twice

test-deb: deb ## install, serve, upgrade and purge the packages in a fresh Debian 12; needs root
	@tools/setup.sh package
	@TATAMI=$(RELEASE)/tatami tests/release/deb.py $(RELEASE) $(PACKAGES)

clean: ## remove everything that was built
	rm -rf $(GCC) $(SAN) $(WASM) $(TSAN) $(RELEASE) $(RELEASE)-twice $(COVERAGE) $(PYSAN) $(PACKAGES) web/dist web/node_modules web/node/node_modules

$(GCC)/build.ninja: | setup
	CC=gcc meson setup $(GCC) --buildtype=release -Dwerror=$(WERROR)

$(RELEASE)/build.ninja: | setup
	CC=gcc meson setup $(RELEASE) --prefix=/usr --buildtype=release -Dweb=true -Dwerror=$(WERROR)

# The browser client needs the WebAssembly build, which is made first.
$(GCC)/web.stamp: | $(GCC)/build.ninja
	meson setup --reconfigure $(GCC) -Dweb=true
	touch $@

# People who only play need no test packages, so the tests are switched on when they are first wanted.
$(GCC)/tests.stamp: | $(GCC)/build.ninja setup-test
	meson configure $(GCC) -Dtests=true
	touch $@

$(SAN)/build.ninja: | setup-test
	CC=clang-19 meson setup $(SAN) --buildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false \
		-Dc_args=-fno-sanitize-recover=all -Dwerror=true -Dtests=true -Dfuzz=true

$(PYSAN)/build.ninja: | setup-test
	CC=clang-19 meson setup $(PYSAN) --buildtype=debugoptimized -Db_sanitize=address -Db_lundef=false -Dpython=true \
		-Dc_args=-shared-libasan -Dc_link_args=-shared-libasan

$(COVERAGE)/build.ninja: | setup-test
	CC=gcc meson setup $(COVERAGE) --buildtype=debugoptimized -Db_coverage=true -Dc_args=-fprofile-update=atomic \
		-Dtests=true

$(TSAN)/build.ninja: | setup-test
	CC=clang-19 meson setup $(TSAN) --buildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false -Dtests=true

# Small rather than fast: the page loads it first, and the bots think about as fast with it.
$(WASM)/build.ninja: | setup
	meson setup $(WASM) --cross-file=tools/wasm32-wasi.ini --buildtype=release -Doptimization=s -Dtests=true
