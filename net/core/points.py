"""The point that stands for each card, and how it was made.

Nobody may know how two card points are related, or it could open one card as another (2.10).
So they are hashes to the curve, by RFC 9380 with the suite curve25519_XMD:SHA-512_ELL2_NU_. Making
one takes as long as forty multiplications, hence the table; its test makes it again.
"""

from __future__ import annotations

from hashlib import sha512
from typing import Final

from net.core.crypto import Point

MAX_CARDS: Final = 72
"""Cards of the largest deck: two packs of 36, of which the second begins at index 36 (3.1)."""

DOMAIN: Final = b"jassmp/1 card curve25519_XMD:SHA-512_ELL2_NU_"
"""The domain separation tag under which card indices are hashed."""

_PRIME: Final = 2**255 - 19
_A: Final = 486662
_BLOCK: Final = 128
_LENGTH: Final = 48


def card_point(index: int) -> Point:
    """The point of the card at `index` of a game's deck, below 256, made from scratch."""
    return encode_to_curve(bytes((index,)), DOMAIN)


def encode_to_curve(message: bytes, domain: bytes) -> Point:
    """RFC 9380 encode_to_curve for curve25519_XMD:SHA-512_ELL2_NU_, x-only, cofactor cleared.

    `domain` has at most 255 bytes.
    """
    u = int.from_bytes(_expand(message, domain), "big") % _PRIME
    x = -_A * pow(1 + 2 * u * u, -1, _PRIME) % _PRIME
    if pow(x * (x * x + _A * x + 1), (_PRIME - 1) // 2, _PRIME) == _PRIME - 1:
        x = (-x - _A) % _PRIME
    for _ in range(3):  # eight times the point, by x-only doubling
        below = 4 * x * (x * x + _A * x + 1)
        x = (x * x - 1) ** 2 * pow(below, -1, _PRIME) % _PRIME
    return Point(x.to_bytes(32, "little"))


def _expand(message: bytes, domain: bytes) -> bytes:
    """expand_message_xmd of RFC 9380 with SHA-512, for the single block that 48 bytes need."""
    suffix = domain + bytes((len(domain),))
    first = sha512(bytes(_BLOCK) + message + _LENGTH.to_bytes(2, "big") + b"\0" + suffix).digest()
    return sha512(first + b"\x01" + suffix).digest()[:_LENGTH]


_TABLE: Final = bytes.fromhex(
    """
    3bcd621e5d8fd29206b3e89a4603fe7ab2d866b70b94901b219789e132f1085a
    c0892a01e156efae54925613072d60f0ccaa1594762f1df9d042471c40a0d63b
    8761cbe94bed374c2fb58db9e48849ef638ad9273b35b9549496ed9600680e31
    5115aad8fc7649f9716771728f225c7f8747bac87c360485305b0c4734d2291f
    1e26ef0d7bf96078d4f26ac9921a2375a7ceaa3f3bb2af8c585061b303d82674
    d0d3ebef08a5f8f60755d5df926fccf38a00b58c87d398f775a5eb7b4ecb9c5e
    72ea458737e8e2c845956463d1b628238148fad1718650ad42c1467e555a7b11
    bd811d3bdbdf148745baff783eff7f230c3d59bdce3e51653287a85d436b9b69
    d2f8960e8eca69a64dafa7e578df4f2f9b9fbb9daa53f5ba415f1b27f826a727
    dd325d58085e308484960a460bf267a3be1c3473c0407b458142bcbe52d4340b
    a8ec881b36ece9ec1c60182985aea39f186f5e50f0f7ea03ad69811d86c1fc20
    d2c0c61f4a80ccaa41045b5157e40495865f4d825f5a49de4b9f0eb72ae2665f
    33d2b13c799dd0dfb403e43055d8de2c082516d02ab4a0b33dc32c9e330edb52
    1735511e1b381688b504ee78b35f4cbfd55f9094b874e06dfbc56241fa97167e
    07644f25922882bfd5aeeeb045fbad056ce1f887902abf0616f5a4a73140377d
    a346794d00cc60c366f2913569f3a45c61de120d16a017137157cca6d6bfbf32
    ce79d5ad36a269d9a7badb3e8dbf876871dd60bf8674230e06e15d9c704d535f
    36a91a445981e188a6cee375850c8ff30c35174beb71737c1557595d6a9a7016
    974ba29fd329f79011d6ded2688f9611c3fe1201934c4817c15425689ab9e122
    a93a137a0f9c7ffc445f7d3b711d69e8658793224442751757356244a8e1a613
    d0640538feda785ba8fa34c341bf19c39b42ce633123e80e017397359b076268
    5dabded5f68badd68e9b68c941614ec5bb7fa36b166ee230a326482a8dbf0575
    a08367704482d561ce2ec95bc6a68954ec8cdb69972d1cb6fe395faaad1e305d
    0c801b953d6e73e5c30110b8eddbb75ea826cf526f7e6f248568a43e7f68601d
    12a202e1b8772eef6561a3180f04cf2a660ea030f12d1c9508c8c38ab7977e63
    b526089024494006b93308b571ad43616c7428a91c6fd9cc199c4edb2cc4a043
    590e164f3fd6e08b01065cee8e2876f08e5ab3015e22b7cdbb430162ce921e6c
    e3a6f60a960bd088445b31662adbbabeca44838f11fe4bb6efa8393acc4ac86d
    f3c8d0d292f19cc26750292bb5468ec4ad8269dea4fc4608c0b1b5007460ac3b
    ffa2062cb49263af49e1ea8f38c6bd486c371477759ebc32f08f8637fb2f7209
    11292a1f0a46ab0600e17c4cefe802a910fe0d578c79fc2e246c50179cd62060
    e49ae5076573842648eaa8d0b7027324ac6f6fae0cade54fea7e663d24074741
    bd89b4653ea7483415f000a5c63157e0b811af6de0aa6b6bb81c43e1f5d7da07
    6b9ba484b6f134babfe669b0fa33155c53f9bb4c529ad4a0e12f231dddff9f7e
    f18948eba8dfe238bae062b8bd8a622ce87637c397320f2ee8fed5bc16bfb953
    179947009d90a29c0dbeba6109126e7e911e1503c785ae332027147298a75e45
    53115bf086b7829d3fe9f3ae283732add5b5a3381f582c6029b5ca2822607774
    796a5491da665752eb0f5051473b76f7eab86ecf2461d0d9149768faa715c819
    bc017ab340133f135bd5d9a9308e883956888f5a5f347d87fe1958c1094b0c1b
    e839602c75b69e7eed2529e373161d4c7aad12b5e9054f03a97fb397ba293f42
    a4530015d23edf054c384b3be3901a868d4a181264aa6538a91e787c77b76c13
    e7cfb31600fb989c408762c2f4f1c060ed480743f12758f816063f867baabf03
    25ed6ba67b78e61f6d8f249ece5c20183370347315746720ffe129051ebacb3a
    1c12830b361a9340e402a00e9f8f5c4619697d6bff58d5612887355352255f55
    56051364f7aca04da60317587a640e3789ff7367b20b51e14eabf83bc1b31945
    863e8ae7e74fa08377e1b8b26cdf8a6fb0264bcbe5537cd8974727447f03504b
    f8649c1a62510a479be31133d59d2053cd920583cef50ad7183166f0eb951232
    f2cd0c0f44e47c2781dc37da7381d1fe92dfb5c55e75841cb7b14a971b47a979
    523efd5fac7c403699ac1d657b7b4b537b46808867ecd719ceb0b3db09d11768
    8224b40da00db5af38e051fd44381a0200f5c38e13f0514ce01e5c1be590477e
    dae27b8f4d56b069928ea3054a0b307969f1a397ac569586e61e7e591245e410
    8eb2f9652fb1ad5a77632342dfb978a3011d86ac8fa2fa4a20688f8d004be66a
    b30ed1ac43a917f12ce6ba6cb968ad03812667e185ea81bef1eb5457abc65f68
    85984da649b1d8c5594867fb4a74b2d59924240e59875f0da92d3eca35b3e861
    f7c7f4cb573834c834a38cd784e5a27821d02f2d5779340acaed7ddd6e4dc649
    b63bbfad80922b9850d6f05acd750dbc397fe651ff854851d876fd1f0bd83d4e
    5ec8f5c1d0a41e5832ad23413132b7960dc444aa5ca2348fc15fd1887f144317
    7c29316d8560587b980a730cba7a7c1c5cc06bef4955fccc27718c4d63eac837
    55cff0e4e5a476da8aaaee9bb9b14bdf40bc547a51b18384a2220826d1821416
    5462f80326991e6992766682a4a60a08474b3af788eeecaf11f0e7aab2fbaf69
    2a795d78ac7e3815c2d12313416b6fca1f53d7b98d36e2ee924aaad7322a7417
    162e99d2d6dbc9a76f807002678cc2828a3ddc8ef196ba53b3f446f4188a5a6b
    b31d23c041afb72425122c9cfd8346d68c422335bed6d40e9047e7be38b4de56
    42e5621707c1d819d6ac91257d5420542671fa7316761cf53c95e87a072ffb1e
    612a69b635af868e9b68df5f0eb9221711ba5cad886bc030f532bc368d706c52
    f08850b3deb0a9111e0e9be9abb210c98909adc91c44f27384499f575260d961
    5fd277524d44455ab7a78eecdbc5132b106542e0c752e53f24cb531b57e4443a
    ac36c3edccdce385e77ea63a70377f67bf057fb4999ac1c015b87adea869433c
    64ee26f495127a746e1337cbea96f35c4bc63ccfacb2432a6af9aa989066303f
    0557b161309f65876cc2f6d0d9b446a54019c7dfec69a87d44081c74b41e155c
    a00fcc1cbfe809f04864c2d784e3c04a48b318d21633ad49b3f8dd375ebc551f
    5ca3427af4d7013a7c122b0090ed0d51324a721f8e4da7645c93b35dc5a6765b
    """
)

CARD_POINTS: Final = tuple(Point(_TABLE[at : at + 32]) for at in range(0, 32 * MAX_CARDS, 32))
"""`card_point(index)` for every index below 72."""
