"""Tables over the network: cores without I/O, links, and the door for screens."""
