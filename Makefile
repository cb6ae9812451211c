# `make demo` and `make test` do everything on a machine with Python 3.11, git and make.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= $(shell config/python.sh)
PORT ?= 8000
RECORDS ?=
PAIRS ?= 5000
EXAMPLES ?= 20
SECONDS ?= 60
PARTITIONS ?= 8
LOAD ?=
BENCH ?=
FAST ?=
ONLY ?=

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: help
help:  ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# The environment: one stamp a requirements file, newer than it when its packages are installed. An environment whose
# Python is gone is made anew.

$(shell [ ! -e $(VENV) ] || $(BIN)/python -c '' 2>/dev/null || rm -rf $(VENV))

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "Python 3.11 is needed: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.txt | $(BIN)/pip
	$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(BIN)/pip
	$(PIP_INSTALL) -r $<
	@touch $@ $(VENV)/.runtime

.PHONY: install
install: $(VENV)/.dev  ## make .venv with everything for running and developing

CLIENT := clients/python/src/vexillum_client/_operations.py

$(CLIENT): clients/python/generate.py docs/openapi.json | $(VENV)/.dev
	$(BIN)/python $<

# Numba keeps what it has compiled beside its source; else the first turn that looks ahead would wait for it.
TREE := .build/tree.stamp

$(TREE): play/bots/tree.py | $(VENV)/.runtime
	@mkdir -p .build
	$(BIN)/python -c 'from play.bots import tree; tree.compile_all()'
	@touch $@

.PHONY: client
client: $(CLIENT)  ## make the Python client from the schema of the API

COMPILE = $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make requirements' $(UPGRADE)

.PHONY: requirements
requirements: $(VENV)/.dev  ## pin the dependencies of pyproject.toml again (UPGRADE=--upgrade takes newer ones)
	$(COMPILE) pyproject.toml --extra embedded -o requirements.txt
	$(COMPILE) pyproject.toml -c requirements.txt -o requirements-server.txt
	$(COMPILE) pyproject.toml --all-extras --group dev -c requirements.txt -o requirements-dev.txt
	$(COMPILE) --group audit -o requirements-audit.txt

.build/audit/.done: requirements-audit.txt | $(BIN)/pip
	rm -rf .build/audit
	$(BIN)/python -m venv .build/audit
	.build/audit/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.PHONY: audit
audit: .build/audit/.done  ## look all pinned packages up in a list of known vulnerabilities, where one can be reached
	$(BIN)/python -m config.audit .build/audit/bin/pip-audit requirements.txt requirements-server.txt requirements-dev.txt

# Running

.PHONY: demo
demo: $(VENV)/.runtime $(TREE)  ## run the service with demo games: PORT=8000, RECORDS=folder imports an archive too
	@exec $(BIN)/python -m config.demo --port $(PORT) $(if $(RECORDS),--records '$(RECORDS)')

# Checking

# Tests start many processes. Where nothing keeps what was compiled, each of them compiles the whole service again.
test coverage mutants: export PYTHONDONTWRITEBYTECODE :=

# One more than two cores: while a test waits for a server, a page or a process, another one goes on. Two cores are idle
# an eighth of the time with two workers, and hardly at all with three (544 and 511 seconds).
PYTEST = -m pytest -n 3 --dist worksteal $(if $(FAST),-m 'not fuzz and not slow',--junitxml .build/tests.xml) $(TESTS)
WITH_CHROMIUM = $(if $(FAST),,chromium=$$(config/chromium.sh) && VEXILLUM_CHROMIUM=$$chromium)

.PHONY: test
test: $(VENV)/.dev $(CLIENT) $(TREE)  ## run all tests, in a real Chromium too; TESTS=path runs some; FAST=1 leaves the slow ones out
	@mkdir -p .build
	$(WITH_CHROMIUM) $(BIN)/python $(PYTEST)

# What reads or writes the log by itself, or folds it.
ON_PARTITIONS = tests/eventlog tests/games/domain tests/play/table tests/games/test_tournament_games.py tests/ratings \
	tests/tournaments/domain tests/tournaments/test_killing.py tests/tournaments/test_tasks.py tests/privacy \
	tests/moderation tests/library/archive tests/library/figures tests/library/puzzles \
	tests/library/releases tests/library/reliability tests/notices

