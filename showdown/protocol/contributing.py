"""
A client's part in a deal that is proven: its openings, and the checks of all that it is shown.

It opens only for what it has checked and noted; from one value that it opened nothing can be made
twice. A check that fails is final: the server has not dealt as it promised, and the evidence stays.
Whether it asks us and takes what we open is watched by :mod:`.listing` and :mod:`.dropping`.
"""

from collections.abc import Callable
from typing import NamedTuple

from showdown.errors import ProtocolError
from showdown.protocol import messages as msg
from showdown.protocol.dropping import HANDS, MOST_DROPPED, Dropping
from showdown.protocol.listing import Listing
from showdown.rules import seen
from showdown.rules.fairness.chain import LENGTH, Chain
from showdown.rules.fairness.checking import Findings, ProofFailed, check
from showdown.rules.fairness.openings import Openings
from showdown.rules.fairness.record import Proof
from showdown.rules.fairness.seals import seal_of
from showdown.rules.fairness.texts import to_text
from showdown.rules.heard_proofs import HeardProof
from showdown.rules.ruleset import HandId, Seat, TableId
from showdown.rules.table_view import TableView


class DealRefused(ProtocolError):
    """A deal was not what the server had promised; ``proof`` is the evidence."""

    code = "deal_not_proven"

    def __init__(self, sentence: str, proof: Proof | None) -> None:
        super().__init__(sentence)
        self.proof = proof


class Sealed(NamedTuple):
    """What was sealed when a client opened for it: note it before the opening is sent."""

    table: TableId
    hand: HandId
    part: int
    seal: str
    """Of all that was fixed by then: `seal_0` of a deal, `seal_q` of a reshuffle."""
    value: str
    """What was opened."""


class HandFindings(NamedTuple):
    """How far the deal of a hand that is over was proven."""

    hand: HandId
    findings: Findings | None
    """None for a hand that is not proven at all; without cards none was seen."""
    missed: bool
    """Whether an opening of this client came too late, or was passed over."""
    unnoted: bool = False
    """Whether this client opened nothing, since it could not keep what was sealed."""
    dropped: int = 0
    """If the server had this opening in time: how often that was so in the last hundred hands."""


