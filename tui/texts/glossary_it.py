"""Italian: the words that fall at a table; help shows those of the rules played by."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "glossary.puur": "Buur, Nell: l'Under (fante) e il nove d'atout, le due carte più alte, 20 e 14 punti.",
    "glossary.comes_up": "Atout: il colore della prima carta che non risponde; vale anche per le prese di prima.",
    "glossary.difference": "Pronostico: quanti punti si faranno. Si segna di quanto si sbaglia; meno è, meglio è.",
    "glossary.columns": "Colonna: ogni squadra le gioca tutte una volta; segna solo chi sceglie, punti per fattore. Jolly: a scelta.",
    "glossary.push": "Passare: fa atout il compagno; esce lo stesso il primo di mano.",
    "glossary.obenabe": "Obenabe, undenufe: senza atout, prende la carta più alta o la più bassa.",
    "glossary.weis": "Annuncio: tre carte o più in fila, o quattro uguali; segna solo la squadra con il migliore.",
    "glossary.own_weis": "Annuncio: tre carte o più in fila, o quattro uguali; segna chi ha scelto il gioco.",
    "glossary.tischweis": "Annuncio: tre carte o più in fila, o quattro uguali; quelli in mano si tolgono.\nAnnuncio di tavolo: se sta in una presa completa, costa a chi la prende.",
    "glossary.stoeck": "Stöck: re e Ober (donna) d'atout in una mano, 20 punti.",
    "glossary.bad_stoeck": "Stöck: re e Ober (donna) d'atout in una mano, 20 punti in meno.",
    "glossary.rob": "Rubare: cambiare il sei d'atout con la carta d'atout scoperta.",
    "glossary.match": "Match: tutte le prese, 100 punti in più.",
    "glossary.strich": "Tratto: un punto buono; chi è solo in testa con abbastanza tratti ha vinto.",
    "glossary.nuller": "Tratto: un punto buono. Zero (patata): uno cattivo; annulla un tratto.",
    "glossary.rest": "Resto: chi è sicuro di tutte le prese restanti scopre le carte, e la mano è finita.",
    "glossary.bedanken": "Ringraziare: dire che si hanno i punti.",
    "glossary.bergpreis": "Montagna: a chi arriva per primo alla metà.",
    "glossary.bid": "Pronostico: quante prese si faranno. Ogni presa di differenza costa un punto; meno è, meglio è.",
    "glossary.duel.stechen": "Duello (Stechen): chi è pari gioca ancora per la presa; senza carte si pesca dal tallone.",
    "glossary.duel.gipfelduell": "Gipfelduell: chi è pari gioca ancora per una presa in più; gli altri bruciano carte.\nHärpfl: un punto di penalità per ogni presa diversa dal pronostico.",
    "glossary.forehead": "Fronte: nella mano da una carta la vedono tutti tranne te.",
    "glossary.joker": "Jolly: è la carta che nomini giocandolo, alta come quella.",
}
