"""What `deploy/` offers is what the program takes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from undercroft.cli import parser
from undercroft.commands.hosting import Serve
from undercroft.server.measures.limits import Limits
from undercroft.settings import read
from undercroft.store.upkeep import Keep

DEPLOY = Path(__file__).parent.parent / "deploy"


def test_the_settings_are_settings() -> None:
    settings = read(DEPLOY / "settings.toml")
    assert settings.section("serve", Serve).names == ["play.example.org"]
    assert settings.section("limits", Limits).connections < Limits().connections
    assert settings.section("keep", Keep).finished_days == 90


def test_the_unit_and_the_container_run_commands_that_exist_and_are_nobody_special() -> None:
    unit = (DEPLOY / "undercroft.service").read_text()
    found = re.search(r"ExecStart=\S+/undercroft (.*)", unit)
    assert found
    assert parser().parse_args(found[1].split()).settings == "/etc/undercroft/settings.toml"
    assert {"DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes"} <= set(unit.splitlines())
    container = (DEPLOY / "Containerfile").read_text()
    command = re.search(r"^CMD \[(.*)\]", container, re.M)
    assert command
    plan = parser().parse_args(re.findall(r'"([^"]*)"', command[1]))
    assert (plan.command, plan.host, plan.db) == ("serve", "0.0.0.0", "/data/games.db")
    assert re.search(r"^USER 10001$", container, re.M)
    assert "HEALTHCHECK" in container
    assert f"127.0.0.1:{plan.port}/health" in container


def test_the_container_is_given_every_file_that_the_package_is_built_from() -> None:
    container = (DEPLOY / "Containerfile").read_text()
    given = {name for line in re.findall(r"^COPY (?!--)(.*) \S+$", container, re.M) for name in line.split()}
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())
    hook = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["path"]
    assert given == {"pyproject.toml", "README.md", "LICENSE", "src", hook}


def test_the_proxies_pass_on_what_the_server_needs() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text()
    for line in ("Host $http_host", "X-Forwarded-For $remote_addr", "Upgrade $http_upgrade", "Connection $connection_upgrade"):
        assert f"proxy_set_header {line};" in nginx
    port = str(Serve().port)
    assert f"127.0.0.1:{port};" in nginx
    assert f"reverse_proxy 127.0.0.1:{port}" in (DEPLOY / "Caddyfile").read_text()
    megabytes = re.search(r"client_max_body_size (\d+)m", nginx)
    assert megabytes
    assert int(megabytes[1]) * 1024 * 1024 >= Limits().save_bytes
