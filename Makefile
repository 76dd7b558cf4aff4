# `make test` and `make build` set up what they need on a fresh Debian 12. `make help` lists the rest.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SECONDS_PER_FUZZ_TARGET ?= 30
DATA ?= ../shared/data

.DEFAULT_GOAL := build
.PHONY: help setup build demo demo-collector test check bench accuracy package lint format install clean wheel python-docs

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## install the Debian packages the build needs (nothing happens when all are there)
	@scripts/setup

build: setup ## build/release/sourdine
	@cmake --preset release -Wno-dev >/dev/null
	@cmake --build --preset release --parallel $(JOBS) --target sourdine_cli

demo: build ## the whole path on bundled data; ends with the path of a page
	@rm -rf build/demo
	@build/release/sourdine demo --out build/demo

demo-collector: build ## a collector, fifty simulated crews that report to it, and its dashboard, until Ctrl-C
	@scripts/demo-collector build/release/sourdine build/demo-collector

pictures: demo ## docs/images, from that page in chromium
	@scripts/pictures build/demo docs/images

test: setup ## everything: all tiers, sanitizers, fuzz smoke, install test
	@JOBS=$(JOBS) SECONDS_PER_FUZZ_TARGET=$(SECONDS_PER_FUZZ_TARGET) scripts/test

check: build ## the fast tier only, in seconds
	@cmake --build --preset release --parallel $(JOBS) --target fast_tests
	@ctest --test-dir build/release --label-regex '^fast$$' --output-on-failure --parallel $(JOBS)

bench: build ## everything that is measured, beside the peers (bench/RESULTS.md); QUICK=1 checks only that it runs
	@cmake --build --preset release --parallel $(JOBS) --target benchmarks
	@QUICK=$(QUICK) scripts/bench

accuracy: build ## docs/accuracy.md: errors, coverage and forecasts on the real data in DATA
	@scripts/accuracy build/release/sourdine $(DATA)

package: build ## build/release/sourdine_VERSION_ARCH.deb
	@cmake --build --preset release --parallel $(JOBS) --target manual
	@cd build/release && cpack --config CPackConfig.cmake | tail -n 1

wheel: setup ## build/wheel/sourdine-….whl: the Python package, for machines without a compiler or our packages
	@JOBS=$(JOBS) scripts/wheel

python-docs: setup ## build/python-docs/index.html: the reference of the Python package, its links checked
	@[ -x build/python-tests/venv/bin/pdoc ] || python/tests/run environment
	@python/tests/run wheel reference

lint: setup ## layout (clang-format) and clang-tidy
	@scripts/lint

format: setup ## lay the sources out
	@git ls-files '*.h' '*.cc' | xargs clang-format -i

install: build ## into PREFIX (default /usr/local)
	@cmake --install build/release --prefix $(PREFIX)

clean: ## remove everything that was built
	rm -rf build
