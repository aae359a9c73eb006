# `make` alone lists the targets. Everything below sets up what it needs first; running it again is quick.
.DEFAULT_GOAL := help
# Bytecode is kept, also where a machine's own setting says not to: without it each start of the
# service compiles 250 modules, and each worker rewrites every test once more.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := .venv/bin/python -m pytest
NODE_BIN := build/javascript/node_modules/.bin
.PHONY: help setup setup-style setup-dev setup-training setup-hardware train run firmware setup-firmware test-firmware hardware test test-all test-extra setup-extra test-durations test-pythons-short test-hardware check check-style check-js types fuzz coverage mutants soak soak-play page-speed screenshots bench format lock audit wheel release release-key install test-install test-arm64 test-pythons test-clean test-machine image clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## set up what playing needs (.venv, from the lock file)
	@.ci/setup run

setup-dev: ## set up what the tests need as well (system packages too: Chromium without a window)
	@.ci/setup style test

setup-training: setup ## set up what training the card recogniser needs (torch, fonts, card faces)
	@.ci/setup training

train: setup-training ## train the card recogniser again, in build/training; resumes where it stopped
	.venv/bin/python -m pegboard.vision.training build/training

run: setup ## start the service on a simulated board and play a demo game
	@exec .venv/bin/pegboard run --simulated --demo --state .state

setup-firmware: ## set up what building the firmware needs (a compiler, the Pico SDK)
	@.ci/setup firmware

firmware: setup-firmware ## build the firmware, build/firmware/pegboard.uf2, twice: both must be the same
	@$(MAKE) --no-print-directory -C firmware image

test-firmware: setup-dev firmware ## test the firmware: its core here, fuzzed for a minute; the image in emulation
	$(PYTEST) tests/firmware

setup-hardware: ## set up what the drawings and lists of the hardware need
	@.ci/setup hardware

hardware: setup-hardware ## draw what the board is built from: templates and lists, in build/hardware
	@.venv/bin/python -m hardware.make build/hardware

test-hardware: setup-hardware ## check the hardware files only: KiCad's rules, layouts, wiring, lists
	$(PYTEST) tests/hardware

# A file of tests is one worker's, the slowest first: see tests/support/scheduling.py.
test: setup-dev firmware ## set everything up and run the tests (the extra ones aside)
	$(PYTEST) -n auto --dist loadscope -m "not extra"

test-all: setup-dev setup-extra firmware ## every test, also installer, wheel, updates, KiCad, kills and soaks
	@.ci/setup machine image
	$(PYTEST) -n auto --dist loadscope -m "not machine"

# By topic, what `make test` leaves to `make test-all`; `.ci/touched` names the topics of a change.
TOPICS := rules hall install storage hardware firmware
IN_rules := tests/cribbage
IN_hall := tests/hall
IN_install := tests/ops
IN_storage := tests/storage tests/service
IN_hardware := tests/hardware
IN_firmware := tests/firmware
test-extra: setup-dev setup-extra firmware ## the long tests only, of TOPICS="rules hall install storage hardware firmware"
	$(PYTEST) -n auto --dist loadscope -m extra $(foreach topic,$(TOPICS),$(IN_$(topic)))

setup-extra: # what the long tests of TOPICS need: an empty Debian, KiCad
	@.ci/setup test $(if $(filter install,$(TOPICS)),clean) $(if $(filter hardware,$(TOPICS)),hardware)

test-durations: setup-dev firmware ## run the tests and keep what each file takes: slowest go first
	$(PYTEST) -n auto --dist loadscope --keep-durations

check: setup-dev check-style ## before a commit: formatting, lint, types and the fast tests
	$(PYTEST) -q -m "not slow and not extra and not browser"

setup-style: # what formatting, lint and types need
	@.ci/setup style

check-style: setup-style check-js ## formatting, lint and types only, and the page's own checks
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy

