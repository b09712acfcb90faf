"""Which of this device's addresses other devices on the office network can reach."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, ip_address

__all__ = ["ANYWHERE", "LocalAddresses", "local_addresses", "near_first", "private_v4_addresses"]

ANYWHERE = "0.0.0.0"  # noqa: S104  # a table is there to be found by others
"""The bind address that means all interfaces."""

LOOPBACK = "127.0.0.1"

_PRIVATE = tuple(
    map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"))
)

# Tunnels and the private networks of virtual machines: a colleague on the Wi-Fi is never there,
# and a table announced with such an address looks dead. `br-` is Docker's, `br0` may be the office.
_SKIPPED = (
    "br-",
    "docker",
    "podman",
    "tailscale",
    "tap",
    "tun",
    "utun",
    "vboxnet",
    "vethernet (",
    "virbr",
    "vmnet",
    "wg",
    "zt",
)


@dataclass(frozen=True, slots=True)
class LocalAddresses:
    """The IPv4 addresses of this device.

    Attributes:
        used: those to listen on, announce and search, the likeliest first; never empty.
        skipped: ``NAME ADDRESS`` of interfaces left out, for `jass doctor`.
    """

    used: tuple[str, ...]
    skipped: tuple[str, ...]


def local_addresses(bind: str = ANYWHERE) -> LocalAddresses:
    """The addresses to use when the user bound the program to ``bind``.

    A loopback address stays on loopback, any other single address is taken as it is. Otherwise
    private addresses of real interfaces count; where there are none (an office with public
    addresses, a device with nothing but a tunnel), the next best are taken.
    """
    if bind != ANYWHERE:
        return LocalAddresses((bind,), ())
    private: list[str] = []
    public: list[str] = []
    skipped: dict[str, str] = {}
    for names, address in _adapters():
        if address.is_loopback or address.is_unspecified:
            continue
        if any(name.casefold().startswith(_SKIPPED) for name in names):
            skipped[str(address)] = f"{names[0]} {address}"
        elif any(address in network for network in _PRIVATE):
            private.append(str(address))
        else:
            public.append(str(address))
    # An address a device gave itself (169.254) is worth less than one from a router.
    private.sort(key=lambda text: ip_address(text).is_link_local)
    used = private or public or list(skipped) or [LOOPBACK]
    return LocalAddresses(
        tuple(dict.fromkeys(used)),
        tuple(text for address, text in skipped.items() if address not in used),
    )


def private_v4_addresses(bind: str = ANYWHERE) -> list[str]:
    """The addresses of `local_addresses` alone."""
    return list(local_addresses(bind).used)


def near_first(addresses: Iterable[str]) -> list[str]:
    """The addresses with those on one of our own subnets in front: they answer soonest."""
    networks = _networks()

    def is_far(text: str) -> bool:
        address = ip_address(text)
        return not any(address in network for network in networks)

    return sorted(dict.fromkeys(addresses), key=is_far)


def _adapters() -> Sequence[tuple[tuple[str, str], IPv4Address]]:
    # Imported here: only who hosts or searches needs it.
    import ifaddr

    return [
        ((adapter.nice_name, adapter.name), IPv4Address(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]


def _networks() -> list[IPv4Network]:
    import ifaddr

    return [
        IPv4Network((ip.ip, ip.network_prefix), strict=False)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
