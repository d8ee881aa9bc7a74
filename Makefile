# Undercroft's front door. Two commands do all the set-up: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
NODE_TOOLS := .cache/node
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help play play-terminal test test-core check soak matrix bench race siege playthroughs docs gallery release site clean

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Undercroft needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[pdf,push]'
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

$(VENV)/.test-tools: $(VENV)/.dev tools/install-test-tools
	bash tools/install-test-tools $(NODE_TOOLS)
	@touch $@

play: $(VENV)/.installed ## install, and open the table in your browser
	$(BIN)/undercroft serve --open

play-terminal: $(VENV)/.installed ## install, and play in this terminal
	@$(BIN)/undercroft play

test: $(VENV)/.test-tools ## install what the tests need, and run them all
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-core: $(VENV)/.dev ## the tests that need nothing but Python: rules, terminal, library
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not browser" tests/engine tests/games tests/simulate tests/terminal tests/test_cli.py tests/test_library.py

check: $(VENV)/.test-tools ## lint, types and imports, tests and tools too
	$(BIN)/ruff format --check src tests bench tools
	$(BIN)/ruff check src tests bench tools
	$(BIN)/mypy src/undercroft tests
	bash tools/check-web $(NODE_TOOLS)
	@for file in pyproject.toml $(wildcard contracts/*.toml); do $(BIN)/lint-imports --no-logo --config $$file || exit 1; done

soak: $(VENV)/.dev ## many more seeds, many more kills: takes long
	UNDERCROFT_SOAK=1 $(BIN)/python -m pytest -n 2 --dist loadfile

matrix: $(VENV)/.test-tools ## the tests on every Python from 3.11 up, with the oldest and the newest we depend on: takes long
	$(BIN)/pip install --quiet uv
	bash tools/matrix

bench: $(VENV)/.dev ## what a move costs, as a ratio to a fixed loop in the same run
	@for file in bench/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

race: $(VENV)/.dev ## moves beside a boardgame.io server in memory; needs Node
	$(BIN)/python bench/bench_race.py --install --pin

siege: $(VENV)/.dev ## ten minutes of everything that strangers can do, while honest tables play
	$(BIN)/python -m tests.server.siege

playthroughs: $(VENV)/.dev ## write the playthroughs anew, to be read and diffed
	$(BIN)/python tools/rewrite_playthroughs.py

docs: $(VENV)/.dev ## write the generated pages of docs/ anew
	$(BIN)/python tools/write_docs.py

gallery: $(VENV)/.dev ## draw the gallery of docs/ anew
	$(BIN)/python tools/draw_gallery.py

release: $(VENV)/.installed ## wheel and sdist, built twice and checked, with SBOM and licences, in dist/
	bash tools/release

site: $(VENV)/.installed ## the documentation site, in .cache/site; dead links fail
	bash tools/site

clean: ## remove what make made
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
