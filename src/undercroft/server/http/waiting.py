"""Slow games: who wants to be told, a table's clock and webhook, and word left behind. Endpoints of the HTTP API."""

from __future__ import annotations

import asyncio

from ...store.shelf import Want
from ..friends.calls import CallRefused
from ..wire import friends as wire
from ..wire import messages
from ..wire.refusal import Refusal
from .api import Call, endpoint
from .inviting import friends

NO_CALLS = "whoever runs this server does not let it call anybody; they can, with calls = true in the settings"


@endpoint("GET", "/api/notices", wire.Notices)
async def notices(call: Call) -> wire.Notices:
    """Which notices this server can send."""
    sealer = await friends(call).sealer()
    return wire.Notices(sealer.key if sealer is not None else "", friends(call).caller is not None)


@endpoint("POST", "/api/tables/{table}/want", messages.Done, takes=wire.WantWish, key=True, codes="stale away")
async def want(call: Call) -> messages.Done:
    """Tell this device when it is one's turn, while one is away (whoever sits in a seat)."""
    table, key = await call.at_table("host", "seat")
    wish: wire.WantWish = call.body
    caller, sealer, seat = friends(call).caller, await friends(call).sealer(), key.seat
    if caller is None or sealer is None:
        raise Refusal("not-yours", NO_CALLS)
    if seat is None:
        raise Refusal("not-yours", "you are watching; only whoever has a seat is asked anything")
    wanted = Want(table.id, seat, wish.endpoint, {"p256dh": wish.p256dh, "auth": wish.auth})
    try:
        caller.check(wish.endpoint)
        await asyncio.to_thread(sealer.seal, wanted, b"{}")
    except CallRefused as error:
        raise Refusal("malformed", str(error)) from None
    except ValueError:
        raise Refusal("malformed", "nothing can be sealed with these keys; subscribe anew") from None
    shelf = friends(call).shelf
    await call.hall.pools.write.run(shelf.want, wanted, who=call.address)
    await table.note({"told": sorted({*table.record.data.get("told", ()), seat})})
    return messages.Done()


@endpoint("POST", "/api/tables/{table}/unwant", messages.Done, takes=wire.UnwantWish, key=True, codes="away")
async def unwant(call: Call) -> messages.Done:
    """Tell this device no more."""
    table, key = await call.at_table("host", "seat")
    if key.seat is not None:
        await call.hall.pools.write.run(friends(call).shelf.unwant, table.id, key.seat, call.body.endpoint, who=call.address)
    return messages.Done()


@endpoint("POST", "/api/tables/{table}/webhook", messages.Done, takes=wire.WebhookWish, key=True, codes="stale away")
async def webhook(call: Call) -> messages.Done:
    """Tell an address of the host's choice whose turn it is, as plain JSON; it is told at once that it will be (host)."""
    table, _ = await call.at_table("host")
    wish: wire.WebhookWish = call.body
    if not wish.url:
        await table.note({"webhook": None})
        return messages.Done()
    bell, caller = friends(call).bell, friends(call).caller
    if caller is None:
        raise Refusal("not-yours", NO_CALLS)
    if not bell.rate.take(table.id):
        raise Refusal("too-many", "that was tried a few times too often; wait a minute")
    host = call.request.headers.get("host", "")
    base = friends(call).reach.seen_from(host).other or call.request.headers.get("origin") or f"http://{host}"
    hook = {"url": wish.url, "base": base}
    words = f"{table.info().title}: this is where it is told whose turn it is."
    try:
        await bell.post(hook, table.id, table.wish.game, words, [])
    except CallRefused as error:
        raise Refusal("malformed", f"this webhook will not do: {error}") from None
    await table.note({"webhook": hook})
    return messages.Done()


@endpoint("POST", "/api/tables/{table}/clock", messages.TableInfo, takes=wire.ClockWish, key=True, codes="stale away malformed")
async def clock(call: Call) -> messages.TableInfo:
    """How long this table waits for an answer, and what happens then (host)."""
    table, _ = await call.at_table("host")
    wish: wire.ClockWish = call.body
    if 0 < wish.seconds < 30:
        raise Refusal("malformed", "a clock gives at least 30 seconds for an answer, or 0: as long as it takes")
    before = table.record.data.get("clock") or {}
    since = before["since"] if before.get("seconds") == wish.seconds and "since" in before else friends(call).now()
    set_ = {"seconds": wish.seconds, "then": wish.then, "since": since} if wish.seconds else None
    await table.note({"clock": set_, "vote": {}})
    if table.keeper is not None:
        friends(call).clocks.heard(table, table.keeper)
    return table.info()


@endpoint("POST", "/api/tables/{table}/vote", messages.TableInfo, takes=wire.VoteWish, key=True, codes="stale away closed")
async def vote(call: Call) -> messages.TableInfo:
    """Somebody's time has run out: whether a bot is to move for them (whoever sits in another seat)."""
    table, key = await call.at_table("host", "seat")
    if key.seat is None:
        raise Refusal("not-yours", "you are watching; only whoever has a seat votes")
    await friends(call).clocks.vote(table, key.seat, yes=call.body.yes)
    return table.info()


@endpoint("POST", "/api/tables/{table}/standing", messages.TableInfo, takes=wire.VoteWish, key=True, codes="stale away closed")
async def leave_word(call: Call) -> messages.TableInfo:
    """If nothing happens, go on for me: the answers to come are given as long as nothing that matters has changed."""
    table, key = await call.at_table("host", "seat")
    if key.seat is None:
        raise Refusal("not-yours", "you are watching; only whoever has a seat is asked anything")
    await friends(call).clocks.order(table, key.seat, on=call.body.yes)
    return table.info()
