# The front door. Meson builds and registers the tests (meson.build); this installs what is missing and calls it.

ARGS =
FUZZ_SECONDS = 60
WERROR = false

# gcc for release; clang-19 with sanitizers and fuzzers; clang-14 for WebAssembly.
GCC = build
SAN = build-san
WASM = build-wasm

BENCHES = dojo_score
FUZZERS = $(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c)))

.PHONY: help setup build run test bench fuzz lint format golden po pictures install clean setup-test setup-lint
.DEFAULT_GOAL = help

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

setup: ## install the packages that build and run need
	@tools/setup.sh build

setup-test:
	@tools/setup.sh build test

setup-lint:
	@tools/setup.sh lint

build: setup $(GCC)/web.stamp $(WASM)/build.ninja ## leave the program at build/tatami
	ninja -C $(WASM)
	ninja -C $(GCC)

run: build ## play TATSU in the terminal; ARGS="-n 3" goes to `tatami play tatsu`
	@$(GCC)/tatami play tatsu $(ARGS)

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
	find include src tests -name '*.[ch]' -exec clang-format-14 -i {} +

golden: setup-test $(GCC)/tests.stamp ## write the golden files anew, to be reviewed as a diff
	ninja -C $(GCC) tests/golden
	$(GCC)/tests/golden --write tests/golden

po: setup ## take new messages from the sources into po/*.po
	tools/po.sh

pictures: setup-test build ## write pictures of the browser client into docs/pictures, to be looked at
	TATAMI_WEB=$(CURDIR)/$(GCC)/web tools/web.sh tests/pictures.mjs ../docs/pictures

install: build ## install under /usr/local, or DESTDIR
	meson install -C $(GCC)

clean: ## remove all that was built
	rm -rf $(GCC) $(SAN) $(WASM) web/dist web/node_modules web/node/node_modules

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

$(WASM)/build.ninja: | setup
	meson setup $(WASM) --cross-file=tools/wasm32-wasi.ini --buildtype=release -Dtests=true
