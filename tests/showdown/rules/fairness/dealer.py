"""
A dealer of random hands, for the tests: he deals by the rules in the plainest way and proves it.

He keeps whole hands and piles of cards and asks nothing of the product but seals and openings, so
that where cards come from is decided here a second time.
"""

from msgspec.structs import replace

from showdown.rules.cards import DECK, JOKERS, Card
from showdown.rules.fairness import sealing
from showdown.rules.fairness.chain import Chain
from showdown.rules.fairness.deck import SealedDeck
from showdown.rules.fairness.hashing import hand_tag
from showdown.rules.fairness.pool import SealedPool
from showdown.rules.fairness.proving import Prover
from showdown.rules.fairness.record import Drew, Listed, Proof, Reshuffle, View
from showdown.rules.fairness.sealing import Contributor
from showdown.rules.fairness.serving import Place
from showdown.rules.fairness.texts import to_text
from showdown.rules.ruleset import DrawMode, ReshuffleMode


class Dealer:
    def __init__(self, random, *, mode=None, silent=0.2):
        self.random = random
        self.key = random.randbytes(32)
        self.deck = (*DECK, *JOKERS[: random.choice((0, 0, 1, 2))])
        self.table, self.hand = "proof", str(random.randrange(1, 10**6))
        self.tag = hand_tag(self.table, self.hand)
        self.previous = random.randbytes(32)
        seats = random.sample(range(1, 9), random.randint(2, 8))
        self.lineup = tuple(seats)
        self.folded = tuple(random.sample(seats, random.randint(0, len(seats) - 2)))
        self.burn = random.random() < 0.3
        self.most = 5
        self.mode = mode or random.choice(list(DrawMode))
        self.silent = silent
        self.chains = {seat: Chain(random.randbytes(32), 12) for seat in seats}
        self.numbers = {card: number for number, card in enumerate(self.deck)}
        self.entropies: list[bytes] = []
        self.reshuffles: list[Reshuffle] = []
        self.pools: dict[int, SealedPool] = {}
        self.deal()
        self.draw()
        self.prover = Prover(self.sealed, self.pools)

    # Openings.

    def asked(self, bound):
        """Each is asked; some are silent."""
        listed = []
        for seat, committed in sorted(bound.items()):
            speaks = self.random.random() >= self.silent
            opening = self.chains[seat].open() if speaks else None
            listed.append((seat, committed, opening))
        return listed

    def combine(self, seal, listed):
        openings = {seat: opening for seat, _, opening in listed if opening}
        self.entropies.append(sealing.entropy(seal, contributors(listed), openings))

    # The deal.

    def deal(self):
        self.sealed = SealedDeck(self.key, self.tag, self.deck)
        anchors = {seat: chain.anchor for seat, chain in self.chains.items()}
        chosen = self.random.sample(self.lineup, self.random.randint(0, len(self.lineup)))
        self.listed = self.asked({seat: anchors[seat] for seat in chosen})
        seal = sealing.deal_seal(
            self.previous,
            self.tag,
            len(self.deck),
            self.lineup,
            contributors(self.listed),
            self.sealed.root,
        )
        self.combine(seal, self.listed)
        cards = self.sealed.cards(self.entropies[0])
        held = iter(enumerate(cards))
        self.hands = {
            seat: [(card, Place(0, leaf)) for leaf, card in take(held, 5)] for seat in self.lineup
        }
        self.first = {seat: list(hand) for seat, hand in self.hands.items()}
        self.stub = [(card, Place(0, leaf)) for leaf, card in held]

    # The draw.

    def draw(self):
        self.discards: dict[int, list[tuple[Card, Place]]] = {seat: [] for seat in self.lineup}
        self.entered = dict.fromkeys(self.lineup)
        """The part into which each seat's closed cards went."""
        self.draws, self.muck, bound = [], [], self.opened_of(self.listed)
        pending = self.burn
        counts = {seat: self.random.choice((0, 2, 3, 4, 5, 5)) for seat in self.lineup}
        for seat in self.lineup:
            if seat in self.folded:
                continue
            left = len(self.stub) - pending
            asks = counts[seat] if self.mode is DrawMode.SIMULTANEOUS else self.most
            if counts[seat] and pending:
                self.muck.append(self.stub.pop(0))
                pending = False
            if asks > left:
                bound = self.prepare(seat, counts[seat] > left, bound)
            thrown = self.random.sample(self.hands[seat], counts[seat])
            for each in thrown:
                self.hands[seat].remove(each)
            self.hands[seat] += [self.stub.pop(0) for _ in thrown]
            self.discards[seat] = thrown
            self.draws.append((seat, counts[seat]))

    def prepare(self, seat, used, bound):
        part = len(self.entropies)
        playing = {
            card for each in self.lineup if each not in self.folded for card, _ in self.hands[each]
        }
        eligible = [card for card in self.deck if card not in playing]
        pool = SealedPool(self.key, self.tag, part, eligible, self.numbers)
        listed = self.asked(bound)
        seal = sealing.pool_seal(
            self.entropies[-1],
            self.tag,
            part,
            seat,
            len(eligible),
            contributors(listed),
            pool.pool_hash,
            pool.arrangements,
        )
        self.combine(seal, listed)
        entropy = self.entropies[-1]
        told = {}
        if used:
            self.pools[part] = pool
            self.stub = [
                (card, Place(part, number)) for number, card in enumerate(pool.new_stub(entropy))
            ]
            told = {
                "pool": texts(pool.pool),
                "seeds": texts(pool.opened_seeds(entropy)),
                "root": to_text(pool.picked_root(entropy)),
            }
            for each in self.lineup:
                if self.entered[each] is None and (each in self.folded or each in self.drawers()):
                    self.entered[each] = part
        self.reshuffles.append(
            Reshuffle(
                part=part,
                drawer=seat,
                size=len(eligible),
                pool_hash=to_text(pool.pool_hash),
                arrangements=to_text(pool.arrangements),
                contributors=written(listed),
                used=used,
                **told,
            )
        )
        return self.opened_of(listed)

    def drawers(self):
        return [seat for seat, _ in self.draws]

    @staticmethod
    def opened_of(listed):
        return {seat: opening for seat, _, opening in listed if opening}

    # Proofs.

    def public(self):
        return Proof(
            version=1,
            table=self.table,
            hand=self.hand,
            previous=to_text(self.previous),
            deck_size=len(self.deck),
            lineup=self.lineup,
            contributors=written(self.listed),
            root=to_text(self.sealed.root),
            folded=self.folded,
            draws=tuple(Drew(*each) for each in self.draws),
            burn=self.burn,
            most=self.most,
            draw_mode=self.mode,
            reshuffle=ReshuffleMode.MERGE,
            reshuffles=tuple(self.reshuffles),
            view=View(),
        )

    def proof(self, viewer, shows=()):
        """What a seat has seen: its own cards, and those of seats that show."""
        visible = [(viewer, place) for _, place in self.first.get(viewer, ())]
        visible += [
            (seat, place)
            for seat in {*shows, viewer} & set(self.lineup)
            for _, place in self.hands[seat]
            if (seat, place) not in visible
        ]
        closed = self.closed(viewer)
        part = self.entered.get(viewer)
        receipts = {part: closed} if part and closed else {}
        thrown = [card for card, _ in self.discards.get(viewer, ())]
        return self.prove(viewer, visible, receipts, thrown)

    def prove(self, viewer, visible, receipts, thrown):
        view = self.prover.view(viewer, visible, self.entropies, receipts, thrown)
        return replace(self.public(), view=view)

    def closed(self, viewer):
        if viewer in self.folded:
            return [card for card, _ in self.first[viewer]]
        return [card for card, _ in self.discards.get(viewer, ())]

    def showers(self):
        playing = [seat for seat in self.lineup if seat not in self.folded]
        return self.random.sample(playing, self.random.randint(0, len(playing)))


def contributors(listed):
    return [Contributor(seat, committed) for seat, committed, _ in listed]


def written(listed):
    return tuple(
        Listed(seat, to_text(committed), to_text(opening) if opening else None)
        for seat, committed, opening in listed
    )


def texts(values):
    return tuple(map(to_text, values))


def take(items, count):
    return [next(items) for _ in range(count)]
