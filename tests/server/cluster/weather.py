"""
Nodes of one process in bad weather: what they say is lost or late, and some cannot be reached.

Let it be in a loop of `virtual_time`: what is drawn comes from the `Random` that is given, and so a
run is the same again with the same seed. What one node says to another stays in order in any
weather, and so does what it says to all; between the two there is no order, as on a real bus, where
each is heard for itself. Leases end three seconds after they were renewed, by that clock.
"""

import asyncio

from server.cluster.ports import BusError, LeaseLost, LeaseTaken
from server.tables.clock import LoopClock

LEASE_SECONDS = 3.0
ANSWER_SECONDS = 1.5
"""Who cannot reach the bus knows it after so long."""


class Weather:
    """
    The bus of several nodes and their leases, and what befalls them.

    `loss` is the probability that a letter is lost, `most_delay` the seconds that one, or an answer
    about a lease, needs at most. Change them as you like.
    """

    def __init__(self, random):
        self.random, self.clock = random, LoopClock()
        self.loss = 0.0
        self.most_delay = 0.0
        self.sent = self.lost = 0
        self._ears = {}
        self._cut = set()
        self._apart = set()
        self._mute = set()
        self._arrivals = {}
        """When the last letter from one to another arrives: no later one overtakes it."""
        self.leases_now = {}
        """Each lease that there is: who has it, what it says and when it ends."""
        self._watchers = []

    def bus(self, node):
        """The bus as a node has it."""
        return WeatheredBus(self, node)

    def leases(self, node):
        """The leases as a process with this name has them."""
        return WeatheredLeases(self, node)

    # Weather.

    def cut(self, node):
        """Let a node reach neither the bus nor the leases."""
        self._cut.add(node)

    def mute(self, node):
        """Let a process say nothing more, as one that was killed; a calm does not bring it back."""
        self._mute.add(node)

    def unmute(self, node):
        """Let the next process of this name speak."""
        self._mute.discard(node)

    def part(self, one, other):
        """Let two nodes not hear each other, though both reach the leases."""
        self._apart |= {(one, other), (other, one)}

    def calm(self):
        """Let everybody reach everybody again, at once; who was cut off is told who lives."""
        self.loss = self.most_delay = 0.0
        self._apart.clear()
        cut, self._cut = self._cut, set()
        for watcher in self._watchers:
            if watcher.node in cut:
                watcher.tell_all_again()

    def forget_leases(self):
        """Let the leases be lost, as by a broker whose disk is wiped."""
        for node in tuple(self.leases_now):
            self.end_lease(node)

    # What the bus and the leases do.

    def reaches(self, node, other=None):
        """Whether a node reaches the bus, and by it another one."""
        if other is None:
            return node not in self._cut
        return not {node, other} & self._cut and (node, other) not in self._apart

    def carry(self, sender, to, payload, *, to_all=False):
        """Bring something to a node, or lose it."""
        self.sent += 1
        if sender in self._mute or not self.reaches(sender, to) or self.random.random() < self.loss:
            self.lost += 1
            return
        lane = (sender, to, to_all)
        # A loop knows no order among timers of the same time.
        when = max(self.clock.now() + self.delay(), self._arrivals.get(lane, 0.0) + 1e-6)
        self._arrivals[lane] = when
        self.clock.call_at(when, lambda: self._arrive(sender, to, payload))

    def carry_to_others(self, sender, payload):
        """Bring something to all but its sender, or lose it on the way to some."""
        for node in tuple(self._ears):
            if node != sender:
                self.carry(sender, node, payload, to_all=True)

    def _arrive(self, sender, to, payload):
        hear = self._ears.get(to)
        if hear is not None and self.reaches(sender, to):
            hear(payload)
        else:
            self.lost += 1

    def listen(self, node, hear):
        """Let a node hear, or nothing more with None."""
        self._ears.pop(node, None)
        if hear is not None:
            self._ears[node] = hear

    def delay(self):
        """Seconds that something needs now."""
        return self.random.uniform(0, self.most_delay)

    def put_lease(self, node, process, value):
        """Let a process have the lease of a node for three seconds from now."""
        before = self.leases_now.get(node)
        until = self.clock.now() + LEASE_SECONDS
        self.leases_now[node] = (process, value, until)
        self.clock.call_at(until, lambda: self._end_if_due(node, until))
        if before is None or before[1] != value:
            self._tell(node, value)

    def end_lease(self, node):
        """Let a lease end now."""
        if self.leases_now.pop(node, None) is not None:
            self._tell(node, None)

    def _end_if_due(self, node, until):
        lease = self.leases_now.get(node)
        if lease is not None and lease[2] == until:
            self.end_lease(node)

    def _tell(self, node, value):
        for watcher in tuple(self._watchers):
            watcher.tell(node, value)

    def watch(self, watcher):
        """Let somebody be told from now on."""
        self._watchers.append(watcher)
        watcher.tell_all_again()

    def watch_no_more(self, watcher):
        """Let somebody be told nothing more."""
        self._watchers.remove(watcher)


