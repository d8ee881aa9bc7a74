"""Being invited: what a link is for, a link of one's own to pass on, a link as a picture. Endpoints of the HTTP API."""

from __future__ import annotations

from starlette.responses import Response

from ..friends.friends import Friends
from ..friends.invitation import invitation, qr
from ..tables.links import make_link
from ..tables.order import LOCKED
from ..wire import friends as wire
from ..wire import messages
from ..wire.refusal import Refusal
from .api import Call, endpoint


def friends(call: Call) -> Friends:
    """What surrounds the tables of this server."""
    found: Friends = call.request.app.state.friends
    return found


@endpoint("GET", "/api/tables/{table}/invitation", wire.Invitation, key=True)
async def invited(call: Call) -> wire.Invitation:
    """What this link is for: which game, whose table, who sits there, how long it takes."""
    table, key = await call.at_table()
    return invitation(table, key)


@endpoint("POST", "/api/tables/{table}/watch", messages.Link, key=True, codes="locked away")
async def watch(call: Call) -> messages.Link:
    """A link to watch by, made for whoever asks: to pass on, or to look before sitting down. It opens no seat."""
    table, key = await call.at_table()
    if table.record.data.get("locked") and key.role != "host":
        raise Refusal("locked", LOCKED)
    if not call.hall.openings.take(call.address):
        raise Refusal("too-many", "too many links made from here; wait a little")
    made, link = make_link(table.id, "spectator", None, key.name)
    await call.hall.pools.write.run(call.hall.store.add_keys, [made], who=call.address)
    return link


@endpoint("GET", "/api/address", wire.Address)
async def address(call: Call) -> wire.Address:
    """Whether the address this page was called by works for others too, and which one does."""
    return friends(call).reach.seen_from(call.request.headers.get("host", ""))


@endpoint("POST", "/api/qr", "image/svg+xml", takes=wire.QrWish)
async def picture(call: Call) -> Response:
    """A link as a QR code."""
    wish: wire.QrWish = call.body
    try:
        drawn = await call.hall.pools.look_back.run(qr, wish.text, who=call.address)
    except ValueError:
        raise Refusal("malformed", "this text does not fit into a QR code") from None
    headers = {"cache-control": "no-store", "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


__all__ = ["friends"]
