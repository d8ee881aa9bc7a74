"""The OpenAPI document, made from the endpoints and the message types. Nothing here is written twice."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from ..wire import messages as wire
from ..wire.refusal import CODES
from .api import Endpoint
from .endpoints import ENDPOINTS


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    types = [wire.Problem]
    for one in ENDPOINTS:
        types += [kind for kind in (one.gives, one.takes) if kind is not None and not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    named = {_name(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, named)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Undercroft",
            "version": str(wire.VERSION),
            "description": "Everything about tables that is not live. Live play goes over the WebSocket at /api/live.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "a key from a link"}},
        },
    }


def _name(kind: Any) -> str:
    return str(kind)


def _operation(one: Endpoint, named: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"{(\w+)}", one.path)
    ] + [{"name": name, "in": "query", "required": False, "schema": {"type": "string"}} for name in one.query]
    problem = {"application/json": {"schema": named[_name(wire.Problem)]}}
    responses: dict[str, Any] = {"200": {"description": "done", "content": _content(one.gives, named)}}
    statuses: dict[str, list[str]] = {}
    for code in one.codes:
        number, text = CODES[code]
        statuses.setdefault(str(number), []).append(text)
    if one.key:
        statuses["401"] = ["a key is needed"]
    for status, reasons in sorted(statuses.items()):
        responses[status] = {"description": "; or ".join(reasons), "content": problem}
    operation: dict[str, Any] = {
        "operationId": one.run.__name__,
        "summary": one.says,
        "parameters": parameters,
        "responses": responses,
    }
    if one.takes is not None:
        content = {one.takes: {"schema": {}}} if isinstance(one.takes, str) else _content(one.takes, named)
        operation["requestBody"] = {"required": True, "content": content}
    if one.key:
        operation["security"] = [{"key": []}]
    return operation


def _content(kind: Any, named: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string", "contentEncoding": "binary"}}}
    return {"application/json": {"schema": named[_name(kind)]}}