.PHONY: test-partitioned
test-partitioned: $(VENV)/.dev  ## run the tests of the log, games and ratings on a log with PARTITIONS=8 hash partitions
	VEXILLUM_TEST_PARTITIONS=$(PARTITIONS) $(BIN)/python -m pytest -n 2 --dist worksteal $(or $(TESTS),$(ON_PARTITIONS))

.PHONY: coverage
coverage: $(VENV)/.dev $(CLIENT)  ## run them (TESTS, FAST) and tell which branches they reach; fail below the floor of pyproject.toml
	@rm -rf .build/coverage
	@mkdir -p .build/coverage
	$(WITH_CHROMIUM) $(BIN)/coverage run $(PYTEST)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report $(if $(FAST)$(TESTS),--fail-under=0)

.PHONY: lint
lint: export VEXILLUM_ROLE = none
lint: $(VENV)/.dev $(CLIENT)  ## check style, types, arrows, migrations and the settings of a deployment
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m config.retired_words
	$(BIN)/python manage.py makemigrations --check --dry-run
	VEXILLUM_HTTPS=1 VEXILLUM_SITE=https://vexillum.example $(BIN)/python manage.py check --deploy --fail-level WARNING

.PHONY: bench
bench: $(VENV)/.dev  ## measure speed against peers; BENCH='replay --json' runs one
	$(BIN)/python -m benchmarks $(BENCH)

.PHONY: load
load: $(VENV)/.dev  ## play 200 games at a time through all processes, with 2,000 idle streams
	$(BIN)/python -m benchmarks load $(LOAD)

.PHONY: scale
scale: $(VENV)/.dev  ## play across two machines behind a proxy and pgbouncer, which Debian has: apt-get install pgbouncer
	$(BIN)/python -m tests.scale

.PHONY: fuzz
fuzz: $(VENV)/.dev  ## hold PAIRS=5000 pairs of games in two worlds together, on all cores; a second run goes on
	$(BIN)/python -m tests.two_worlds.fuzz --pairs $(PAIRS)
	PAIRS=$(PAIRS) $(BIN)/python -m pytest -n auto --dist worksteal -m fuzz tests/two_worlds

.PHONY: fuzz-growth
fuzz-growth: $(VENV)/.dev  ## ask every address as each role on a site that is ten times as large
	$(BIN)/python -m pytest -m fuzz tests/growth

.PHONY: fuzz-api
fuzz-api: $(VENV)/.dev $(CLIENT)  ## ask the whole schema of the API with EXAMPLES=20 requests an operation, for each scope, on all cores
	EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest -n auto --dist worksteal -m fuzz tests/api tests/clients

.PHONY: fuzz-rules
fuzz-rules: $(VENV)/.dev $(CLIENT)  ## run all properties with PAIRS=5000 examples each, on all cores
	PAIRS=$(PAIRS) $(BIN)/python -m pytest -n auto --dist worksteal -m "fuzz or hypothesis" --hypothesis-profile fuzz \
		--ignore tests/two_worlds

.PHONY: mutants
mutants: $(VENV)/.dev  ## break the source in one place after another and show that tests notice; ONLY=word runs some
	$(BIN)/python -m tests.mutants $(if $(ONLY),'$(ONLY)')

.PHONY: soak
soak: $(VENV)/.dev  ## play games for SECONDS=60, then a tournament of 200, while processes are killed; verify the log
	$(BIN)/python -m tests.soak --seconds $(SECONDS)
	$(BIN)/python -m tests.soak_tournament --players 200 --rounds 7 --kills 30

# Cleaning

.PHONY: clean
clean:  ## remove what can be made again; the data folder stays
	rm -rf $(VENV) .build .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './.data/*' -prune -exec rm -rf {} +

.PHONY: clean-data
clean-data:  ## remove the embedded servers' data folder and all games in it, and that of the tests
	if [ -L .data/postgres ]; then rm -rf "$$(readlink .data/postgres)"; fi
	rm -rf .data "/dev/shm/vexillum-tests-$$(id -u)$(subst /,-,$(CURDIR))"
