"""Italian: one or two lines about each rule that a table can change."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "options.idle": "qui non vale",
    "key.type": "scrivere",
    "key.turn": "scorrere",
    "option_value.weis_profil.modern": "attuali",
    "option_value.weis_profil.seed004": "fino a 100, quattro Under 200",
    "option_value.weis_profil.pagat": "fino a 100, nove 150, Under 200",
    "option_value.weis_profil.vorarlberg": "scale lunghe da 120 a 180",
    "option_help.game": "Il gioco di questo tavolo. Un altro comincia con le sue regole abituali.",
    "option_help.players": "Quanti posti ha il tavolo; ogni gioco ne permette solo certi numeri.",
    "option_help.preset": (
        "Un modello imposta in una volta tutte le regole sotto; poi puoi cambiarne alcune."
    ),
    "option_help.erster_geber": (
        "Chi dà per primo: ognuno pesca una carta e dà la più alta o la più bassa, o la "
        "sorte. Una carta di Rose: comincia chi l'ha."
    ),
    "option_help.echtes_abheben": "Sì: chi alza dice da sé quante carte. No: lo decide la sorte.",
    "option_help.abheben_rechts": (
        "Sì: alza chi siede a destra del mazziere. No: chi viene prima di lui nel giro."
    ),
    "option_help.richtung": (
        "In che senso si gioca: verso destra, come d'uso allo jass, o verso sinistra. "
        "Nient'altro cambia."
    ),
    "option_help.neue_partie_geber": (
        "Chi dà per primo nella rivincita: il prossimo del giro, o il prossimo tra i "
        "vincitori o tra i perdenti."
    ),
    "option_help.strafe": (
        "Quanto costa un'infrazione provata: la squadra colpevole perde la mano, o la mano è "
        "annullata e si ridà."
    ),
    "option_help.abbruch": (
        "Se qualcuno manca dopo che si è dato: la sua squadra perde la mano, o si ridà."
    ),
    "option_help.frist": (
        "Quanti secondi il tavolo aspetta un apparecchio che non risponde più. Poi vale la "
        "regola «Se qualcuno manca»."
    ),
    "option_help.stich_ansehen": "Quali prese già voltate si possono rivedere.",
    "option_help.rest": (
        "Prendere in una volta le prese che restano: solo se nessuno può più prenderle; a "
        "proprio rischio, e un errore costa caro; o mai."
    ),
    "option_help.faktoren": (
        "Per quanto si moltiplicano i punti di una mano, nell'ordine Ghiande, Rose, Scudi, "
        "Sonagli, Obenabe, Undenufe."
    ),
    "option_help.faktor_blatt": (
        "Secondo quali carte i colori hanno i loro fattori, dove i due mazzi sono diversi."
    ),
    "option_help.vertraege": (
        "Cosa si può scegliere in più. Slalom: Obenabe e Undenufe cambiano a ogni presa; "
        "Guschti: una volta; Gumpf: atout, il resto al contrario."
    ),
    "option_help.undenufe_ass_11": (
        "Sì: nell'Undenufe l'asso vale undici e il sei niente. No: il contrario."
    ),
    "option_help.slalom_wert": (
        "Come contano le carte nello Slalom e nel Guschti: tutte secondo il senso scelto, o "
        "ognuna secondo quello della sua presa."
    ),
    "option_help.slalom_ansager_spielt_aus": (
        "Sì: chi sceglie Slalom o Guschti esce per primo, anche dopo un passo. No: il primo di "
        "mano."
    ),
    "option_help.zurueckschieben": (
        "Sì: chi ha ricevuto il passo può ripassare una volta; allora il primo di mano deve "
        "scegliere."
    ),
    "option_help.erste_karte_trumpf": (
        "Sì: il primo di mano può uscire senza scegliere, e il colore di quella carta è atout. "
        "Non dopo un passo."
    ),
    "option_help.uebertrumpfzwang_s004": (
        "Sì: chi non può rispondere ma può tagliare più alto deve farlo, salvo con il Buur o se "
        "la presa è del compagno."
    ),
    "option_help.stechen_nur_ohne_farbe": (
        "Sì: chi può rispondere al colore non può tagliare. No: si può sempre tagliare."
    ),
    "option_help.weis": "Se si annuncia: tre o più carte di un colore in fila, o quattro uguali.",
    "option_help.stoeck": "Se re e Ober (donna) di atout in una mano valgono 20 punti.",
    "option_help.match": "Quanto riceve in più una squadra che fa tutte le prese.",
    "option_help.weis_profil": (
        "Quanto valgono le scale da sei carte e i quattro uguali. Tre, quattro, cinque in "
        "fila valgono sempre 20, 50, 100."
    ),
    "option_help.weis_teilen": "Sì: una scala lunga si divide in più corte, dove vale di più.",
    "option_help.kreuzweis": "Se una carta può contare insieme in una scala e in quattro uguali.",
    "option_help.vier_gleiche_vor_folge": (
        "Sì: a pari punti, quattro uguali battono una scala. No: vince chi ha più carte."
    ),
    "option_help.weisordnung_s004": (
        "Sì: l'annuncio migliore si decide per genere e non per punti: scala da cinque carte, "
        "quattro uguali, scala di quattro, di tre."
    ),
    "option_help.undenufe_weis_normal": (
        "Sì: anche nell'Undenufe, di due annunci uguali vince il più alto. No: il più basso."
    ),
    "option_help.trumpf_ohne_vorrang": (
        "Sì: un annuncio di atout non batte un altro uguale; vince chi viene prima nel giro."
    ),
    "option_help.weis_nur_mit_stich": (
        "Sì: un annuncio si segna solo con la prima presa della squadra. No: vale anche senza "
        "prese."
    ),
    "option_help.weis_ohne_faktor": (
        "Sì: gli annunci non si moltiplicano per il fattore del contratto."
    ),
    "option_help.weisen": (
        "Da solo: il tuo apparecchio annuncia per te. A mano: annunci tu, e te ne puoi dimenticare."
    ),
    "option_help.stoeck_manuell": (
        "Sì: lo stöck conta solo se lo dici tu. No: lo dice il tuo apparecchio."
    ),
    "option_help.stoeck_welsch": (
        "Sì: lo stöck vale già con la prima delle due carte. No: con la seconda."
    ),
    "option_help.ziel": "I punti che servono per vincere la partita.",
    "option_help.ende": (
        "Alla meta è subito finita; o vince chi ringrazia per primo a ragione, senza che nessuno "
        "conti; o si finisce la mano."
    ),
    "option_help.ausmachregel": (
        "Che cosa conta prima se nella prima presa più squadre arrivano alla meta."
    ),
    "option_help.bedanken_im_stich": (
        "Sì: chi ringrazia può contare la presa in corso, se di sicuro nessuno gliela toglie."
    ),
    "option_help.bergpreis": (
        "Sì: la prima squadra a metà strada ha la montagna. Rende solo con punti della montagna "
        "o tratti."
    ),
    "option_help.bergpreis_punkte": "I punti che dà la montagna; non si moltiplicano.",
    "option_help.schneider": (
        "Sì: chi alla fine resta sotto la metà è schneider. Conta solo dove si segnano i tratti."
    ),
    "option_help.schneider_punkte": (
        "Sotto quanti punti si è schneider: la metà della meta o un altro numero."
    ),
    "option_help.kontermatch_doppelt": (
        "Sì: se fa tutte le prese la squadra che non ha scelto, valgono 514 invece di 257, per "
        "il fattore."
    ),
    "option_help.schieber.wertung": (
        "Punti fino alla meta; tratti per vittoria, montagna, match e schneider su più "
        "partite; o due mani vinte."
    ),
    "option_help.plus_minus.wertung": (
        "Tratti: vince chi è solo in testa con almeno sette. Tratti e zeri: dopo un numero di "
        "mani conta la differenza."
    ),
    "option_help.schneider_striche": "I tratti che si guadagnano se i perdenti sono schneider.",
    "option_help.kontermatch_striche": (
        "I tratti di un contromatch: tutte le prese contro chi ha scelto."
    ),
    "option_help.partien": "Il numero di partite su cui si contano i tratti.",
    "option_help.laenge": "Il numero di mani della partita.",
    "option_help.schieber.laenge": (
        "Un numero di mani invece di una meta; vince la somma più alta. «no» torna alla meta."
    ),
    "option_help.strafziel": (
        "Invece di un numero di mani: l'ultima è quella in cui qualcuno arriva a tanti punti di "
        "penalità."
    ),
    "option_help.trumpf": (
        "Da dove viene l'atout: dalla sorte, o lo mostra la carta sotto il mazzo dopo l'alzata."
    ),
    "option_help.ansage": (
        "Coperto: tutti pronosticano insieme e in segreto. Scoperto: ad alta voce a turno, il "
        "mazziere per ultimo."
    ),
    "option_help.bonus_exakt": (
        "Sì: un pronostico esatto toglie 10 punti di penalità; uno di 0 solo con almeno una presa."
    ),
    "option_help.partner_differenzler": (
        "Sì: chi sta di fronte gioca insieme; ognuno pronostica i punti di entrambi, e le "
        "penalità si sommano."
    ),
    "option_help.geber_gutschrift": (
        "Sì: il mazziere, che pronostica per ultimo, riceve 1 punto per ogni 5 di scarto tra la "
        "somma dei pronostici e 157."
    ),
    "option_help.parteien": (
        "Tre squadre di due, uno di fronte all'altro, o due squadre di tre, un posto sì e uno no."
    ),
    "option_help.weiterschieben": (
        "Sì: in due squadre di tre anche il secondo può passare; allora il terzo deve scegliere."
    ),
    "option_help.coiffeur_profil": (
        "Le colonne che ogni squadra deve riempire una volta, e il fattore di ognuna."
    ),
    "option_help.coiffeur_weis": (
        "Sì: contano annunci e stöck della squadra che sceglie, salvo nel jolly."
    ),
    "option_help.trumpf_wirkt": (
        "Il primo che non può rispondere fa atout con la sua carta. Taglia già in questa "
        "presa, o solo dalla seguente."
    ),
    "option_help.letzte_runde_doppelt": "Sì: nell'ultima mano tutto conta doppio.",
    "option_help.blatt": (
        "36 carte da jass, 52 francesi con tre jolly (55), o due mazzi da jass insieme."
    ),
    "option_help.start_karten": (
        "Le carte di ognuno nella prima mano; poi una in meno per mano fino a una, e di nuovo su."
    ),
    "option_help.nur_abwaerts": "Sì: la mano da una carta è l'ultima.",
    "option_help.geber_gegen_uhr": (
        "Sì: anche il turno di dare passa verso destra, come il gioco. No: passa verso sinistra."
    ),
    "option_help.ansage_frei": (
        "Sì: si possono pronosticare più prese delle carte che si hanno, fino a metà del tallone in più."
    ),
    "option_help.chappe_faktor": (
        "Quante volte contano i punti di penalità della mano da una carta."
    ),
    "option_help.ausscheiden": (
        "Chi dopo una mano ha tanti punti di penalità è eliminato; vince chi resta."
    ),
    "option_help.limite": "La mano in cui qualcuno arriva a tanti punti di penalità è l'ultima.",
    "option_help.karten_tauschen": (
        "Nelle mani da cinque carte ognuno ne passa una coperta prima del pronostico: a chi sta di "
        "fronte o a destra."
    ),
    "option_help.stock": (
        "Che fare delle carte che restano: si mettono da parte, si pescano, o stanno in "
        "mucchietti davanti a ognuno."
    ),
    "option_help.rauben": (
        "Sì: chi ha il sei di atout può scambiarlo con l'atout scoperto, prima della sua "
        "prima carta."
    ),
    "option_help.rechts_vom_geber_jeder_stich": (
        "Sì: ogni presa parte a destra del mazziere. No: chi prende esce per la seguente."
    ),
}
