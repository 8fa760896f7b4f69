# The front door. Meson builds and registers the tests (meson.build); this installs what is missing and calls it.

ARGS =
FUZZ_SECONDS = 60
WERROR = false

# gcc for release; clang-19 with sanitizers and fuzzers, and with the one for threads; clang-14 for WebAssembly.
GCC = build
SAN = build-san
WASM = build-wasm
TSAN = build-tsan

BENCHES = dojo_score store vector
FUZZERS = $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))

.PHONY: help setup build run test bench fuzz lint format golden po pictures install clean setup-test setup-lint \
	bench-server bench-web lighthouse tsan-server
.DEFAULT_GOAL = help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

setup: ## install the packages that build and run need
	@tools/setup.sh build

setup-test:
	@tools/setup.sh build test

setup-lint:
	@tools/setup.sh lint

build: setup $(GCC)/web.stamp $(WASM)/build.ninja ## leave the program at build/tatami
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
	node tests/wasm/bench.mjs $(WASM)/tatami.wasm

bench-server: setup-test $(GCC)/tests.stamp ## what the table server reaches with 10,000 connections, beside what is asked
	ninja -C $(GCC)
	@TATAMI=$(GCC)/tatami LOAD=$(GCC)/tests/server/load tests/server/bench.py

# Lighthouse is no part of the client: it is kept with what is built.
LIGHTHOUSE = lighthouse@12.8.2
RUNS = 3

lighthouse: setup-test build ## Lighthouse on the home page and on running tables, the median of RUNS (3)
	[ -d $(GCC)/$(LIGHTHOUSE) ] || npm install --silent --no-audit --no-fund --prefix $(GCC)/$(LIGHTHOUSE) $(LIGHTHOUSE)
	@TATAMI=$(CURDIR)/$(GCC)/tatami LIGHTHOUSE=$(CURDIR)/$(GCC)/$(LIGHTHOUSE) tools/web.sh tests/bench/lighthouse.mjs $(RUNS) $(ARGS)

bench-web: setup-test build ## what the browser's main thread does while cards move, in whole games of four
	@TATAMI=$(CURDIR)/$(GCC)/tatami tools/web.sh tests/bench/frames.mjs $(ARGS)

tsan-server: setup-test $(TSAN)/build.ninja ## the table server under load with the thread sanitizer
	ninja -C $(TSAN) tatami tests/server/load
	SANITIZED=1 TABLES=100 SECONDS=10 TATAMI=$(TSAN)/tatami LOAD=$(TSAN)/tests/server/load \
		TSAN_OPTIONS=halt_on_error=1 tests/server/load_test.py

# libFuzzer writes what it finds into the first folder and only reads the corpus.
fuzz: setup-test $(SAN)/build.ninja ## run every fuzzer for FUZZ_SECONDS (60)
	ninja -C $(SAN) $(FUZZERS:%=tests/%)
	set -e; for fuzzer in $(FUZZERS); do \
		mkdir -p $(SAN)/fuzz/$$fuzzer; \
		$(SAN)/tests/$$fuzzer -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -close_fd_mask=1 \
			-artifact_prefix=$(SAN)/fuzz/$$fuzzer- $(SAN)/fuzz/$$fuzzer tests/fuzz/corpus/$$fuzzer; \
	done

lint: setup-lint ## check layout and look for mistakes; says nothing when all is well
	@tools/lint.sh

format: setup-lint ## lay the C sources out as lint wants them
	find include src tests examples -name '*.[ch]' -exec clang-format-14 -i {} +

golden: setup-test $(GCC)/tests.stamp ## write the golden files anew, to be reviewed as a diff
	ninja -C $(GCC) tests/golden tatami
	$(GCC)/tests/golden --write tests/golden
	tests/e2e/tui.sh --write

po: setup ## take new messages from the sources into po/*.po
	tools/po.sh

pictures: setup-test build ## write pictures of the browser client into docs/pictures, to be looked at
	TATAMI=$(CURDIR)/$(GCC)/tatami tools/web.sh tests/pictures.mjs ../docs/pictures

install: build ## install under /usr/local, or DESTDIR
	meson install -C $(GCC)

clean: ## remove all that was built
	rm -rf $(GCC) $(SAN) $(WASM) $(TSAN) web/dist web/node_modules web/node/node_modules

$(GCC)/build.ninja: | setup
	CC=gcc meson setup $(GCC) --buildtype=release -Dwerror=$(WERROR)

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

$(TSAN)/build.ninja: | setup-test
	CC=clang-19 meson setup $(TSAN) --buildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false -Dtests=true

$(WASM)/build.ninja: | setup
	meson setup $(WASM) --cross-file=tools/wasm32-wasi.ini --buildtype=release -Dtests=true
