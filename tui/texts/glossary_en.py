"""English: the words that fall at a table; help shows those of the rules played by."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "glossary.puur": "Puur, Näll: the Under and the Nine of trump, the two highest cards, 20 and 14 points.",
    "glossary.comes_up": "Trump: the suit of the first card that does not follow; it counts for the tricks before too.",
    "glossary.difference": "Bid: how many points you will make. Written is by how much you are wrong; little is good.",
    "glossary.columns": "Column: each side plays every one once; only who names it scores, points times factor. Joker: free choice.",
    "glossary.push": "Schieben: your partner names the contract; Vorhand leads all the same.",
    "glossary.obenabe": "Obenabe, Undenufe: no trump, the highest or the lowest card wins.",
    "glossary.weis": "Weis: three or more in a run or four of a kind; only the side with the best one scores.",
    "glossary.own_weis": "Weis: three or more in a run or four of a kind; who named the contract scores.",
    "glossary.tischweis": "Weis: three or more in a run or four of a kind; what you hold of it is taken off.\nTable Weis: a Weis that lies in a complete trick costs who takes the trick.",
    "glossary.stoeck": "Stöck: King and Ober of trump in one hand, 20 points.",
    "glossary.bad_stoeck": "Stöck: King and Ober of trump in one hand, 20 points off.",
    "glossary.rob": "Robbing: swapping the Six of trump for the trump card that lies open.",
    "glossary.match": "Match: all tricks, 100 more points.",
    "glossary.strich": "Strich: a good point; who leads alone with enough of them has won.",
    "glossary.nuller": "Strich: a good point. Nuller (potato): a bad one; it takes a Strich away.",
    "glossary.rest": "Rest: who is sure of all remaining tricks shows the cards, and the hand is over.",
    "glossary.bedanken": "Saying thanks: claiming that you have the points.",
    "glossary.bergpreis": "Bergpreis: who is first at half the target.",
    "glossary.bid": "Bid: how many tricks you will make. Each trick off costs a point; little is good.",
    "glossary.duel.stechen": "Stechen: who ties plays on for the trick; without cards they draw from the stock.",
    "glossary.duel.gipfelduell": "Gipfelduell: who ties plays on for one trick more; the others burn cards.\nHärpfl: a penalty point, for each trick off the bid.",
    "glossary.forehead": "Forehead: in the round with one card all see it but you.",
    "glossary.joker": "Joker: is the card that you name when you play it, and as high as that.",
}
