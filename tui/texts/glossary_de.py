"""German: the words that fall at a table; help shows those of the rules played by."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "glossary.puur": "Puur, Näll: Under und Neun von Trumpf, die zwei höchsten Karten, 20 und 14 Punkte.",
    "glossary.comes_up": "Trumpf: wird die Farbe der ersten Karte, die nicht farbt; er gilt auch für die Stiche davor.",
    "glossary.difference": "Ansage: wie viele Punkte man macht. Geschrieben wird, um wie viel man daneben liegt; wenig ist gut.",
    "glossary.columns": "Spalte: jede Partei spielt jede einmal; nur wer ansagt, schreibt, Punkte mal Faktor. Joker: freie Wahl.",
    "glossary.push": "Schieben: der Partner macht Trumpf; ausgespielt wird trotzdem von der Vorhand.",
    "glossary.obenabe": "Obenabe, Undenufe: ohne Trumpf, die höchste oder die tiefste Karte sticht.",
    "glossary.weis": "Weis: drei und mehr in einer Folge oder vier Gleiche; nur die Seite mit dem besten schreibt.",
    "glossary.own_weis": "Weis: drei und mehr in einer Folge oder vier Gleiche; es schreibt, wer angesagt hat.",
    "glossary.tischweis": "Weis: drei und mehr in einer Folge oder vier Gleiche; was man davon in der Hand hat, wird abgezogen.\nTischweis: liegt ein Weis im fertigen Stich, kostet er, wer den Stich nimmt.",
    "glossary.stoeck": "Stöck: König und Ober von Trumpf in einer Hand, 20 Punkte.",
    "glossary.bad_stoeck": "Stöck: König und Ober von Trumpf in einer Hand, 20 Punkte weniger.",
    "glossary.rob": "Rauben: den Trumpf-Sechser gegen die aufgedeckte Trumpfkarte tauschen.",
    "glossary.match": "Match: alle Stiche, 100 Punkte dazu.",
    "glossary.strich": "Strich: ein guter Punkt; wer mit genug davon allein führt, hat gewonnen.",
    "glossary.nuller": "Strich: ein guter Punkt. Nuller (Härdöpfel): ein schlechter; er hebt einen Strich auf.",
    "glossary.rest": "Rest: wer sicher alle übrigen Stiche macht, legt seine Karten auf, und die Runde ist fertig.",
    "glossary.bedanken": "Sich bedanken: sagen, dass man die Punkte hat.",
    "glossary.bergpreis": "Bergpreis: wer zuerst die Hälfte hat.",
    "glossary.bid": "Ansage: wie viele Stiche man macht. Jeder Stich daneben kostet einen Punkt; wenig ist gut.",
    "glossary.duel.stechen": "Stechen: wer gleich hoch liegt, spielt weiter um den Stich; ohne Karten zieht man vom Stock.",
    "glossary.duel.gipfelduell": "Gipfelduell: wer gleich hoch liegt, spielt weiter, es geht um einen Stich mehr; die anderen verbrennen Karten.\nHärpfl: ein Strafpunkt, für jeden Stich neben der Ansage.",
    "glossary.forehead": "Stirn: in der Runde mit einer Karte sehen alle sie ausser dir.",
    "glossary.joker": "Joker: ist die Karte, die du beim Legen nennst, und gleich hoch wie sie.",
}
