# Every target is one documented `python -m ...` line; the first one run makes .venv by itself.
# PYTHON=/path/to/python3 chooses the interpreter that .venv is made from.

PY      := .venv/bin/python
STAMP   := .venv/.installed-for-this-checkout
MINUTES ?= 20
PEERS   := .venv/.peers-for-this-checkout

# An environment that was copied or moved names its old folder in every script: make it anew.
ifneq ($(wildcard $(STAMP)),)
ifneq ($(shell cat $(STAMP)),$(CURDIR))
$(shell rm -rf .venv)
endif
endif

# A program that a test starts would compile ours anew each time, and pytest each test.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play serve test check bench soak lock clean .venv

help:  ## Say what can be made.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile

play: $(STAMP)  ## Start a server, three house bots, and you in a seat.
	@$(PY) -m server play

serve: $(STAMP)  ## Start the server on ws://127.0.0.1:8765.
	@$(PY) -m server serve

# Many tests wait, for clocks and for other processes: there is one worker more than there are cores.
# They take files in the order that tests/conftest.py chooses.
# Where mypy has no cache it needs a minute of one core, so it runs beside the tests; what it finds
# stands below theirs.
test: $(STAMP)  ## Run everything that CI runs: the checks, then all tests.
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	.venv/bin/lint-imports --no-logo
	@found=$$(mktemp); $(PY) -m mypy >$$found 2>&1 & types=$$!; \
	trap 'kill $$types' INT TERM; \
	(set -x; $(PY) -m pytest -n $$($(PY) -c 'import os; print(1 + os.cpu_count())') --dist loadfile \
		--no-loadscope-reorder); \
	tests=$$?; wait $$types; types=$$?; \
	echo '$(PY) -m mypy'; cat $$found; rm -f $$found; \
	exit $$((tests ? tests : types))

check: $(STAMP)  ## Check format, lint, types and import contracts.
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo

bench: $(PEERS)  ## Measure us beside others and write it down; QUICK=1 only compares with that.
	$(PY) -m benchmarks $(if $(QUICK),--quick,--record)

soak: $(STAMP)  ## Run the long tests for MINUTES=20 in all; they print their seed.
	$(PY) -m pytest -m soak --soak-minutes=$(MINUTES) -o faulthandler_timeout=0

lock: $(STAMP)  ## Resolve the dependencies anew into constraints.txt.
	$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade \
		--no-header --output-file constraints.txt pyproject.toml

clean:  ## Remove .venv and all caches; databases and keys stay.
	rm -rf .venv build dist .coverage htmlcov .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv: $(STAMP)

$(STAMP): pyproject.toml constraints.txt tools/bootstrap.sh
	@sh tools/bootstrap.sh "$(PYTHON)"
	@pwd -P > $@

# The peers that `bench` runs beside us; nothing else needs them.
$(PEERS): $(STAMP) tools/peers.py
	@$(PY) tools/peers.py
	@touch $@
