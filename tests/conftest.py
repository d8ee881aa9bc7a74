"""Tests skip for one reason only: a tool they need is not on this machine. With CI set, that is a failure."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = (
            f"{report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr}, and with CI set no test is skipped"
        )
    return report
