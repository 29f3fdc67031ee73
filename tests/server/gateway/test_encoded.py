"""What many are told is encoded once, and nobody gets what another was told."""

from server.gateway.encoded import Encoded
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode
from tests.server.gateway.kit import asked, open_house


def test_the_same_message_is_encoded_once_and_an_equal_one_anew(monkeypatch):
    made: list[msg.ServerMessage] = []

    def counted(message):
        made.append(message)
        return encode(message)

    monkeypatch.setattr("server.gateway.encoded.encode", counted)
    last = Encoded()
    first, equal, other = msg.Pong(sent=1), msg.Pong(sent=1), msg.Pong(sent=2)
    told = (first, first, equal, first, equal, other, first)
    assert [last.text(each) for each in told] == [encode(each) for each in told]
    assert [id(each) for each in made] == [id(each) for each in (first, equal, other, first)]


async def test_one_action_is_one_frame_for_each_and_three_texts_for_all(monkeypatch):
    """Who acted has his reply, who is asked his request; all others are told the same."""
    async with (
        open_house() as house,
        house.guest("Anna") as anna,
        house.guest("Boris") as boris,
        house.guest("Clara") as clara,
        house.guest("Dora") as dora,
    ):
        for wire in (anna, boris):
            assert (await wire.ask("sit", table="main"))["ok"]
        for wire in (clara, dora):
            assert (await wire.ask("watch", table="main"))["ok"]
        who, frame = await asked([anna, boris])
        made: list[msg.ServerMessage] = []

        def counted(message):
            made.append(message)
            return encode(message)

        monkeypatch.setattr("server.gateway.encoded.encode", counted)
        acted = {"table": "main", "hand": frame.get("hand") or frame["view"]["hand"]}
        acted |= {"turn": frame["request"]["turn"], "action": {"type": "call"}}
        everybody = (anna, boris, clara, dora)
        before = [len(wire.frames) for wire in everybody]
        assert (await who.ask("act", **acted))["ok"]
        seq = who.frames[-1]["seq"]
        for wire in everybody:
            while not any(each.get("seq") == seq for each in wire.frames):
                await wire.read()
        frames = [
            [each for each in wire.frames[number:] if each.get("seq") == seq]
            for wire, number in zip(everybody, before, strict=True)
        ]
        assert [len(each) for each in frames] == [1, 1, 1, 1]
        assert len([each for each in made if getattr(each, "seq", None) == seq]) == 3