class WeatheredBus:
    """Fills `server.cluster.ports.Bus`."""

    def __init__(self, weather, node):
        self._weather, self._node = weather, node

    async def open(self, hear):
        self._weather.listen(self._node, hear)

    def send(self, to, payload):
        self._weather.carry(self._node, to, payload)

    def send_to_all(self, payload):
        self._weather.carry_to_others(self._node, payload)

    async def close(self):
        self._weather.listen(self._node, None)


class WeatheredLeases:
    """Fills `server.cluster.ports.Leases`."""

    def __init__(self, weather, node):
        self._weather, self._node = weather, node
        self._watches = []

    async def take(self, value):
        await self._ask()
        holder = self._weather.leases_now.get(self._node)
        if holder is not None and holder[0] is not self:
            raise LeaseTaken(
                f"There is a node {self._node} already; give this one another name in setting node."
            )
        self._weather.put_lease(self._node, self, value)
        await self._answer()

    async def renew(self, value):
        await self._ask()
        holder = self._weather.leases_now.get(self._node)
        if holder is None or holder[0] is not self:
            raise LeaseLost(f"The lease of node {self._node} has ended.")
        self._weather.put_lease(self._node, self, value)
        await self._answer()

    async def give_up(self):
        await self._ask()
        holder = self._weather.leases_now.get(self._node)
        if holder is not None and holder[0] is self:
            self._weather.end_lease(self._node)
        await self._answer()

    async def watch(self, told):
        await self._ask()
        watch = Watch(self._weather, self._node, told)
        self._watches.append(watch)
        self._weather.watch(watch)

    async def close(self):
        watches, self._watches = self._watches, []
        for watch in watches:
            self._weather.watch_no_more(watch)

    async def _ask(self):
        await asyncio.sleep(self._weather.delay())
        await self._answer()

    async def _answer(self):
        """What was asked may have been done although nobody learns of it."""
        await asyncio.sleep(self._weather.delay())
        if not self._weather.reaches(self._node):
            await asyncio.sleep(ANSWER_SECONDS)
            raise BusError("The bus does not answer in time.")


class Watch:
    """One who is told of leases as long as he can be reached."""

    def __init__(self, weather, node, told):
        self.node = node
        self._weather, self._told = weather, told
        self._known = {}

    def tell(self, node, value):
        """Tell of a change."""
        if not self._weather.reaches(self.node) or self._known.get(node) == value:
            return
        if value is None:
            del self._known[node]
        else:
            self._known[node] = value
        self._told(node, value)

    def tell_all_again(self):
        """Tell of all that has changed unheard."""
        for node in [node for node in self._known if node not in self._weather.leases_now]:
            self.tell(node, None)
        for node, (_, value, _) in tuple(self._weather.leases_now.items()):
            self.tell(node, value)