check-js: setup-style ## types, lint and tests of the page's JavaScript
	$(NODE_BIN)/tsc -p tests/javascript
	$(NODE_BIN)/oxlint -c tests/javascript/oxlint.json --deny-warnings pegboard/web/static firmware tests
	node --test --test-reporter=spec tests/javascript/*.test.js

types: setup ## write the page's types anew, from the schema of the board's messages
	.venv/bin/python -m tests.support.protocol_types

fuzz: setup-dev ## hand in 110,000 spoiled inputs: files, messages, requests, payloads (ten minutes)
	.venv/bin/python -m tests.support.fuzz

coverage: setup-dev ## line and branch coverage of the rules and of what they mean (layers 0 and 1)
	.venv/bin/python -m coverage run -m pytest -q -m "not browser and not slow and not extra"
	.venv/bin/python -m coverage report

mutants: setup-dev ## break the rules one by one: the tests must notice each (a few minutes)
	.venv/bin/python -m tests.support.mutants

soak: setup-dev ## pull the plug a thousand times under load; a report in build/soak (half an hour)
	.venv/bin/python -m tests.support.soak --kills 1000 --into build/soak

soak-play: setup-dev ## two thousand games while devices fail; a report in build/soak-play (half an hour)
	.venv/bin/python -m tests.support.soak_play --games 2000 --into build/soak-play

page-speed: setup-dev ## measure how quick the page is, also on a processor four times slower
	.venv/bin/python -m tests.support.page_speed

screenshots: setup-dev ## take the pictures of the READMEs again, from the real service
	.venv/bin/python -m tests.support.screenshots

bench: setup ## measure this machine
	@.venv/bin/pegboard bench

format: setup-dev ## put the code in order
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

lock: setup-dev ## write the lock files again from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --group build --generate-hashes --universal --python-version 3.11 \
	    --no-header --no-annotate --upgrade -q -o requirements.lock
	uv pip compile pyproject.toml --group dev --generate-hashes --universal --python-version 3.11 \
	    --no-header --no-annotate --upgrade -q -o requirements-dev.lock
	sed 's/ \\$$//; /^ *--hash/d' requirements.lock > build/versions.txt
	uv pip compile pyproject.toml --generate-hashes --universal --python-version 3.11 \
	    --no-header --no-annotate -q -c build/versions.txt -o systemd/runtime.lock
	grep -vE '^(numpy|opencv)' build/versions.txt > build/versions1.txt
	uv pip compile pyproject.toml systemd/numpy1.txt --generate-hashes --universal --python-version 3.11 \
	    --no-header --no-annotate -q -c build/versions1.txt -o systemd/numpy1.lock
	awk '/^[a-z]/ { kept = /^psycopg/ } kept' requirements-dev.lock > systemd/postgres.lock
	@$(MAKE) --no-print-directory audit

audit: ## look for known vulnerabilities in the locked packages (needs uv and a network)
	uv tool run pip-audit --disable-pip --require-hashes -r requirements.lock
	uv tool run pip-audit --disable-pip --require-hashes -r systemd/runtime.lock
	uv tool run pip-audit --disable-pip --require-hashes -r systemd/postgres.lock

test-install: setup-dev setup-extra ## the installer, in a clean Debian in a folder (as root; a few minutes)
	$(PYTEST) -s tests/ops/test_install.py tests/ops/test_install_halls_life.py tests/ops/test_systemd.py tests/ops/test_wheel.py

test-arm64: setup-dev ## the same on the Pi's kind of machine, emulated (as root; some minutes more)
	@.ci/setup arm64
	.venv/bin/python -m tests.support.arm64

test-pythons: setup-dev ## the wheel and the fast tests on every Python from 3.11 that is here
	@.ci/setup pythons
	.venv/bin/python -m tests.support.pythons

test-pythons-short: setup-dev # the rows and tests that have found faults: Python 3.13, numpy 1
	@.ci/setup pythons
	.venv/bin/python -m tests.support.pythons --short

test-machine: setup-dev ## the board on a machine of its own, with a real kernel and systemd (as root; half an hour)
	@.ci/setup machine
	$(PYTEST) -s tests/machine

test-clean: ## follow the README in an empty Debian, `make run` and `make test` (as root; half an hour)
	@.ci/setup clean
	.ci/clean.py

image: wheel ## build a card for a Raspberry Pi, build/image/*.img.xz (as root; see hardware/image/README.md)
	@.ci/setup image
	@hardware/image/build.sh

install: wheel ## make this machine a board (asks for root; see systemd/README.md)
	@if [ "$$(id -u)" = 0 ]; then systemd/install.sh; else sudo systemd/install.sh; fi

wheel: setup ## build what is installed on a board, dist/pegboard-X-py3-none-any.whl
	@rm -f dist/pegboard-*.whl
	@.venv/bin/python -m hatchling build -t wheel -d dist

# The secret key is yours: RELEASE_KEY=~/pegboard-release.key, outside the repository.
RELEASE_KEY ?= $(HOME)/pegboard-release.key
release: setup ## build, sign and tag this version, if CHANGELOG.md has a section for it (RELEASE_KEY=FILE)
	@.venv/bin/python .ci/release.py check
	@$(MAKE) --no-print-directory wheel
	@.venv/bin/python .ci/sign.py wheel $(RELEASE_KEY) dist/pegboard-*.whl
	@.venv/bin/python .ci/release.py tag

release-key: setup ## make a key to sign releases with, and add its public half (RELEASE_KEY=FILE)
	@.venv/bin/python .ci/sign.py key $(RELEASE_KEY)

clean: ## remove what was made here (not the games)
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist .coverage
