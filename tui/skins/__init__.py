"""How cards look to one player: the words or signs of a deck, and the colours."""
