# Every target installs what it needs on a fresh Debian 12. `make help` lists them.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SECONDS_PER_FUZZ_TARGET ?=
DATA ?= ../shared/data

.DEFAULT_GOAL := build
.PHONY: help setup build demo demo-collector pictures test test-deep test-long stress check bench accuracy package wheel \
  python-docs lint format install clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## install the Debian packages that all of these need (nothing happens when all are there)
	@scripts/setup test deep bench

build: ## build/release/sourdine
	@scripts/setup
	@cmake --preset release -Wno-dev >/dev/null
	@cmake --build --preset release --parallel $(JOBS) --target sourdine_cli

demo: ## the whole path on bundled data; ends with the path of a page
	@scripts/setup
	@cmake --preset release -Wno-dev >/dev/null
	@cmake --build --preset release --parallel $(JOBS) --target sourdine_demo
	@rm -rf build/demo
	@build/release/sourdine-demo build/demo

demo-collector: build ## a collector, fifty simulated crews that report to it, and its dashboard, until Ctrl-C
	@scripts/demo-collector build/release/sourdine build/demo-collector

pictures: demo ## docs/images, from that page in chromium
	@scripts/setup test
	@scripts/pictures build/demo docs/images

test: ## all tiers, Python from the wheel, the pages in a browser
	@scripts/setup test
	@JOBS=$(JOBS) scripts/test

test-deep: ## lint, sanitizers, fuzzing, each switch off, every installed header alone
	@scripts/setup test deep
	@JOBS=$(JOBS) SECONDS_PER_FUZZ_TARGET=$(SECONDS_PER_FUZZ_TARGET) scripts/test-deep

test-long: ## kills by the hundred, a soak, the audit at full trials, every page in both languages, long fuzzing
	@scripts/setup test deep bench
	@JOBS=$(JOBS) SECONDS_PER_FUZZ_TARGET=$(SECONDS_PER_FUZZ_TARGET) scripts/test-long

stress: ## tests under load, 20 times what waits; goes on where it stopped (MINUTES=30: a part)
	@scripts/stress-tests $(if $(MINUTES),--minutes $(MINUTES))

check: build ## the fast tier only, in seconds
	@cmake --build --preset release --parallel $(JOBS) --target fast_tests
	@ctest --test-dir build/release --label-regex '^fast$$' --output-on-failure --parallel $(JOBS)

bench: build ## everything that is measured, beside the peers (bench/RESULTS.md); QUICK=1 checks only that it runs
	@scripts/setup bench
	@cmake --build --preset release --parallel $(JOBS) --target benchmarks
	@QUICK=$(QUICK) scripts/bench

accuracy: build ## docs/accuracy.md: errors, coverage and forecasts on the real data in DATA
	@scripts/accuracy build/release/sourdine $(DATA)

package: build ## build/release/sourdine_VERSION_ARCH.deb
	@scripts/setup test
	@cmake --build --preset release --parallel $(JOBS) --target manual
	@cd build/release && cpack --config CPackConfig.cmake | tail -n 1

wheel: ## build/wheel/sourdine-….whl: the Python package, for machines without a compiler or our packages
	@scripts/setup test
	@JOBS=$(JOBS) scripts/wheel

python-docs: ## build/python-docs/index.html: the reference of the Python package, its links checked
	@scripts/setup test
	@[ -x build/python-tests/venv/bin/pdoc ] || python/tests/run environment
	@python/tests/run wheel reference

lint: ## layout (clang-format) and clang-tidy
	@scripts/setup deep
	@scripts/lint

format: ## lay the sources out
	@scripts/setup deep
	@git ls-files '*.h' '*.cc' | xargs clang-format -i

install: build ## into PREFIX (default /usr/local)
	@cmake --install build/release --prefix $(PREFIX)

clean: ## remove everything that was built
	rm -rf build
