"""French: one or two lines about each rule that a table can change."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "options.idle": "sans effet ici",
    "key.type": "taper",
    "key.turn": "parcourir",
    "option_value.weis_profil.modern": "actuelles",
    "option_value.weis_profil.seed004": "jusqu'à 100, quatre Under 200",
    "option_value.weis_profil.pagat": "jusqu'à 100, neuf 150, Under 200",
    "option_value.weis_profil.vorarlberg": "longues suites 120 à 180",
    "option_help.game": (
        "Le jeu de cette table; un autre commence avec ses propres règles habituelles."
    ),
    "option_help.players": "Le nombre de places de la table; chaque jeu n'en admet que certains.",
    "option_help.preset": (
        "Un modèle règle d'un coup tout ce qui suit; tu peux ensuite changer une règle ou l'autre."
    ),
    "option_help.erster_geber": (
        "Qui donne en premier: chacun tire une carte et la plus haute ou la plus basse donne, "
        "ou le hasard. Une carte de Rose: qui l'a commence."
    ),
    "option_help.echtes_abheben": (
        "Oui: qui coupe dit lui-même combien de cartes. Non: le hasard décide."
    ),
    "option_help.abheben_rechts": (
        "Oui: la place à droite du donneur coupe. Non: celle qui vient avant lui dans l'ordre "
        "du jeu."
    ),
    "option_help.richtung": (
        "Dans quel sens on joue: vers la droite, comme d'habitude au jass, ou vers la gauche. "
        "Rien d'autre ne change."
    ),
    "option_help.neue_partie_geber": (
        "Qui donne en premier à la revanche: le suivant dans l'ordre, ou le suivant parmi les "
        "gagnants ou les perdants."
    ),
    "option_help.strafe": (
        "Ce que coûte une faute prouvée: l'équipe fautive perd la donne, ou la donne est "
        "annulée et redonnée."
    ),
    "option_help.abbruch": (
        "Si quelqu'un s'absente après la donne: son équipe perd la donne, ou on redonne."
    ),
    "option_help.frist": (
        "Combien de secondes la table attend un appareil qui ne répond plus. Ensuite s'applique "
        "la règle «Si quelqu'un manque»."
    ),
    "option_help.stich_ansehen": "Quels plis déjà retournés on a le droit de revoir.",
    "option_help.rest": (
        "Prendre d'un coup les plis qui restent: seulement si personne ne peut les prendre; à "
        "ses risques, et une erreur coûte cher; ou jamais."
    ),
    "option_help.faktoren": (
        "Par quoi on multiplie les points d'une donne, dans l'ordre Gland, Rose, Écusson, "
        "Grelot, Obenabe, Undenufe."
    ),
    "option_help.faktor_blatt": (
        "D'après quelles cartes les couleurs ont leurs facteurs, là où les deux jeux diffèrent."
    ),
    "option_help.vertraege": (
        "Ce qu'on peut choisir de plus. Slalom: Obenabe et Undenufe alternent à chaque pli; "
        "Guschti: une fois; Gumpf: atout, le reste à l'envers."
    ),
    "option_help.undenufe_ass_11": (
        "Oui: à l'Undenufe l'as vaut onze et le six rien. Non: l'inverse."
    ),
    "option_help.slalom_wert": (
        "Comment comptent les cartes au Slalom et au Guschti: toutes selon le sens choisi, ou "
        "chacune selon le sens de son pli."
    ),
    "option_help.slalom_ansager_spielt_aus": (
        "Oui: qui choisit Slalom ou Guschti entame, même après un chibre. Non: le premier en main."
    ),
    "option_help.zurueckschieben": (
        "Oui: celui à qui on a chibré peut chibrer une fois en retour; alors le premier en main "
        "doit choisir."
    ),
    "option_help.erste_karte_trumpf": (
        "Oui: le premier en main peut entamer sans choisir, et la couleur de cette carte est "
        "atout. Pas après un chibre."
    ),
    "option_help.uebertrumpfzwang_s004": (
        "Oui: qui ne peut fournir mais peut couper plus haut doit couper, sauf avec le bour ou "
        "si le pli est au partenaire."
    ),
    "option_help.stechen_nur_ohne_farbe": (
        "Oui: qui peut fournir n'a pas le droit de couper. Non: on peut toujours couper."
    ),
    "option_help.weis": (
        "Si l'on annonce: trois cartes ou plus d'une couleur qui se suivent, ou un carré."
    ),
    "option_help.stoeck": "Si le roi et l'Ober (la dame) d'atout dans une main valent 20 points.",
    "option_help.match": "Ce qu'une équipe reçoit en plus quand elle fait tous les plis.",
    "option_help.weis_profil": (
        "Ce que valent les suites dès six cartes et les carrés. Trois, quatre, cinq à la "
        "suite valent toujours 20, 50, 100."
    ),
    "option_help.weis_teilen": (
        "Oui: une longue suite se partage en plus courtes, là où cela vaut plus."
    ),
    "option_help.kreuzweis": "Si une carte peut compter à la fois dans une suite et dans un carré.",
    "option_help.vier_gleiche_vor_folge": (
        "Oui: à points égaux, un carré l'emporte sur une suite. Non: c'est le plus de cartes "
        "qui l'emporte."
    ),
    "option_help.weisordnung_s004": (
        "Oui: l'annonce se juge par genre et non par points: suite dès cinq cartes, carré, suite "
        "de quatre, de trois."
    ),
    "option_help.undenufe_weis_normal": (
        "Oui: à l'Undenufe aussi, de deux annonces égales la plus haute l'emporte. Non: la "
        "plus basse."
    ),
    "option_help.trumpf_ohne_vorrang": (
        "Oui: une annonce d'atout ne l'emporte pas sur une autre égale; c'est le premier dans "
        "l'ordre qui gagne."
    ),
    "option_help.weis_nur_mit_stich": (
        "Oui: une annonce ne se marque qu'avec le premier pli de son équipe. Non: elle vaut "
        "aussi sans pli."
    ),
    "option_help.weis_ohne_faktor": (
        "Oui: les annonces ne sont pas multipliées par le facteur du contrat."
    ),
    "option_help.weisen": (
        "Tout seul: ton appareil annonce pour toi. À la main: tu annonces toi-même, et tu "
        "peux l'oublier."
    ),
    "option_help.stoeck_manuell": (
        "Oui: le stöck ne compte que si tu l'annonces toi-même. Non: ton appareil l'annonce."
    ),
    "option_help.stoeck_welsch": (
        "Oui: le stöck vaut dès la première des deux cartes. Non: à la deuxième."
    ),
    "option_help.ziel": "Les points qu'il faut pour gagner la partie.",
    "option_help.ende": (
        "Au but, c'est fini; ou le premier qui remercie à juste titre gagne, sans que personne "
        "compte; ou on finit la donne."
    ),
    "option_help.ausmachregel": (
        "Ce qui compte d'abord quand plusieurs équipes arrivent au but au premier pli."
    ),
    "option_help.bedanken_im_stich": (
        "Oui: qui remercie peut compter le pli en cours, s'il est sûr que personne ne le lui prend."
    ),
    "option_help.bergpreis": (
        "Oui: la première équipe à la moitié du but a la montagne. Elle ne rapporte qu'avec "
        "des points ou des traits."
    ),
    "option_help.bergpreis_punkte": (
        "Les points que rapporte la montagne; ils ne sont pas multipliés."
    ),
    "option_help.schneider": (
        "Oui: qui reste sous la moitié à la fin est schneider. Cela ne compte que là où l'on "
        "note des traits."
    ),
    "option_help.schneider_punkte": (
        "Sous combien de points on est schneider: la moitié du but ou un autre nombre."
    ),
    "option_help.kontermatch_doppelt": (
        "Oui: si l'équipe qui n'a pas choisi fait tous les plis, cela vaut 514 au lieu de 257, "
        "fois le facteur."
    ),
    "option_help.schieber.wertung": (
        "Points jusqu'au but; traits pour victoire, montagne, match et schneider sur "
        "plusieurs parties; ou deux donnes gagnées."
    ),
    "option_help.plus_minus.wertung": (
        "Traits: gagne qui mène seul avec au moins sept. Traits et zéros: après un nombre de "
        "donnes, c'est la différence qui compte."
    ),
    "option_help.schneider_striche": "Les traits gagnés quand les perdants sont schneider.",
    "option_help.kontermatch_striche": (
        "Les traits d'un contre-match: tous les plis contre l'équipe qui a choisi."
    ),
    "option_help.partien": "Le nombre de parties sur lesquelles on compte les traits.",
    "option_help.laenge": "Le nombre de donnes de la partie.",
    "option_help.schieber.laenge": (
        "Un nombre de donnes au lieu d'un but; la plus haute somme gagne. «non» revient au but."
    ),
    "option_help.strafziel": (
        "Au lieu d'un nombre de donnes: celle où quelqu'un atteint ce nombre de points de "
        "pénalité est la dernière."
    ),
    "option_help.trumpf": (
        "D'où vient l'atout: du hasard, ou de la carte du dessous, montrée après la coupe."
    ),
    "option_help.ansage": (
        "Caché: tous parient en même temps et en secret. Ouvert: à haute voix à tour de rôle, "
        "le donneur en dernier."
    ),
    "option_help.bonus_exakt": (
        "Oui: un pari exact ôte 10 points de pénalité; un pari de 0 seulement si l'on a fait "
        "un pli."
    ),
    "option_help.partner_differenzler": (
        "Oui: les vis-à-vis jouent ensemble; chacun parie sur les points des deux, et les "
        "pénalités s'additionnent."
    ),
    "option_help.geber_gutschrift": (
        "Oui: le donneur, qui parie en dernier, reçoit 1 point par tranche de 5 points d'écart "
        "entre la somme des paris et 157."
    ),
    "option_help.parteien": (
        "Trois équipes de deux, face à face, ou deux équipes de trois, une place sur deux."
    ),
    "option_help.weiterschieben": (
        "Oui: dans deux équipes de trois, le deuxième peut aussi chibrer; le troisième doit "
        "alors choisir."
    ),
    "option_help.coiffeur_profil": (
        "Les colonnes que chaque équipe doit remplir une fois, et le facteur de chacune."
    ),
    "option_help.coiffeur_weis": (
        "Oui: les annonces et le stöck de l'équipe qui choisit comptent, sauf au joker."
    ),
    "option_help.trumpf_wirkt": (
        "Le premier qui ne peut fournir fait atout avec sa carte. Elle coupe déjà ce pli, ou "
        "l'atout ne vaut que dès le suivant."
    ),
    "option_help.letzte_runde_doppelt": "Oui: à la dernière donne tout compte double.",
    "option_help.blatt": (
        "36 cartes de jass, 52 cartes françaises et trois jokers (55), ou deux jeux de jass "
        "ensemble."
    ),
    "option_help.start_karten": (
        "Les cartes de chacun à la première donne; puis une de moins par donne jusqu'à une, "
        "et on remonte."
    ),
    "option_help.nur_abwaerts": "Oui: la donne à une carte est la dernière.",
    "option_help.geber_gegen_uhr": (
        "Oui: la donne passe aussi vers la droite, comme le jeu. Non: elle passe vers la gauche."
    ),
    "option_help.ansage_frei": (
        "Oui: on peut parier plus de plis qu'on n'a de cartes, jusqu'à la moitié du talon en plus."
    ),
    "option_help.chappe_faktor": (
        "Combien de fois comptent les points de pénalité de la donne à une carte."
    ),
    "option_help.ausscheiden": (
        "Qui a ce nombre de points de pénalité après une donne est éliminé; le dernier qui reste gagne."
    ),
    "option_help.limite": (
        "La donne où quelqu'un atteint ce nombre de points de pénalité est la dernière."
    ),
    "option_help.karten_tauschen": (
        "Dans les donnes à cinq cartes, chacun en passe une cachée avant de parier: au "
        "vis-à-vis ou vers la droite."
    ),
    "option_help.stock": (
        "Ce qu'on fait des cartes qui restent: elles restent à l'écart, on y pioche, ou elles "
        "font de petits tas devant chacun."
    ),
    "option_help.rauben": (
        "Oui: qui a le six d'atout peut l'échanger contre l'atout retourné, avant sa première "
        "carte."
    ),
    "option_help.rechts_vom_geber_jeder_stich": (
        "Oui: chaque pli part à droite du donneur. Non: qui prend un pli entame le suivant."
    ),
}
