"""Fixtures for the tests of the training pipeline: they need the shipped model, and skip without their pictures."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def photos() -> Path:
    """The labelled photos, which are not part of the product."""
    folder = ROOT.parent / "shared" / "photos"
    if not folder.is_dir():
        pytest.skip("the labelled photos are not here")
    return folder
