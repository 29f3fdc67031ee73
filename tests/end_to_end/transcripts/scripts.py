"""
What is played for the documentation and for the golden transcripts.
"""

from showdown.rules.fairness.chain import Chain
from showdown.rules.fairness.texts import to_text
from tests.end_to_end.transcripts.stage import TABLE

SECRET = "correct horse battery"


class Actor:
    """Writes the requests of one person, numbered as a client numbers them."""

    def __init__(self, stage, name):
        self._stage, self.name = stage, name
        self._number = 0

    async def say(self, kind, **fields):
        self._number += 1
        request_id = f"{self.name[0].lower()}{self._number}"
        await self._stage.send(self.name, {"type": kind, "id": request_id, **fields})

    async def act(self, kind, **fields):
        """Act in the turn of the last request that was told."""
        frame = next(f for f in reversed(self.told) if f.get("request") and f["type"] != "reply")
        hand, turn = frame.get("hand") or frame["view"]["hand"], frame["request"]["turn"]
        act = {"table": TABLE, "hand": hand, "turn": turn, "action": {"type": kind, **fields}}
        await self._stage.send(self.name, {"type": "act", "id": f"{hand}.{turn}", **act})

    @property
    def told(self):
        """All frames that he was told."""
        mine = ("told", self.name)
        return [line.frame for line in self._stage.lines if (line.kind, line.who) == mine]

    @property
    def last_seq(self):
        """The last event that he was told."""
        updates = [frame for frame in self.told if frame["type"] == "update"]
        return updates[-1]["seq"] + len(updates[-1]["events"]) - 1

    @property
    def seat(self):
        """Where he sits."""
        views = [frame["view"] for frame in self.told if frame["type"] == "snapshot"]
        return views[-1]["you"]

    @property
    def token(self):
        """What his welcome has brought."""
        return next(frame["token"] for frame in self.told if "token" in frame)


async def one_hand(stage):
    """Ada and Boris play a hand to its showdown, and Wanda looks on."""
    for name in ("Boris", "Wanda", "Ada"):
        await stage.come(name)
    ada, boris, wanda = (Actor(stage, name) for name in ("Ada", "Boris", "Wanda"))
    await boris.say("hello", name="Boris")
    await boris.say("sit", table=TABLE)
    await wanda.say("hello", name="Wanda")
    await wanda.say("watch", table=TABLE)
    await ada.say("hello", name="Ada")
    await ada.say("sit", table=TABLE)
    await stage.pass_time(3)
    await ada.act("raise", to=30)
    await boris.act("call")
    await boris.act("draw", cards=["2d", "Qh", "6c"])
    await ada.act("draw", cards=["4c"])
    await boris.act("check")
    await ada.act("bet", to=60)
    await boris.act("call")
    return ada, boris, wanda


async def a_session(stage):
    """All that a client of this version asks for, and most of what it can be refused."""
    ada, boris, wanda = await one_hand(stage)
    await ada.say("tables")
    await ada.say("show", table=TABLE, hand=1)
    await boris.say("show", table=TABLE, hand=1)
    await ada.say("hands", table=TABLE, player="Boris", limit=5)
    await wanda.say("hand", hand=1)
    await boris.say("hand", hand=1)
    await boris.say("hand", hand=77)
    await boris.say("top_up", table=TABLE, to=1000)
    await ada.say("post", table=TABLE)
    await wanda.say("unwatch", table=TABLE)
    await wanda.say("sit", table=TABLE, seat=2)
    await wanda.say("sit", table=TABLE, seat=5, buy_in=399)
    await wanda.say("sit", table=TABLE, seat=5, buy_in=400)
    await wanda.say("post", table=TABLE)
    await wanda.say("sit_out", table=TABLE)
    await wanda.say("sit_in", table=TABLE)
    await wanda.say("open_table", template="none")
    await wanda.say("wait", table=TABLE)
    await wanda.say("unwait", table=TABLE)
    await stage.pass_time(3)
    await wanda.say("register", password=SECRET)
    await returns(stage, boris)
    await play_wrongly(stage, (ada, boris, wanda))
    await stage.send("Ada", {"type": "ping", "sent": 7})
    await wanda.say("leave", table=TABLE)
    await stage.come("Wanda")
    await wanda.say("tables")
    await wanda.say("hello", name="Wanda", password="wrong and wrong")
    await wanda.say("hello", name="Wanda", password=SECRET)


