# `make` alone lists the targets. Everything below sets up what it needs first; running it again is quick.
.DEFAULT_GOAL := help
# Bytecode is written even if the environment forbids it: without it each start of the service
# compiles 250 modules, and each worker rewrites every test.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := .venv/bin/python -m pytest
NODE_BIN := build/javascript/node_modules/.bin
.PHONY: help setup setup-style setup-dev setup-training setup-hardware train run firmware setup-firmware hardware carrier test test-all test-durations test-pythons-short check check-style check-js types words fuzz coverage mutants soak soak-play page-speed screenshots pages bench bench-against format lock audit wheel release release-dry-run release-parts release-key install test-arm64 test-pythons test-clean image clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "Groups of tests, make test-NAME:"; python3 -m tests.tools.groups 2>/dev/null | sed 's/^/  /'

setup: ## set up what playing needs (.venv, from the lock file)
	@.ci/setup run

setup-dev: ## set up what `make test` and `make check-style` need as well (Debian packages too, saying which)
	@.ci/setup style test

setup-training: setup ## set up what training the card recogniser needs (torch, fonts, card faces)
	@.ci/setup training

train: setup-training ## train the card recogniser again, in build/training; resumes where it stopped
	.venv/bin/python -m pegboard.vision.training build/training

run: setup ## start the service on a simulated board and play a demo game
	@exec .venv/bin/pegboard run --simulated --demo --state .state

setup-firmware: ## set up what building the firmware needs (a compiler, the Pico SDK)
	@.ci/setup firmware

firmware: setup-firmware ## build the firmware for Pico and Pico 2, build/firmware/pegboard.uf2, twice: both must be the same
	@$(MAKE) --no-print-directory -C firmware image

setup-hardware: ## set up what the tests of the hardware need, KiCad included
	@.ci/setup hardware

# Only the carrier board needs KiCad, which is large: without it, the rest is drawn.
hardware: ## draw what the board is built from: templates and lists, in build/hardware
	@.ci/setup drawings
	@.venv/bin/python -m hardware.make build/hardware

carrier: setup-hardware ## make the carrier board's files for a board house (sets up KiCad), in build/hardware/carrier
	@.venv/bin/python -m hardware.make build/hardware carrier

# A test file runs on one worker, the slowest first: see tests/tools/scheduling.py. The plan is printed
# before the set-up, so it needs only a Python; one that is too old prints no plan, and the set-up
# says which version is needed.
plan = @python3 -m tests.tools.groups plan $(1) 2>/dev/null || true
IN_PARALLEL := -n auto --dist loadscope --durations=3 --durations-min=1

test: ## set up what is missing and run the tests of what the product promises (a few minutes)
	$(call plan,core)
	@.ci/setup test
	$(PYTEST) $(IN_PARALLEL) --group=core

# Groups other than the core, each set up on demand: see tests/tools/groups.py.
GROUPS := browser rules camera storage hall soak hardware firmware install release machine
TESTED := $(GROUPS:%=test-%)
.PHONY: $(TESTED) test-groups
test-firmware: firmware
test-release: release-dry-run
$(TESTED): test-%:
	$(call plan,$*)
	@.ci/setup test $*
	$(PYTEST) $(IN_PARALLEL) --group=$*

test-groups: # NAMES="hall storage": several groups in one run, which keeps every core busy; CI does so
	$(call plan,$(NAMES))
	@.ci/setup test $(NAMES)
	@$(if $(filter firmware,$(NAMES)),$(MAKE) --no-print-directory firmware)
	$(PYTEST) $(IN_PARALLEL) $(NAMES:%=--group=%)

test-all: ## run every test: `make test`, then browser rules camera storage hall soak hardware firmware install release machine
	$(call plan,core $(GROUPS))
	@for target in test $(TESTED); do $(MAKE) --no-print-directory $$target || failed="$$failed $$target"; done; \
	    [ -z "$$failed" ] || { echo "Failed:$$failed"; exit 1; }

test-durations: ## measure how long each test file takes, so that the slowest start first
	$(MAKE) firmware
	@.ci/setup test $(filter-out machine,$(GROUPS))
	$(PYTEST) -n auto --dist loadscope --keep-durations $(patsubst %,--group=%,core $(filter-out machine,$(GROUPS)))

check: check-style ## before a commit: formatting, lint, types and the fast tests
	$(PYTEST) -q --group=core -m "not slow"

setup-style: # what formatting, lint and types need
	@.ci/setup style test

check-style: setup-style check-js ## formatting, lint, types and commit subjects, and the page's own checks
	@.ci/check-style

