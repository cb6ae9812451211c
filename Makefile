# `make demo` and `make test` do everything on a machine with Python 3.11, git and make.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: help
help:  ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info[:2] == (3, 11) else "Python 3.11 is needed: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)

# One stamp a requirements file, touched when its packages are installed.
$(VENV)/.runtime: requirements.txt | $(BIN)/python
	$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(BIN)/python
	$(PIP_INSTALL) -r $<
	@touch $@ $(VENV)/.runtime

.PHONY: install
install: $(VENV)/.dev  ## make .venv with everything for running and developing

COMPILE := uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command 'make requirements'

.PHONY: requirements
requirements:  ## pin the dependencies of pyproject.toml again, with hashes (UPGRADE=--upgrade takes newer ones)
	PATH="$$PWD/$(BIN):$$PATH" $(COMPILE) $(UPGRADE) pyproject.toml -o requirements.txt
	PATH="$$PWD/$(BIN):$$PATH" $(COMPILE) $(UPGRADE) pyproject.toml --group dev -c requirements.txt -o requirements-dev.txt