async def returns(stage, boris):
    """Boris comes back with his token after his connection is lost, and goes on where he was."""
    seq = boris.last_seq
    token = boris.token
    await stage.come("Boris")
    await boris.say("hello", token=token, resume=True)
    await boris.say("resume", table=TABLE, last_seq=seq)


async def play_wrongly(stage, people):
    """Whoever is asked first tries what he may not do, then folds; the next one calls."""
    first = asked(stage, people)
    for kind, fields in WRONG:
        await first.act(kind, **fields)
    await first.say("act", table=TABLE, hand=1, turn=1, action={"type": "fold"})
    await first.act("fold")
    while (player := asked(stage, people)) is not None:
        await player.act("fold")


WRONG: tuple[tuple[str, dict], ...] = (
    ("check", {}),
    ("bet", {"to": 20}),
    ("raise", {"to": 11}),
    ("raise", {"to": 5000}),
    ("draw", {"cards": []}),
)


def asked(stage, people):
    """Who is asked now, by the last turn that anybody was told; None between hands."""
    for line in reversed(stage.lines):
        for event in reversed(line.frame.get("events", ())):
            if event.get("type") == "hand_ended":
                return None
            if event.get("type") == "turn":
                return next(each for each in people if each.seat == event["seat"])
    raise AssertionError("nobody was asked")


async def among_friends(stage):
    """Ada is the host of a table, and does what hosts do; they speak, and look at their results."""
    ada, boris, wanda = await one_hand(stage)
    await boris.say("host", table=TABLE, do={"type": "pause"})
    await stage.make_host("Ada")
    await ada.say("host", table=TABLE, do={"type": "pause"})
    await boris.say("chat", table=TABLE, text="Well played!")
    await wanda.say("chat", table=TABLE, text="Indeed.")
    await boris.say("chat", table=TABLE, text="x" * 201)
    await ada.say("host", table=TABLE, do={"type": "grant", "player": "Boris", "chips": 500})
    await ada.say("host", table=TABLE, do={"type": "mute", "player": "Boris"})
    await boris.say("chat", table=TABLE, text="Hello?")
    await ada.say("host", table=TABLE, do={"type": "unmute", "player": "Boris"})
    await ada.say("host", table=TABLE, do={"type": "unpause"})
    await ada.say("host", table=TABLE, do={"type": "kick", "player": "Nobody"})
    await ada.say("host", table=TABLE, do={"type": "kick", "player": "Boris"})
    await boris.say("sit", table=TABLE)
    await ada.say("host", table=TABLE, do={"type": "admit", "player": "Boris"})
    await boris.say("sit", table=TABLE)
    await ada.say("stats", table=TABLE)
    await boris.say("hands", result="lost", min_pot=100)
    await wanda.say("sign_out")
    await boris.say("sign_out", everywhere=True)


async def a_proven_hand(stage):
    """Ada takes part in a deal that is proven; then everybody folds."""
    chain = Chain(bytes(range(32)))
    for name in ("Boris", "Wanda", "Ada"):
        await stage.come(name)
    ada, boris, wanda = (Actor(stage, name) for name in ("Ada", "Boris", "Wanda"))
    await boris.say("hello", name="Boris")
    await boris.say("sit", table=TABLE)
    await wanda.say("hello", name="Wanda")
    await wanda.say("watch", table=TABLE)
    await ada.say("hello", name="Ada")
    await ada.say("sit", table=TABLE)
    await ada.say("anchor", table=TABLE, value=to_text(chain.anchor))
    await stage.pass_time(3)
    opening = {"table": TABLE, "hand": 1, "part": 0, "value": to_text(chain.open())}
    await stage.send("Ada", {"type": "open", **opening})
    await stage.pass_time(1)
    await ada.act("fold")
    await wanda.say("hand", hand=1)
    await ada.say("hand", hand=1)


SCRIPTS = {each.__name__: each for each in (one_hand, a_session, among_friends, a_proven_hand)}
