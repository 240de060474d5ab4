# Needs make and Python 3.11 or newer, nothing else: the first target that is asked for makes .venv and installs the
# versions of uv.lock, with uv where it is there, else with a uv that pip puts into .venv.
#   make app      open the dashboard on this machine (make app LAN=1: also for phones in the same network)
#   make test     style, types, unit tests and, where Chromium is found, browser tests
#   make unit     the quick unit tests alone: no browser, no long proofs
#   make proof    the laws and twins again, asked a thousand questions each, others every time (about an hour)
#   make attack   the same input attacks fifty times as often, 25 visitors, killed processes; prints what became of them
#   make lint     style and types only
#   make bench    measured times, printed
#   make docs     the library's pages, from its docstrings, into docs/site

UV_VERSION := 0.13.9
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || \
	command -v google-chrome-stable || { mac="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; \
	test -x "$$mac" && echo "$$mac"; })
export CHROMIUM
# uv installs into .venv, whatever environment the shell is in.
unexport VIRTUAL_ENV
unexport UV_PROJECT_ENVIRONMENT

.PHONY: app test unit proof attack lint bench docs

app: .venv/locked
	.venv/bin/quacks dashboard $(if $(LAN),--lan)

# Browser tests stay on one worker each (loadfile): every file starts one server.
test: lint docs
ifeq ($(strip $(CHROMIUM)),)
	.venv/bin/pytest -n 2 --dist loadfile --durations 15 -m "not browser"
	@echo "The browser tests were left out: no Chromium or Chrome was found (Debian: apt install chromium)."
else
	.venv/bin/pytest -n 2 --dist loadfile --durations 15
endif

unit: .venv/locked
	.venv/bin/pytest -n 2 --dist loadfile -m "not browser and not proof"

proof: .venv/locked
	QUACKS_PROOF=1 .venv/bin/pytest -n 2 --dist loadfile --durations 15 -m "not browser"

attack: .venv/locked
	QUACKS_ATTACK=50 .venv/bin/pytest -q tests/attack tests/dashboard/test_gate.py tests/dashboard/test_server_life.py

lint: .venv/locked
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy

bench: .venv/locked
	.venv/bin/python -m tests.benchmarks

# Only what changed is built anew. A warning is a fault: a name or link that leads nowhere, a formula nobody can draw.
docs: .venv/locked
	.venv/bin/sphinx-build -q -W --keep-going docs docs/site
	.venv/bin/python docs/check_site.py docs/site
	@echo "Open docs/site/index.html"

# One shell script, so that a missing tool ends in one sentence instead of a traceback.
.venv/locked: uv.lock pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
	  uv sync --locked || exit 1; \
	else \
	  for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	    python=; \
	  done; \
	  if [ -z "$$python" ]; then \
	    echo "Python 3.11 or newer is needed and was not found: install it (Debian 12: apt install python3 python3-venv; macOS: brew install python)." >&2; \
	    exit 1; \
	  fi; \
	  if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "Python's venv or pip is missing: install it (Debian: apt install python3-venv)." >&2; \
	    exit 1; \
	  fi; \
	  if ! .venv/bin/uv --version >/dev/null 2>&1; then \
	    "$$python" -m venv --clear .venv && .venv/bin/python -m pip install --quiet uv==$(UV_VERSION) || exit 1; \
	  fi; \
	  .venv/bin/uv sync --locked --inexact || exit 1; \
	fi
	@touch $@