check-js: setup-style ## types, lint and tests of the page's JavaScript
	$(NODE_BIN)/tsc -p tests/javascript
	$(NODE_BIN)/oxlint -c tests/javascript/oxlint.json --deny-warnings pegboard/web/static firmware tests
	node --test --test-reporter=spec tests/javascript/*.test.js

types: setup ## regenerate the page's types from the schema of the board's messages
	.venv/bin/python -m tests.tools.protocol_types

words: setup-dev ## bring new sentences into the catalogues (pegboard/i18n/*.po), and translations into the page
	.venv/bin/python -m tests.tools.translations

fuzz: setup-dev ## feed 110,000 malformed inputs to every parser: files, messages, requests, payloads (ten minutes)
	.venv/bin/python -m tests.tools.fuzz

coverage: setup-dev ## line and branch coverage of the rules and their interpretation (layers 0 and 1)
	.venv/bin/python -m coverage run -m pytest -q --group=core -m "not slow"
	.venv/bin/python -m coverage report

mutants: setup-dev ## break the rules one by one: the tests must notice each (a few minutes)
	.venv/bin/python -m tests.tools.mutants

soak: setup-dev ## pull the plug a thousand times under load; a report in build/soak (half an hour)
	.venv/bin/python -m tests.tools.soak --kills 1000 --into build/soak

soak-play: setup-dev ## two thousand games while devices fail; a report in build/soak-play (half an hour)
	.venv/bin/python -m tests.tools.soak_play --games 2000 --into build/soak-play

page-speed: setup-dev ## measure the speed of the page, also on a processor four times slower
	.venv/bin/python -m tests.tools.page_speed

screenshots: setup-dev ## take the pictures of the Markdown pages from the real service
	.venv/bin/python -m tests.tools.screenshots

pages: setup-dev ## regenerate docs/: commands, configuration, figures
	.venv/bin/python -m tests.tools.pages

bench: setup ## measure this machine
	@.venv/bin/pegboard bench

# The commit is in .ci/compared; AGAINST=REF is another one.
AGAINST = $(shell sed '/^\#/d' .ci/compared)
bench-against: setup ## compare memory, start and speed with the commit in .ci/compared (a minute)
	@.venv/bin/pegboard bench --against $(AGAINST) --most 1.15

format: setup-dev ## format the code, and fix lint where ruff can
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

lock: ## regenerate the lock files from pyproject.toml (needs uv); KEEP=--keep keeps locked versions
	.ci/lock.py $(KEEP)
	@$(MAKE) --no-print-directory audit

audit: ## look for known vulnerabilities in the locked packages (needs uv and a network)
	uv tool run pip-audit --disable-pip --require-hashes -r requirements.lock
	uv tool run pip-audit --disable-pip --require-hashes -r systemd/runtime.lock
	uv tool run pip-audit --disable-pip --require-hashes -r systemd/postgres.lock

test-arm64: setup-dev ## run the tests on an emulated ARM64 machine (as root; some minutes more)
	@.ci/setup arm64
	.venv/bin/python -m tests.tools.arm64

test-pythons: setup-dev ## the wheel and the fast tests on every installed Python from 3.11 on
	@.ci/setup pythons
	.venv/bin/python -m tests.tools.pythons

test-pythons-short: setup-dev # the rows and tests that have found faults: Python 3.13, numpy 1
	@.ci/setup pythons
	.venv/bin/python -m tests.tools.pythons --short

test-clean: ## follow the README in an empty Debian, `make run` and `make test` (as root; half an hour)
	@.ci/setup clean
	.ci/clean.py

image: wheel ## build a card for a Raspberry Pi, build/image/*.img.xz (as root; see hardware/image/README.md)
	@.ci/setup image
	@hardware/image/build.sh

install: wheel ## make this machine a board (asks for root; see systemd/README.md)
	@if [ "$$(id -u)" = 0 ]; then systemd/install.sh; else sudo systemd/install.sh; fi

wheel: setup ## build the wheel for a board, dist/pegboard-X-py3-none-any.whl
	@rm -f dist/pegboard-*.whl
	@.venv/bin/python -m hatchling build -t wheel -d dist

# Keep the secret key outside the repository: RELEASE_KEY=~/pegboard-release.key.
RELEASE_KEY ?= $(HOME)/pegboard-release.key
# Download folder, for the manifest of the card image: RELEASE_ADDRESS=https://…/v1.2.3
DIST = PYTHONPATH=. .venv/bin/python .ci/dist.py $(if $(RELEASE_ADDRESS),--address $(RELEASE_ADDRESS))
release: setup ## build, sign and tag this version, if CHANGELOG.md has a section for it (RELEASE_KEY=FILE)
	@.venv/bin/python .ci/release.py check
	@$(MAKE) --no-print-directory release-parts
	@$(DIST) --key $(RELEASE_KEY)
	@.venv/bin/python .ci/release.py tag

release-dry-run: release-parts ## the same into dist/, with a temporary key and without a tag; prints names, sizes and sums
	@$(DIST)

release-parts: wheel firmware # the parts of a release; `make image` before it adds the card
	@.ci/setup test release
	@rm -rf build/release && mkdir -p build/release
	@.venv/bin/python -m hardware.make build/release/hardware > build/release/files.txt
	@.venv/bin/python -m hardware.booklet build/release/guide.pdf

release-key: setup ## make a key that signs releases, and add its public half (RELEASE_KEY=FILE)
	@.venv/bin/python .ci/sign.py key $(RELEASE_KEY)

clean: ## remove everything built here (not the games)
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist .coverage
