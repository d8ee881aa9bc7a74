"""The dungeon of the day, and a player's other days: endpoints of the HTTP API. Secrets come in bodies, never in paths."""

from __future__ import annotations

from ..wire import friends as wire
from ..wire import messages
from .api import Call, endpoint
from .inviting import friends


@endpoint("POST", "/api/daily", wire.Daily, takes=wire.Me)
async def daily(call: Call) -> wire.Daily:
    """Today's dungeons, this player's try at each, the wall once it is over, and yesterday's best replays."""
    return await friends(call).daily.look(call.body.me)


@endpoint(
    "POST", "/api/daily/{game}/try", messages.TableOpened, takes=wire.TryWish, codes="no-such closed bad-opening too-many away"
)
async def try_it(call: Call) -> messages.TableOpened:
    """Today's dungeon: one try that counts."""
    call.may_open()
    return await friends(call).daily.begin(call.part("game"), call.body.me, call.body.name, call.address)


@endpoint("POST", "/api/daily/mine", wire.DailyTries, takes=wire.Me)
async def my_tries(call: Call) -> wire.DailyTries:
    """All of this player's tries."""
    return wire.DailyTries(await friends(call).daily.mine(call.body.me))


@endpoint("POST", "/api/daily/forget", messages.Done, takes=wire.Me, codes="away")
async def forget_tries(call: Call) -> messages.Done:
    """Take this player's tries off all walls, for good."""
    await friends(call).daily.forget(call.body.me)
    return messages.Done()
