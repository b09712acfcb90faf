"""How two devices greet and prove who they are, over a TLS connection that proves nothing yet.

Both sides go through the same steps and send their part before they read the other's:

1. the hello line ``{jass, protocol, rules, name}``: its form never changes, so that even releases
   years apart can say to each other which one to use;
2. the claim ``{purpose, table, identity, program, nonce}``;
3. the proof ``{signature}`` over both claims and the server's certificate.

The server signs the certificate it uses and the client the one it saw: somebody in the middle has
another certificate, and no proof passes through. Instead of its claim a server may answer
``{refused: code}``.

``program`` is a random number of the running program. By it both ends can tell a second link of one
program, which is nobody's business, from a second program of the same person.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec

from net.core import crypto
from net.core.clean import clean_name
from net.core.limits import RAW_NAME_CHARS, RELEASE_CHARS
from net.errors import PeerError, VersionError
from net.link.entropy import entropy

__all__ = ["ANY_TABLE", "Greeted", "Hello", "Purpose", "Role", "greet"]

ANY_TABLE = bytes(32)
"""The table a client asks for when it takes whichever the server has."""

_NONCE_BYTES = 32
_PROGRAM_BYTES = 16


class Role(StrEnum):
    """Which end of the connection a device is; signed, so that no proof can be reflected."""

    SERVER = "server"
    CLIENT = "client"


class Purpose(StrEnum):
    """Why a client came: to stay, or to ask how the table looks and go."""

    LINK = "link"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Hello:
    """What a device says about itself before anything else.

    Attributes:
        release: the release of the program, for example ``0.1.0``.
        protocol: version of the bytes that travel; both sides need the same.
        rules: version of the engine's results; both sides need the same.
        name: the player's name.
        program: a random number that every link of one session has, and no other session's.
    """

    release: str
    protocol: int
    rules: int
    name: str
    program: bytes = field(default_factory=lambda: entropy(_PROGRAM_BYTES))


@dataclass(frozen=True, slots=True)
class Greeted:
    """What is certain, or was at least said, about the device at the other end.

    Attributes:
        hello: what it said of itself, with the name cleaned.
        identity: its proved Ed25519 public key, 32 bytes.
        purpose: why the client came.
        table: the table the client asked for, or `ANY_TABLE`.
    """

    hello: Hello
    identity: bytes
    purpose: Purpose
    table: bytes


_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class _HelloLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    jass: Annotated[str, msgspec.Meta(min_length=1, max_length=RELEASE_CHARS)]
    protocol: _Count
    rules: _Count
    name: Annotated[str, msgspec.Meta(max_length=RAW_NAME_CHARS)]


class _Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    purpose: Purpose
    table: _Hash
    identity: _Hash
    program: Annotated[bytes, msgspec.Meta(min_length=_PROGRAM_BYTES, max_length=_PROGRAM_BYTES)]
    nonce: _Hash


class _Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]


class _Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    refused: Annotated[str, msgspec.Meta(max_length=RELEASE_CHARS)]


_T = TypeVar("_T", bound=msgspec.Struct)

# What a server may refuse with. The code comes from a stranger: only these are believed.
_REFUSALS = {
    "other_table": "There is another table at this address by now; look at the list of tables.",
    "no_table": "There is no table at this address any more; look at the list of tables.",
}


async def greet(
    role: Role,
    identity: crypto.Identity,
    hello: Hello,
    certificate: bytes,
    send: Callable[[bytes], None],
    receive: Callable[[], Awaitable[bytes]],
    *,
    table: bytes,
    purpose: Purpose = Purpose.LINK,
    has_link: Callable[[bytes], bool] = lambda identity: False,
    now: Callable[[], float],
) -> tuple[Greeted, float]:
    """Says hello, proves our identity and has the other side prove its own.

    Args:
        role: which end of the connection we are.
        identity: our long-term key, or a throwaway one to stay unknown.
        hello: our own hello line.
        certificate: SHA-256 of the server's TLS certificate, as used or as seen.
        send: hands one frame to the connection without waiting.
        receive: the next frame; raises PeerError when there is none.
        table: server: the table it has; client: the table it wants, or `ANY_TABLE`.
        purpose: client: why it comes. A server takes the client's.
        has_link: client: whether it wants no link to this device, since it has one.
        now: a monotonic clock in milliseconds.

    Returns:
        Who is at the other end, and the round trip time in milliseconds.

    Raises:
        VersionError: the other side has another protocol or rules version.
        PeerError: it said something else than it has to, refused us, or is not who it claims;
            ``busy``: it is somebody whom we have a link to.
    """
    send(msgspec.msgpack.encode(_HelloLine(hello.release, hello.protocol, hello.rules, hello.name)))
    line = _read(_HelloLine, await receive())
    theirs = Hello(line.jass, line.protocol, line.rules, clean_name(line.name) or "?")
    _compare(hello, theirs)

    ours = _Claim(purpose, table, identity.public, hello.program, entropy(_NONCE_BYTES))
    if role is Role.SERVER:
        # The server reads first: what it has to say depends on what the client wants.
        claim = _read(_Claim, await receive())
        if table == ANY_TABLE or claim.table not in (ANY_TABLE, table):
            code = "no_table" if table == ANY_TABLE else "other_table"
            send(msgspec.msgpack.encode(_Refused(code)))
            raise _refused(code)
        asked, server, client = claim, ours, claim
        sent = now()
        send(msgspec.msgpack.encode(ours))
    else:
        sent = now()
        send(msgspec.msgpack.encode(ours))
        claim = _read(_Claim, await receive())
        asked, server, client = ours, claim, ours
    if claim.identity == identity.public:
        raise PeerError("own_identity", "This device answers itself: the table is its own.")
    if role is Role.CLIENT and has_link(claim.identity):
        # Before our proof: for the other side this link has never been.
        raise PeerError("busy", f"There is a link to {theirs.name} already.", address=theirs.name)

    def tuple_of(signer: Role) -> tuple[str | int | bytes, ...]:
        return (
            "jass/hello/1",
            signer,
            hello.protocol,
            hello.rules,
            asked.table,
            server.identity,
            client.identity,
            server.program,
            client.program,
            client.nonce,
            server.nonce,
            certificate,
        )

    other = Role.CLIENT if role is Role.SERVER else Role.SERVER
    send(msgspec.msgpack.encode(_Proof(identity.sign(*tuple_of(role)))))
    proof = _read(_Proof, await receive())
    # Made after our nonce had arrived there: no answer sent in advance makes the line look fast.
    rtt = now() - sent
    if not crypto.verify(claim.identity, proof.signature, *tuple_of(other)):
        raise PeerError(
            "false_identity",
            f"{theirs.name} could not prove who it is; somebody may sit on the line.",
            name=theirs.name,
        )
    told = replace(theirs, program=claim.program)
    return Greeted(told, claim.identity, asked.purpose, asked.table), rtt


def _read(kind: type[_T], frame: bytes) -> _T:
    try:
        return msgspec.msgpack.decode(frame, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        pass
    try:
        raise _refused(msgspec.msgpack.decode(frame, type=_Refused).refused)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise PeerError("not_jass", "What answers there is no Jass.") from None


def _refused(code: str) -> PeerError:
    if code in _REFUSALS:
        return PeerError(code, _REFUSALS[code])
    return PeerError("refused", "The other device refused the connection.")


def _compare(ours: Hello, theirs: Hello) -> None:
    """Raises VersionError unless both versions are equal: other numbers mean other results."""
    if (ours.protocol, ours.rules) == (theirs.protocol, theirs.rules):
        return
    newer = max((ours, theirs), key=lambda hello: (hello.protocol, hello.rules))
    # The release came from a stranger and ends up in a sentence.
    release, use = clean_name(theirs.release) or "?", clean_name(newer.release) or "?"
    raise VersionError(
        "other_version",
        f"{theirs.name} plays Jass {release} and this is Jass {ours.release}:"
        f" the two do not understand each other, so both need Jass {use}.",
        name=theirs.name,
        release=release,
        ours=ours.release,
        use=use,
    )
