"""
Button, blinds and debts a second time: chairs in a ring, walked one by one.

Written from RULES 6 and 7 without a look at `showdown.rules`, so that a mistake would have to be
made twice. It knows nothing of chips, hands or time.
"""


class Person:
    """Somebody in a chair, and what he owes."""

    def __init__(self, entry):
        self.owes = set(entry)
        self.sits_out = False
        self.asked = False
        self.missed = 0

    def ready(self):
        return not self.sits_out

    def clean(self):
        return not self.sits_out and not self.owes


class Deal:
    """What the model says of a hand that begins."""

    def __init__(self, button, small, big):
        self.button, self.small, self.big = button, small, big
        self.nobody_posts_small = False
        self.two = False
        self.big_person = None
        self.cards = set()
        self.posts = {}

    def again(self):
        deal = Deal(self.button, self.small, self.big)
        deal.two = self.two
        return deal


class NaiveTable:
    """Chairs 1 to `size`; `blinds` are the names of what is posted: sb, bb or nothing."""

    def __init__(self, size, rule, blinds=("sb", "bb")):
        self.size, self.rule, self.blinds = size, rule, set(blinds)
        self.chairs = {}
        self.last = None
        self.given_up = None

    def sit(self, chair):
        self.chairs[chair] = Person(self.blinds & {"bb"})

    def leave(self, chair):
        del self.chairs[chair]

    def round(self, start):
        """All chairs, clockwise from the left of one, that one last."""
        chair = start
        for _ in range(self.size):
            chair = chair + 1 if chair < self.size else 1
            yield chair

    def next(self, start, question):
        """The next chair whose person answers yes."""
        for chair in self.round(start):
            if chair in self.chairs and question(self.chairs[chair]):
                return chair
        return None

    def inside(self, start, end):
        """Chairs between two, neither of them."""
        if start == end:
            return []
        passed = []
        for chair in self.round(start):
            if chair == end:
                break
            passed.append(chair)
        return passed

    def all_who(self, question):
        return [chair for chair, person in sorted(self.chairs.items()) if question(person)]

    def deal(self, drawn):
        """Begin a hand; `drawn` has the button if it is drawn."""
        self.noted = self.note()
        self.forgive()
        deal = self.repeated() or self.place(drawn)
        self.charge_who_sits_out(deal)
        self.hand_out_cards(deal)
        self.last, self.given_up = deal, None
        return deal

    def note(self):
        people = [(each, set(each.owes), each.asked, each.missed) for each in self.chairs.values()]
        return self.last, people

    def give_up(self):
        """The hand never was; the next one begins as it did."""
        self.given_up = self.last
        self.last, people = self.noted
        for person, owes, asked, missed in people:
            person.owes, person.asked, person.missed = owes, asked, missed

    def repeated(self):
        """The same button and blinds as in a hand that was given up, if that can be."""
        deal = self.given_up
        if deal is None:
            return None
        if not self.blinds:
            person = self.chairs.get(deal.button)
            return deal.again() if person is not None and person.ready() else None
        if not self.has(deal.big, deal.big_person, Person.ready):
            return None
        players = {*self.all_who(Person.clean), deal.big}
        if deal.two:
            return deal.again() if players == {deal.button, deal.big} else None
        if len(players) < 3:
            return None
        if self.rule == "moving":
            for chair in (deal.button, deal.small):
                if chair not in self.all_who(Person.clean):
                    return None
        deal = deal.again()
        deal.nobody_posts_small = deal.small not in self.all_who(Person.clean)
        return deal

    def has(self, chair, person, question):
        return self.chairs.get(chair) is person and question(person)

    # Where the button goes.

    def place(self, drawn):
        if not self.blinds:
            first = self.last is None
            return Deal(drawn if first else self.next(self.last.button, Person.ready), None, None)
        if self.begins_anew:
            return self.new_game(drawn)
        return self.dead() if self.rule == "dead" else self.moving()

    def forgive(self):
        """Too few are clean: who is ready owes nothing."""
        self.begins_anew = self.last is None or len(self.all_who(Person.clean)) < 2
        if self.begins_anew:
            for chair in self.all_who(Person.ready):
                self.chairs[chair].owes.clear()

    def new_game(self, drawn):
        button = drawn
        for chair in self.all_who(Person.ready):
            if self.last is not None and self.chairs[chair] is self.last.big_person:
                button = chair
        left = self.next(button, Person.ready)
        if len(self.all_who(Person.ready)) == 2:
            return self.heads_up(button, left)
        return Deal(button, left, self.next(left, Person.ready))

    def heads_up(self, button, big):
        deal = Deal(button, button, big)
        deal.two = True
        return deal

    def moving(self):
        button = self.next(self.last.button, Person.clean)
        small = self.next(button, Person.clean)
        big = self.next(small, Person.ready)
        if big != button:
            return Deal(button, small, big)
        pair = self.all_who(Person.clean)
        assert len(pair) == 2
        for chair in pair:
            if self.chairs[chair] is self.last.big_person:
                button = chair
        other = pair[0] if pair[1] == button else pair[1]
        big = self.next(other, Person.ready)
        if big == button:
            return self.heads_up(button, other)
        return Deal(button, other, big)

    def dead(self):
        big = self.next(self.last.big, Person.ready)
        players = set(self.all_who(Person.clean)) | {big}
        if len(players) == 2:
            (other,) = players - {big}
            return self.heads_up(other, big)
        if self.last.small == big:
            return self.moving()
        deal = Deal(self.last.small, self.last.big, big)
        person = self.chairs.get(deal.small)
        deal.nobody_posts_small = person is None or not person.clean()
        return deal

    # Who pays and plays.

    def charge_who_sits_out(self, deal):
        if not self.blinds:
            return
        for chair in self.inside(deal.small, deal.big):
            if chair in self.chairs and self.chairs[chair].sits_out:
                self.chairs[chair].owes |= self.blinds
                self.chairs[chair].missed += 1
        late = self.inside(deal.button, deal.small)
        if deal.nobody_posts_small:
            late.append(deal.small)
        for chair in late:
            if chair in self.chairs and self.chairs[chair].sits_out:
                self.chairs[chair].owes |= self.blinds & {"sb"}

    def hand_out_cards(self, deal):
        deal.big_person = self.chairs.get(deal.big)
        for chair, person in self.chairs.items():
            if person.sits_out:
                continue
            if person.owes and chair != deal.big:
                if deal.two or not person.asked or chair == deal.button:
                    continue
                if chair in self.inside(deal.button, deal.big):
                    continue
                deal.posts[chair] = set(person.owes)
            deal.cards.add(chair)
        for chair in deal.cards:
            self.chairs[chair].owes.clear()
            self.chairs[chair].asked = False
            self.chairs[chair].missed = 0
