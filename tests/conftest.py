"""Tests skip because a tool they need is not on this machine, a failure with CI set, or because `make soak` runs them."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

# What is drawn does not depend on luck, and how long it takes proves nothing.
settings.register_profile("steady", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    """Bots that a test brought along leave with it."""
    before = os.environ.get("UNDERCROFT_BOTS")
    yield
    if before is None:
        os.environ.pop("UNDERCROFT_BOTS", None)
    else:
        os.environ["UNDERCROFT_BOTS"] = before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("CI") and "`make soak`" not in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = (
            f"{report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr}, and with CI set no test is skipped"
        )
    return report
