"""A greeting before anybody is known, and the lines of a script."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

from net.core import crypto
from net.errors import JassError
from net.link.hello import ANY_TABLE, Hello, Purpose, Role, greet
from net.updates import TurnCame
from tests.fuzz.target import Target
from tests.mesh import Mesh
from tests.small_group import SMALL
from tui.script import BadInputError, Script
from tui.texts import speaker

__all__ = ["Greetings", "Lines"]


class Greetings(Target):
    """The greeting of a link, on both sides, with one frame of it changed."""

    name = "greeting"

    HELLO = Hello("0.1.0", 1, 1, "Anna")
    ME = crypto.Identity(b"m" * 32)
    YOU = crypto.Identity(b"y" * 32)

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.seeds = self._frames()

    def _side(self, role: Role, out: list[bytes], come: list[bytes]) -> Coroutine[Any, Any, Any]:
        async def receive() -> bytes:
            await _Pause()
            return come.pop(0)

        me = self.ME if role is Role.SERVER else self.YOU
        table = b"t" * 32 if role is Role.SERVER else ANY_TABLE
        return greet(
            role,
            me,
            self.HELLO,
            b"c" * 32,
            out.append,
            receive,
            table=table,
            purpose=Purpose.LINK,
            now=lambda: 0.0,
        )

    def _frames(self) -> list[bytes]:
        """The six frames of a good greeting."""
        heard: list[bytes] = []
        queues: dict[Role, list[bytes]] = {Role.SERVER: [], Role.CLIENT: []}

        def frame(to: Role) -> Callable[[bytes], None]:
            def sent(data: bytes) -> None:
                heard.append(data)
                queues[to].append(data)

            return sent

        outs = {Role.SERVER: _Out(frame(Role.CLIENT)), Role.CLIENT: _Out(frame(Role.SERVER))}
        sides = {role: self._side(role, outs[role], queues[role]) for role in Role}
        for side in sides.values():
            side.send(None)
        while sides:
            for role, side in list(sides.items()):
                if queues[role]:
                    try:
                        side.send(None)
                    except StopIteration:
                        del sides[role]
        return heard

    def read(self, data: bytes) -> None:
        for role in Role:
            come = [self.chance.choice(self.seeds) for _ in range(self.chance.randrange(3))]
            come.append(data)
            side = self._side(role, [], come)
            try:
                side.send(None)
                while come:
                    side.send(None)
            except JassError:
                self.refused += 1
            except StopIteration as end:
                raise AssertionError("somebody proved what it cannot be") from end
            finally:
                side.close()


class _Out(list[bytes]):
    """A list that tells what is appended."""

    def __init__(self, told: Callable[[bytes], None]) -> None:
        super().__init__()
        self._told = told

    def append(self, data: bytes) -> None:
        self._told(data)


class _Pause:
    """Something to wait for without a loop."""

    def __await__(self) -> Any:
        yield


class Lines(Target):
    """What a script writes to standard input, at a question and without one."""

    name = "lines"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.seeds = [
            b'{"action":"play","card":"EiA"}',
            b'{"choose":0}',
            b'{"say":"Guete Jass!"}',
            b'{"ready":true}',
            b'{"leave":true}',
            b'{"admit":true,"identity":"ab"}',
            b'{"word":["EiA","Ro6","Se7","SiK"]}',
            b'{"seat":1}',
            b'{"swap":[0,1]}',
            b'{"bot":"easy","at":1}',
            b'{"action":"predict","points":111}',
            b'{"action":"choose","contract":"Ei"}',
            b'{"action":"show_weis","weise":[["Ei6","Ei7","Ei8"]]}',
        ]
        self._turns = list(good_turns())
        self._script = self._fresh()

    def _fresh(self) -> Script:
        script = Script(speaker("de"), autoplay=False)
        if self._turns and self.chance.random() < 0.8:
            list(script.told(self.chance.choice(self._turns)))
        return script

    def read(self, data: bytes) -> None:
        if self.chance.random() < 0.05:
            self._script = self._fresh()
        try:
            self._script.read(data)
        except BadInputError:
            self.refused += 1


@cache
def good_turns() -> tuple[TurnCame, ...]:
    """Questions of several games."""
    turns: list[TurnCame] = []
    for seed, slug in enumerate(("schieber", "differenzler", "coiffeur", "hae")):
        mesh = Mesh(seed, people=2, bots=2, slug=slug, group=SMALL)
        mesh.play(1)
        turns += [u for node in mesh.nodes for u in node.updates if isinstance(u, TurnCame)]
    return tuple(turns)
