"""The only part of the network that touches sockets, clocks, chance and files."""
