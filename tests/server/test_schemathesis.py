"""Schemathesis over the API: no request that its description allows or forbids makes the server fail or break its word."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from undercroft.server.http.openapi import document

from .house import House, house

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis

CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance",
)  # fmt: skip
OPERATIONS = sorted((path, method) for path, methods in document()["paths"].items() for method in methods)


class Api:
    """A server with a table, and its description as schemathesis reads it."""

    def __init__(self, server: House) -> None:
        self.server = server
        self.schema: Any = schemathesis.openapi.from_dict(document())
        self.schema.config.update(base_url=f"http://127.0.0.1:{server.port}")
        self.checks = schemathesis.checks.CHECKS.get_by_names(list(CHECKS))
        self.opened = server.open("toy", "Ada", options={"goal": 50})
        ada = server.sit(server.key(self.opened, 0))
        for _ in range(3):
            ada.answer("climb")
        ada.close()


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with house(tmp_path_factory.mktemp("api") / "games.db") as server:
        yield Api(server)


@pytest.mark.parametrize(
    ("path", "method", "known"),
    [
        pytest.param(path, method, known, id=f"{'with a key' if known else 'with anything'}-{path}-{method}")
        for known in (True, False)
        for path, method in OPERATIONS
        if "{" in path or not known  # others need no key
    ],
)
def test_every_request_is_answered_as_described(api: Api, path: str, method: str, known: bool) -> None:
    operation = api.schema[path][method.upper()]

    @given(case=operation.as_strategy())
    @settings(max_examples=12, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    def request(case: Any) -> None:
        headers = {}
        if known:
            parts = case.path_parameters or {}
            values = {"table": api.opened["table"]["id"], "game": "toy", "rule": "TOY-CLIMB-01", "count": "2", "seat": "0"}
            case.path_parameters = {name: values.get(name, value) for name, value in parts.items()}
            headers = {"authorization": f"Bearer {api.opened['host']}"}
        response = case.call(headers=headers, timeout=20)
        case.validate_response(response, checks=api.checks)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        request()


def test_the_server_is_still_well(api: Api) -> None:
    assert api.server.get("/health").json()["ok"]
    served = api.server.app.state.hall.metrics.counters
    statuses = {labels: count for (name, labels), count in served.items() if name == "undercroft_http_requests_total"}
    print(statuses)
    assert statuses['status="200"'] > 50
    assert sum(statuses.values()) > 200
    assert not any(labels.startswith('status="5') for labels in statuses)
