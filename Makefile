# Every target sets up what it needs; the first run on a new machine takes a minute.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint types unit bench clean lock

play: .venv/ready
	$(BIN)/railhead play 1889

test: lint types unit

lint: .venv/ready
	$(BIN)/ruff check railhead tests
	$(BIN)/ruff format --check railhead tests
	$(BIN)/lint-imports

types: .venv/ready
	$(BIN)/mypy

unit: .venv/ready
	$(BIN)/pytest -n 2

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

lock:
	uv pip compile pyproject.toml --all-extras --generate-hashes --no-header -o requirements.lock

clean:
	rm -rf .venv build *.egg-info
