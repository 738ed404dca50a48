# make run   a simulated match in the browser, nothing to prepare
# make test  every test, lint and types; make verify  also what takes longer; make bench  speed, beside PyPI mahjong
PYTHON := .venv/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check --quiet
TESTS ?= tests

.PHONY: run test lint types floors verify bench train icons faces pictures clean

run: .venv/.run
	$(PYTHON) -m referee run --simulate

test: .venv/.dev lint types floors
	$(PYTHON) -m pytest $(TESTS) -m "not verify" -n 2 --dist loadfile

lint: .venv/.dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types: .venv/.dev
	$(PYTHON) -m mypy

floors: .venv/.dev
	.venv/bin/lint-imports

verify: .venv/.dev lint types floors
	$(PYTHON) -m pytest $(TESTS) --timeout 3000

bench: .venv/.dev
	$(PYTHON) -m benchmarks.score
	$(PYTHON) -m benchmarks.waits
	$(PYTHON) -m benchmarks.batch
	$(PYTHON) -m benchmarks.link

# pictures of birds, dragons and whatever flowers show, for training only: packs of one version each
ICONS := noto@1.2.9 twemoji@1.2.5 fluent-emoji-flat@1.2.6 fluent-emoji-high-contrast@1.2.6 game-icons@1.2.4 \
    noto-v1@1.2.5 emojione@1.2.3 fluent-emoji@1.2.7 fxemoji@1.2.2 icon-park@1.2.4 icon-park-twotone@1.2.4 \
    mdi@1.2.3 material-symbols@1.2.98 mingcute@1.2.8 ph@1.2.2
ICONS_IN := models/training/icons

icons: $(ICONS_IN)/.fetched

$(ICONS_IN)/.fetched:
	@sh scripts/needs.sh icons
	@mkdir -p $(ICONS_IN)
	cd $(ICONS_IN) && for pack in $(ICONS); do \
	    npm pack --silent @iconify-json/$$pack >/dev/null && mkdir -p $${pack%@*} && \
	    tar xzf iconify-json-$${pack%@*}-$${pack#*@}.tgz -C $${pack%@*} --strip-components=1 || exit 1; done
	@touch $@

train: .venv/.train icons
	$(PYTHON) -m models.train
	$(PYTHON) -m models.train_locator

# The pictures of the pages that README shows, taken in a real browser.
pictures: .venv/.dev
	PYTHONPATH=. .venv/bin/python -m tests.referee.display.screenshots

faces: .venv/.dev
	$(PYTHON) -m referee.tiles.faces.draw

.venv/bin/python:
	@sh scripts/needs.sh run
	python3 -m venv .venv

.venv/.run: pyproject.toml | .venv/bin/python
	@sh scripts/needs.sh run
	$(PIP) install --editable .
	@touch $@

.venv/.dev: pyproject.toml | .venv/bin/python
	@sh scripts/needs.sh test
	$(PIP) install --editable '.[dev]'
	@touch $@ .venv/.run

.venv/.train: .venv/.dev
	$(PIP) install --editable '.[train]'
	@touch $@

clean:
	rm -rf .venv dist build
