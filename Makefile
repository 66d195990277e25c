# Rosespring: `make help` lists the targets. Only Python >= 3.11 and make are needed beforehand.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help install play test test-long check fix bench docs pictures messages lock clean

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check --no-input
# `make play PORT=9000`: a HOST or PORT that happens to be in the environment means something else.
given = $(if $(filter command line,$(origin $(1))),$(2) $($(1)))
WORKERS ?= 2
ARGS ?=
CODE = $(wildcard src tests tools benchmarks examples)
UV := uv==0.13.9
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --strip-extras \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(LOCKARGS)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.package ## install what is pinned and start the web app (HOST=127.0.0.1 PORT=8000)
	@exec $(BIN)/rosespring serve $(call given,HOST,--host) $(call given,PORT,--port) $(ARGS)

test: $(VENV)/.package $(VENV)/.dev ## run the tests, browser tests included (ARGS="-k name")
	@CHROMIUM=$$(tools/find-chromium) && export CHROMIUM && exec $(BIN)/python -m pytest -n $(WORKERS) -m "not long" $(ARGS)

test-long: $(VENV)/.package $(VENV)/.dev ## run every check at full size and record it in docs/verification.md
	@CHROMIUM=$$(tools/find-chromium) && export CHROMIUM && exec $(BIN)/python -m tools.verification -n $(WORKERS) $(ARGS)

install: $(VENV)/.package ## make .venv/bin/rosespring work
	@echo "Ready. Now: make play, or $(BIN)/rosespring --help"

check: $(VENV)/.package $(VENV)/.dev ## check format, lint, types and the direction of imports
	@$(BIN)/ruff format --check --output-format concise $(CODE) || { echo "Format differs; make fix repairs it." >&2; exit 1; }
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/mypy $(CODE)
	@$(BIN)/lint-imports

fix: $(VENV)/.dev ## format the code and repair what the linter can
	@$(BIN)/ruff format $(CODE)
	@$(BIN)/ruff check --fix $(CODE)

bench: $(VENV)/.package $(VENV)/.dev ## measure speed (ARGS="--json")
	@if ls benchmarks/*.py >/dev/null 2>&1; then exec $(BIN)/rosespring bench $(ARGS); else echo "There are no benchmarks yet."; fi

docs: $(VENV)/.package $(VENV)/.dev ## make the generated parts of README and docs anew
	@if test -e tools/make_docs.py; then exec $(BIN)/python tools/make_docs.py $(ARGS); else echo "There is nothing to generate yet."; fi

pictures: $(VENV)/.package $(VENV)/.dev ## take pictures of every page and state into build/pictures (ARGS="--docs" for those of the docs)
	@CHROMIUM=$$(tools/find-chromium) && export CHROMIUM && exec $(BIN)/python -m tools.pictures $(ARGS)

# Without the date, so that the file changes only when a text does.
messages: $(VENV)/.dev ## collect the texts to translate into src/rosespring/locales/
	@mkdir -p src/rosespring/locales
	@$(BIN)/pybabel --quiet extract --header-comment "# Texts of Rosespring to translate, collected by make messages." \
		--project Rosespring --mapping-file pyproject.toml --no-location --sort-output \
		--keywords _mark --add-comments "Translators:" --output-file $(VENV)/messages.pot src/rosespring
	@grep -v '^"POT-Creation-Date' $(VENV)/messages.pot > src/rosespring/locales/rosespring.pot
	@! ls src/rosespring/locales/*/LC_MESSAGES/rosespring.po >/dev/null 2>&1 || $(BIN)/pybabel --quiet update \
		--input-file src/rosespring/locales/rosespring.pot --output-dir src/rosespring/locales --domain rosespring \
		--no-fuzzy-matching --ignore-pot-creation-date

lock: $(VENV)/.made ## pin the newest versions that pyproject.toml admits (LOCKARGS=--upgrade)
	@$(PIP) install $(UV)
	@$(LOCK) pyproject.toml --extra web --extra tui --extra build --output-file requirements.txt
	@$(LOCK) pyproject.toml --extra web --extra tui --extra build --extra train --extra dev \
		--constraint requirements.txt --output-file requirements-dev.txt

clean: ## remove .venv, caches and build output
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Stamps: each is made again only when what it was made from has changed.
$(VENV)/.made: tools/make-venv
	@tools/make-venv $(VENV)
	@touch $@

$(VENV)/.base: requirements.txt $(VENV)/.made
	@echo "Installing the pinned packages into $(VENV) ..."
	@$(PIP) install --require-hashes --requirement requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.base
	@echo "Installing the pinned test tools into $(VENV) ..."
	@$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $@

# The build hook compiles the translations, hence their place here.
$(VENV)/.package: pyproject.toml tools/build_catalogues.py $(wildcard src/rosespring/locales/*/LC_MESSAGES/*.po) $(VENV)/.base
	@$(PIP) install --no-index --no-deps --no-build-isolation --editable .
	@touch $@
