"""French: the words that fall at a table; help shows those of the rules played by."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "glossary.puur": "Bour, nell: l'Under (valet) et le neuf d'atout, les deux cartes les plus fortes, 20 et 14 points.",
    "glossary.comes_up": "Atout: la couleur de la première carte qui ne fournit pas; il vaut aussi pour les plis d'avant.",
    "glossary.difference": "Pari: combien de points on fera. On marque de combien on s'est trompé; moins, c'est mieux.",
    "glossary.columns": "Colonne: chaque équipe joue chacune une fois; seule celle qui choisit marque, points fois facteur. Joker: au choix.",
    "glossary.push": "Chibrer: le partenaire fait atout; le premier en main entame quand même.",
    "glossary.obenabe": "Obenabe, undenufe: sans atout, la plus haute ou la plus basse carte gagne.",
    "glossary.weis": "Annonce: trois cartes et plus qui se suivent, ou un carré; seule l'équipe qui a la meilleure marque.",
    "glossary.own_weis": "Annonce: trois cartes et plus qui se suivent, ou un carré; celle qui a choisi le jeu marque.",
    "glossary.tischweis": "Annonce: trois cartes et plus qui se suivent, ou un carré; ce qu'on en a en main est déduit.\nAnnonce de table: une annonce dans un pli complet coûte à qui prend le pli.",
    "glossary.stoeck": "Stöck: roi et Ober (dame) d'atout dans une main, 20 points.",
    "glossary.bad_stoeck": "Stöck: roi et Ober (dame) d'atout dans une main, 20 points de moins.",
    "glossary.rob": "Voler: échanger le six d'atout contre la carte d'atout retournée.",
    "glossary.match": "Match: tous les plis, 100 points en plus.",
    "glossary.strich": "Trait: un bon point; qui est seul en tête avec assez de traits a gagné.",
    "glossary.nuller": "Trait: un bon point. Zéro (patate): un mauvais; il annule un trait.",
    "glossary.rest": "Reste: qui est sûr de tous les plis restants montre ses cartes, et la donne est finie.",
    "glossary.bedanken": "Remercier: dire qu'on a les points.",
    "glossary.bergpreis": "Montagne: à qui atteint la moitié en premier.",
    "glossary.bid": "Pari: combien de plis on fera. Chaque pli d'écart coûte un point; moins, c'est mieux.",
    "glossary.duel.stechen": "Duel (Stechen): qui est à égalité rejoue pour le pli; sans cartes on tire du talon.",
    "glossary.duel.gipfelduell": "Gipfelduell: qui est à égalité rejoue pour un pli de plus; les autres brûlent des cartes.\nHärpfl: un point de pénalité par pli d'écart avec le pari.",
    "glossary.forehead": "Front: dans la donne à une carte, tous la voient sauf toi.",
    "glossary.joker": "Joker: c'est la carte que tu nommes en la jouant, de même valeur.",
}
