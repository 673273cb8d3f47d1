# Every target sets up what it needs; the first run on a new machine takes a few minutes.
PYTHON ?= python3
BIN := .venv/bin
# Tests start hundreds of processes: each would compile our modules anew where somebody has told Python to keep nothing.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play docs coverage licences test lint types unit long mutants bench bench-imports bench-routes bench-site bench-bots faults attack load costs queue year fuzz playthroughs lock clean

play: .venv/playing ## open the site in a browser on this machine
	$(BIN)/railhead serve --open

docs: .venv/ready ## the documentation as a static site in build/docs, readable without a network
	$(BIN)/python scripts/pictures.py docs/pictures
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir build/docs
	@echo "open build/docs/index.html"

coverage: .venv/ready ## which lines the tests run; the figure in docs/development.md
	scripts/browser.sh
	scripts/database.sh
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder -m "not long" --cov --cov-report=term:skip-covered

licences: .venv/ready ## the licences of everything that an installation brings along
	{ sed -n 1,4p docs/licences.md; $(BIN)/pip-licenses --from=mixed --order=license --format=markdown \
		--packages $$(grep -oE '^[a-z0-9.-]+==' deploy/requirements.lock | tr -d =); } > docs/licences.md.part
	mv docs/licences.md.part docs/licences.md

test: lint types unit ## everything that CI runs

lint: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/djlint --lint --quiet railhead/site/templates
	$(BIN)/djlint --lint --quiet --profile jinja railhead/site/jinja2
	$(BIN)/oxlint railhead/site/static tests/js

types: .venv/ready
	$(BIN)/mypy

# Three workers for two cores: many tests wait for a server, a browser or a database. Tests of a file share set-ups.
unit: .venv/ready
	scripts/browser.sh
	scripts/database.sh
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder -m "not long"

GAMES ?= 60
long: .venv/ready ## within two hours: 60 random games and one of bots for every title, table size and variant
	$(BIN)/pytest -n 2 -m long -rP --games $(GAMES) --durations 10

mutants: .venv/ready ## fifty small errors in the checks and effects of every title: how many do the tests notice?
	for title in 1889 1894 1843 1893 1824; do $(BIN)/python scripts/mutate.py $$title || exit 1; done

bench: .venv/ready ## replay and random play, in units of bench/unit.py
	cd bench && ../$(BIN)/python kernel.py
	cd bench && ../$(BIN)/python imports.py

bench-imports: .venv/ready ## what it costs to import a game from 18xx.games
	cd bench && ../$(BIN)/python imports.py

bench-routes: .venv/ready ## best runs of recorded and crafted positions
	cd bench && ../$(BIN)/python routes.py

bench-site: .venv/ready ## server time of a move on a late board
	cd bench && ../$(BIN)/python site.py

faults: .venv/ready ## games over HTTP while the server is killed again and again
	scripts/database.sh
	cd bench && ../$(BIN)/python faults.py

attack: .venv/ready ## attacks on a running site, and what a bystander notices
	scripts/database.sh
	cd bench && ../$(BIN)/python attack.py

load: .venv/ready ## moves a second against 1, 2 and 4 workers
	scripts/database.sh
	cd bench && ../$(BIN)/python load.py

bench-bots: .venv/ready ## moves of the bots, in units of bench/unit.py
	cd bench && ../$(BIN)/python bots.py

costs: .venv/ready ## what a move, a watcher and a stored game cost
	scripts/database.sh
	cd bench && ../$(BIN)/python costs.py

queue: .venv/ready ## how long people wait, by the queueing model in docs/scale.md
	cd bench && ../$(BIN)/python queue_model.py

year: .venv/ready ## back up a year of games and restore them into the other database
	scripts/database.sh
	cd bench && ../$(BIN)/python year.py

fuzz: .venv/ready ## a million odd inputs for each target, and two hundred thousand more guided by coverage
	cd bench && ../$(BIN)/python fuzz.py
	cd bench && ../$(BIN)/python fuzz.py --engine atheris --inputs 200000

playthroughs: .venv/ready ## rewrite the text of tests/playthroughs, from the moves that the files keep
	$(BIN)/python scripts/playthroughs.py write

# What playing needs, without the tools of those who work on it. The lock files are complete: pip resolves nothing,
# so a newer release of a dependency cannot break the set-up.
.venv/playing: deploy/requirements.lock pyproject.toml examples/primer/pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r deploy/requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e examples/primer
	touch $@

.venv/ready: requirements.lock pyproject.toml examples/primer/pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e examples/primer
	touch $@ .venv/playing

lock:
	uv pip compile pyproject.toml --universal --all-extras --generate-hashes --no-header --python-version 3.11 -o requirements.lock
	echo "setuptools>=69" | uv pip compile pyproject.toml - --universal --extra site --extra postgres -c requirements.lock --generate-hashes \
		--no-annotate --no-header --python-version 3.11 -o deploy/requirements.lock

clean:
	rm -rf .venv build *.egg-info