class TableContributor:
    """One table of a client."""

    def __init__(
        self,
        table: TableId,
        new_secret: Callable[[], bytes],
        note: Callable[[Sealed], None],
    ) -> None:
        """
        Take part in the deals of a table.

        Args:
            new_secret: 32 bytes of the operating system's generator, other ones each time.
            note: keeps what was sealed; it returns when that is kept.
        """
        self.heard = HeardProof()
        self.finished: HandFindings | None = None
        """What was found of the last hand that ended; taken by whoever tells it."""
        self._table = table
        self._new_secret = new_secret
        self._note = note
        self._chain: Chain | None = None
        self._last = ""
        """What the next opening has to match: the anchor, or the last opening."""
        self._anchored: str | None = None
        """The id of the request that brought the anchor, until it is answered."""
        self._hand: HandId | None = None
        self._pending: int | None = None
        """The part that openings are asked for."""
        self._opened: dict[int, str] = {}
        """Openings for the hand that runs, by part."""
        self._seals: dict[int, str] = {}
        self._unsent = False
        """Whether what was opened has to be sent again, on a new connection."""
        self._ended: seen.HandEnded | seen.HandAborted | None = None
        """The end of a hand, until what was opened with it is taken in."""
        self._head: tuple[HandId, str] | None = None
        """What the next hand has to be bound to, if it is the one after this."""
        self._unheard: int | None = None
        """The part that we have opened for and were not told of yet."""
        self._listing = Listing()
        self._could_open = False
        """Whether we could have been asked to open for the hand that runs."""
        self._may_be_anothers = False
        """Whether somebody may have had our account, and sent an anchor, while we were away."""
        self._you: Seat | None = None
        self._dropping = Dropping()
        self._missed = self._unnoted = False
        self._dropped = 0

    # What comes in.

    def reconnected(self) -> None:
        """There is a new connection: the server asks again for what it has not."""
        self._unsent = self._may_be_anothers = True
        self._dropping.loses_sight()
        if self._anchored is not None:  # it may have been lost, and another does no harm
            self._anchored = self._chain = None

    def answered(self, request_id: str, *, ok: bool) -> None:
        """The server has taken an anchor, or not."""
        if request_id == self._anchored:
            self._anchored = None
            if not ok:
                self._chain = None

    def shown(self, view: TableView, proof: Proof | None) -> None:
        """Take in a snapshot, or where a table goes on: all that was proven so far."""
        self._may_be_anothers = True
        self._listing.loses_sight()
        self._dropping.loses_sight()
        if self._head is not None and (view.running or view.hand != self._head[0]):
            self._head = None  # hands went by, or the end of this one
        if proof is None:
            if view.hand != self._hand:
                self.heard = HeardProof()
            return
        self._same_hand(HandId(int(proof.hand)))
        for part in range(1 + len(proof.reshuffles)):
            self._same_seal(part, proof)
        self.heard = HeardProof(proof)
        dealt = any(seat.count for seat in view.seats)
        if view.running and not dealt:
            self._pending = 0
        elif view.running and proof.reshuffles and not proof.reshuffles[-1].used:
            last = proof.reshuffles[-1]
            is_open = all(each.opening is None for each in last.contributors)
            self._pending = last.part if is_open else None
        else:
            self._pending = None
        self._compare(proof)
        self._checked(bool(proof.view.cards))
        if view.hand == self._hand:
            for each in view.seats:
                self.heard.tell(each)
            self._is_complete()

    def opens(self, ping: int) -> None:
        """A ping with this number goes out behind an opening."""
        self._dropping.opens(ping)

    def pong(self, ping: int, now: float | None) -> None:
        """A ping was answered."""
        self._dropping.answers(ping, now)

    def happened(
        self,
        events: tuple[seen.SeenEvent | seen.Hidden, ...],
        you: Seat | None,
        now: float | None = None,
    ) -> None:
        """
        Take in events, before the openings that come with them.

        Args:
            you: where you sit after them.
            now: when they came, in seconds on a monotonic clock, if they came as they happened;
                without it no opening of ours counts as dropped.
        """
        before, self._you = self._you, you
        for event in events:
            self.heard.follow([event], you)
            match event:
                case seen.HandStarted():
                    self._same_hand(event.hand)
                case seen.DealSealed():
                    self._begun(event, you)
                    self._dropping.asks(now)
                case seen.PoolSealed():
                    self._pending = event.part
                    self._dropping.asks(now)
                    self._same_seal(event.part, self.heard.proof)
                case seen.EntropyOpened():
                    self._pending = None
                    self._told(event, you, now)
                case seen.PoolUnused():  # no card waits for it, so that nobody is waited for
                    self._pending = None
                    self._told(event, you, None)
                case seen.Left() if event.seat == before:
                    self._chain, self._last = None, ""
                case seen.HandEnded() | seen.HandAborted():
                    self._pending, self._ended = None, event
                case _:
                    pass

    def opened(self, openings: Openings | None) -> None:
        """Take in what was opened with the events, and check it."""
        self._checked(self.heard.take(openings))
        self._is_complete()
        ended, self._ended = self._ended, None
        if ended is not None:
            self._over(aborted=isinstance(ended, seen.HandAborted))

    # What goes out.

    def answers(
        self, view: TableView, next_id: Callable[[], str]
    ) -> tuple[msg.Anchor | msg.Open, ...]:
        """What is to be sent now."""
        if view.you is None:
            self._chain, self._last = None, ""
            return ()
        opening = self._opening(view.you)
        if opening is not None:
            return (opening,)
        if view.ruleset.proof and (self._chain is None or not self._chain.left):
            return (self._anchor(next_id()),)
        return ()

    def _anchor(self, request_id: str) -> msg.Anchor:
        self._chain = Chain(self._new_secret(), LENGTH)
        self._last = to_text(self._chain.anchor)
        self._anchored = request_id
        return msg.Anchor(id=request_id, table=self._table, value=self._last)

    def _opening(self, you: Seat) -> msg.Open | None:
        part, proof, hand = self._pending, self.heard.proof, self._hand
        if part is None or proof is None or hand is None:
            return None
        if part in self._opened:
            again, self._unsent = self._unsent, False
            return self._open(hand, part, self._opened[part]) if again else None
        listed = proof.contributors if part == 0 else proof.reshuffles[-1].contributors
        wanted = next((each.commitment for each in listed if each.seat == you), None)
        if self._chain is None or not self._chain.left or wanted != self._last:
            return None
        value = to_text(self._chain.upcoming())
        seal = self._seals[part]
        try:
            self._note(Sealed(self._table, hand, part, seal, value))
        except OSError:  # without a note the opening proves nothing to us
            self._unnoted = True
            return None
        self._chain.open()
        self._opened[part] = self._last = value
        self._unsent, self._unheard = False, part
        return self._open(hand, part, value)

    def _open(self, hand: HandId, part: int, value: str) -> msg.Open:
        return msg.Open(table=self._table, hand=hand, part=part, value=value)

    # Checks.

    def _same_hand(self, hand: HandId) -> None:
        if hand == self._hand:
            return
        if self._hand is not None and hand < self._hand:
            raise DealRefused(f"The server began hand {hand} a second time.", self.heard.proof)
        if self._unheard is not None:
            self._begin_anew()
        self._hand = hand
        self._opened, self._seals, self._pending = {}, {}, None
        self._missed = self._unnoted = self._could_open = False
        self._dropped = 0
        self._dropping.begins()

    def _begun(self, event: seen.DealSealed, you: Seat | None) -> None:
        self._pending = 0
        self._is_listed(event, you)
        self._same_seal(0, self.heard.proof)
        if self._head is not None and event.previous != self._head[1]:
            raise DealRefused(
                f"Hand {self._hand} is not bound to the hand before it.", self.heard.proof
            )

    def _is_listed(self, event: seen.DealSealed, you: Seat | None) -> None:
        """Who is asked is a rule: all who are dealt in and anchored, unless they were silent."""
        proof = self.heard.proof
        has_anchor = self._chain is not None and self._anchored is None
        self._could_open = proof is not None and you in proof.lineup and has_anchor
        if not self._could_open:
            return
        asked = {each.seat: each.commitment for each in event.contributors}.get(you or 0)
        if asked is not None and asked != self._last and self._may_be_anothers:
            self._begin_anew()
        elif asked != self._last and (asked is not None or not self._listing.may_rest):
            raise DealRefused(f"The server did not ask us to open for hand {self._hand}.", proof)
        self._may_be_anothers = self._may_be_anothers and asked is None

    def _same_seal(self, part: int, proof: Proof | None) -> None:
        if proof is None:
            return
        seal = to_text(seal_of(proof, part))
        if self._seals.setdefault(part, seal) != seal:
            raise DealRefused(
                f"The server changed what it had sealed for hand {self._hand}.", proof
            )

    def _told(
        self,
        event: seen.EntropyOpened | seen.PoolUnused,
        you: Seat | None,
        now: float | None,
    ) -> None:
        said = next((each.value for each in event.openings if each.seat == you), None)
        missed = said is None and (you in event.missed or event.part == self._unheard)
        if event.part == 0 and (missed or said is not None):
            self._listing.asked(missed=missed)
        elif event.part == 0 and self._could_open:
            self._listing.passed_over()
        if missed and event.part in self._opened and self._dropping.misses(now):
            self._dropped = self._dropping.dropped
        self._said(event.part, said, asked=you in event.missed)
        if self._dropped >= MOST_DROPPED:
            raise DealRefused(
                f"The server passed over {self._dropped} openings of ours in {HANDS} hands that it "
                f"had in time, the last one in hand {self._hand}.",
                self.heard.proof,
            )

    def _compare(self, proof: Proof) -> None:
        """Take in what a proof that comes all at once says of our openings."""
        parts = (proof.contributors, *(each.contributors for each in proof.reshuffles))
        for part, listed in enumerate(parts):
            if part != self._pending and part in self._opened:
                said = {each.seat: each.opening for each in listed}.get(proof.view.seat)
                self._said(part, said, asked=False)

    def _said(self, part: int, said: str | None, *, asked: bool) -> None:
        """Compare what is said of our opening with what we have sent."""
        mine = self._opened.get(part)
        # Where we know of none, an earlier run of this client may have opened.
        if None not in (said, mine) and said != mine:
            raise DealRefused(
                f"The server says that we opened something else in hand {self._hand}.",
                self.heard.proof,
            )
        if said is None and (asked or part == self._unheard):
            self._begin_anew()
            self._missed = self._missed or mine is not None
        if part == self._unheard:
            self._unheard = None

    def _begin_anew(self) -> None:
        """What was sent once is secret no more."""
        self._chain, self._unheard = None, None

    def _is_complete(self) -> None:
        """Each card that we are told has to be opened with it."""
        missing = self.heard.unproven
        if missing and self.heard.proof is not None:
            names = " ".join(card.value for card in missing)
            raise DealRefused(
                f"The server did not prove {names} in hand {self._hand}.", self.heard.proof
            )

    def _checked(self, has_cards: bool) -> None:
        if has_cards:
            self._findings()

    def _over(self, *, aborted: bool) -> None:
        findings = self._findings()
        if aborted and self._unheard is not None:
            self._begin_anew()
        self._head = None
        if findings is not None and self._hand is not None and not aborted:
            self._head = self._hand, findings.head
        if self._hand is not None:
            self.finished = HandFindings(
                self._hand, findings, self._missed, self._unnoted, self._dropped
            )

    def _findings(self) -> Findings | None:
        """What the proof has proven so far; None for a hand that is not proven."""
        proof = self.heard.proof
        if proof is None:
            return None
        try:
            return check(proof)
        except ProofFailed as failed:
            raise DealRefused(f"Hand {proof.hand} was not dealt fairly: {failed}.", proof) from None
