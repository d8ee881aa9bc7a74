"""Calls: what this server may be made to call by strangers, and what it may not; one test for each fence."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from ipaddress import ip_address

import pytest

from undercroft.server.friends import calls
from undercroft.server.friends.calls import BYTES, Caller, CallRefused, Resolver, is_public

from .outside import Leading, Outside, outside


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    with outside(tmp_path_factory.mktemp("outside")) as here:
        yield here


def post(caller: Caller, url: str, body: bytes = b"{}") -> int:
    return asyncio.run(caller.post(url, body, {"content-type": "application/json"}))


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.9.1", "10.0.0.7", "172.16.3.4", "192.168.0.7", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "192.0.2.1", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fd12::7", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.7", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::1", "2001:db8::1",
        "::127.0.0.1", "::ffff:0:7f00:1", "64:ff9b:1::1", "fec0::1", "feff::1", "3fff::1", "5f00::1", "4000::1", "100::1",
    ],
)  # fmt: skip
def test_what_is_not_public_is_not_called(address: str) -> None:
    assert not is_public(ip_address(address))
    assert not Resolver().allows(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_what_is_public_may_be_called(address: str) -> None:
    assert Resolver().allows(address)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://hooks.test/x", "https"),
        ("ftp://hooks.test/x", "https"),
        ("https:///x", "host"),
        ("https://me:secret@hooks.test/x", "user"),
        ("https://hooks.test:8443/x", "port"),
        ("https://hooks.test/a b", "blanks"),
        ("https://hooks.test/" + "x" * 600, "letters"),
        ("https://[::1/x", "no address"),
    ],
)
def test_only_plain_https_addresses_are_called(url: str, why: str) -> None:
    with pytest.raises(CallRefused, match=why):
        Caller().check(url)


def test_a_name_that_leads_home_is_refused_after_resolving() -> None:
    """No resolver of the test's own: the name of this machine is resolved by the system."""
    with pytest.raises(CallRefused, match="public"):
        post(Caller(), "https://localhost/x")


def test_one_private_address_among_public_ones_is_enough(world: Outside) -> None:
    class Two(Resolver):
        async def addresses(self, host: str, port: int) -> list[str]:
            return ["8.8.8.8", "192.168.0.1"]

    with pytest.raises(CallRefused, match="public"):
        post(Caller(Two()), "https://two.test/x")


def test_a_message_arrives_and_its_status_comes_back(world: Outside) -> None:
    assert post(world.caller, world.url("/ok"), b'{"a": 1}') == 204
    path, headers, body = world.next()
    assert (path, headers["content-type"], body) == ("/ok", "application/json", b'{"a": 1}')


def test_a_name_is_resolved_once_and_the_call_goes_where_it_was_checked(world: Outside) -> None:
    """Whoever answers with a public address first and another one afterwards is asked only once."""

    class Turning(Leading):
        async def addresses(self, host: str, port: int) -> list[str]:
            found = await super().addresses(host, port)
            return found if len(self.asked) == 1 else ["10.0.0.7"]

    resolver = Turning(world.port)
    assert post(Caller(resolver, world.context), world.url("/ok")) == 204
    assert resolver.asked == ["hooks.test"]
    world.next()
    with pytest.raises(CallRefused, match="public"):
        post(Caller(resolver, world.context), world.url("/ok"))


def test_a_redirect_within_the_public_is_followed_with_the_same_message(world: Outside) -> None:
    world.answers["/moved"] = (308, {"location": world.url("/here", "push.test")})
    assert post(world.caller, world.url("/moved"), b"same") == 204
    assert [world.next()[0], world.next()[2]] == ["/moved", b"same"]


@pytest.mark.parametrize(
    ("location", "why"),
    [
        ("https://inside.test:{port}/x", "public"),
        ("http://hooks.test:{port}/x", "https"),
        ("https://hooks.test:{port}/round", "one address"),
        ("https://[", "ValueError"),
        ("https://me@hooks.test:{port}/x", "user"),
        ("//inside.test:{port}/x", "public"),
    ],
)
def test_every_redirect_is_checked_anew(world: Outside, location: str, why: str) -> None:
    world.answers["/round"] = (307, {"location": location.format(port=world.port)})
    with pytest.raises(CallRefused, match=why):
        post(world.caller, world.url("/round"))
    while not world.came.empty():
        assert world.came.get()[0] == "/round", "nothing was sent anywhere else"


def test_who_does_not_answer_is_given_up(world: Outside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "SECONDS", 0.3)
    with pytest.raises(CallRefused, match="no answer within"):
        post(world.caller, world.url("/silent"))


def test_a_long_message_is_not_sent_and_a_long_answer_not_read(world: Outside) -> None:
    with pytest.raises(CallRefused, match="4096 bytes"):
        post(world.caller, world.url("/ok"), b"x" * (BYTES + 1))
    world.answers["/long"] = (200, {"x-long": "x" * 2 * BYTES})
    with pytest.raises(CallRefused, match="too long"):
        post(world.caller, world.url("/long"))


def test_a_certificate_that_nobody_vouches_for_is_refused(world: Outside) -> None:
    with pytest.raises(CallRefused, match="could not be reached: SSL"):
        post(Caller(world.resolver), world.url("/ok"))


def test_names_that_nobody_answers_for_hold_up_no_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many lookups as there may be are stuck; what else the server does in threads is done meanwhile."""
    answer, given_up = threading.Event(), threading.Event()

    def stuck(*_: object, **__: object) -> list[object]:
        if not answer.wait(20):
            given_up.set()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", stuck)

    async def many() -> None:
        coming = [asyncio.ensure_future(Caller().post("https://slow.test/x", b"{}", {})) for _ in range(40)]
        await asyncio.sleep(0)
        assert await asyncio.to_thread(lambda: "done") == "done"
        assert not given_up.is_set()
        answer.set()
        for each in await asyncio.gather(*coming, return_exceptions=True):
            assert isinstance(each, CallRefused)

    asyncio.run(many())
