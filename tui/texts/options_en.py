"""English: one or two lines about each rule that a table can change."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "options.idle": "has no effect here",
    "key.type": "type",
    "key.turn": "turn",
    "option_value.weis_profil.modern": "today's",
    "option_value.weis_profil.seed004": "up to 100, four Under 200",
    "option_value.weis_profil.pagat": "up to 100, nines 150, Under 200",
    "option_value.weis_profil.vorarlberg": "long runs 120 to 180",
    "option_help.game": "The game of this table; another one starts with its own usual rules.",
    "option_help.players": (
        "How many seats the table has; each game goes with certain numbers only."
    ),
    "option_help.preset": (
        "A preset sets all the rules below at once; after that you can change single ones."
    ),
    "option_help.erster_geber": (
        "Who deals first: all draw a card and the highest or lowest deals, or by lot. A card "
        "of Rose: whoever holds it begins."
    ),
    "option_help.echtes_abheben": "On: whoever cuts says how deep. Off: it comes by lot.",
    "option_help.abheben_rechts": (
        "On: the seat to the right of the dealer cuts. Off: the one before the dealer in "
        "playing order."
    ),
    "option_help.richtung": (
        "Which way play goes: to the right, as usual in Jass, or to the left. Nothing else changes."
    ),
    "option_help.neue_partie_geber": (
        "Who deals first in the rematch: the next in order, or the next of the winners or of "
        "the losers."
    ),
    "option_help.strafe": (
        "What a proven offence costs: the offending side loses the hand, or the hand is void "
        "and dealt again."
    ),
    "option_help.abbruch": (
        "When somebody stays away after the deal: that side loses the hand, or it is dealt again."
    ),
    "option_help.frist": (
        "How many seconds the table waits for a device that no longer answers. Then «When "
        "somebody stays away» applies."
    ),
    "option_help.stich_ansehen": "Which tricks that have been turned over may be looked at again.",
    "option_help.rest": (
        "Taking all tricks that are left at once: only if nobody can take one; at your own "
        "risk, where a mistake is dear; or never."
    ),
    "option_help.faktoren": (
        "What the points of a hand are multiplied with, in the order Eichle, Rose, Schilte, "
        "Schälle, Obenabe, Undenufe."
    ),
    "option_help.faktor_blatt": (
        "By which deck the suits have their factors, where the two decks differ."
    ),
    "option_help.vertraege": (
        "What else may be named. Slalom: Obenabe and Undenufe change every trick; Guschti: "
        "once; Gumpf: a trump, the other suits upside down."
    ),
    "option_help.undenufe_ass_11": (
        "On: in Undenufe the ace counts eleven and the six nothing. Off: the other way round."
    ),
    "option_help.slalom_wert": (
        "How cards count in Slalom and Guschti: all by the direction named, or each by the "
        "direction of its trick."
    ),
    "option_help.slalom_ansager_spielt_aus": (
        "On: whoever names Slalom or Guschti leads, after a push too. Off: Vorhand does."
    ),
    "option_help.zurueckschieben": (
        "On: the partner may push back once; then Vorhand must name the contract."
    ),
    "option_help.erste_karte_trumpf": (
        "On: Vorhand may lead without a word, and the suit of that card is trump. Not after a push."
    ),
    "option_help.uebertrumpfzwang_s004": (
        "On: who cannot follow suit but can trump higher must, except with the Puur or when "
        "the partner has the trick."
    ),
    "option_help.stechen_nur_ohne_farbe": (
        "On: who can follow suit may not trump. Off: one may always trump."
    ),
    "option_help.weis": (
        "Whether Weis counts: three or more cards of a suit in a row, or four of a kind."
    ),
    "option_help.stoeck": "Whether King and Ober (Queen) of trump in one hand count 20 points.",
    "option_help.match": "What a side gets on top when it takes all tricks.",
    "option_help.weis_profil": (
        "What runs of six cards or more and four of a kind count. Three, four, five in a row "
        "are always 20, 50, 100."
    ),
    "option_help.weis_teilen": (
        "On: a long run is split into shorter ones where that is worth more."
    ),
    "option_help.kreuzweis": "Whether a card may count in a run and in four of a kind at once.",
    "option_help.vier_gleiche_vor_folge": (
        "On: at equal points four of a kind beats a run. Off: more cards are better."
    ),
    "option_help.weisordnung_s004": (
        "On: the better Weis goes by kind, not by points: run of five or more, four of a "
        "kind, run of four, of three."
    ),
    "option_help.undenufe_weis_normal": (
        "On: in Undenufe too the higher of two equal Weise is better. Off: the lower one."
    ),
    "option_help.trumpf_ohne_vorrang": (
        "On: a Weis in trump is no better than an equal one in another suit; the earlier seat "
        "has it."
    ),
    "option_help.weis_nur_mit_stich": (
        "On: a Weis is written only with its side's first trick. Off: it counts without a "
        "trick too."
    ),
    "option_help.weis_ohne_faktor": "On: Weise are not multiplied with the factor of the contract.",
    "option_help.weisen": (
        "By itself: your device announces for you. By hand: you announce each Weis yourself, "
        "and may forget it."
    ),
    "option_help.stoeck_manuell": (
        "On: Stöck count only if you call them yourself. Off: your device calls them."
    ),
    "option_help.stoeck_welsch": (
        "On: Stöck count with the first of the two cards. Off: with the second."
    ),
    "option_help.ziel": "How many points win.",
    "option_help.ende": (
        "Over at once at the target; or won by who first claims it rightly, while nobody "
        "counts for you; or the hand is played out."
    ),
    "option_help.ausmachregel": (
        "What counts first when more than one side reaches the target in the first trick."
    ),
    "option_help.bedanken_im_stich": (
        "On: who claims the game may count the running trick, if surely nobody takes it any more."
    ),
    "option_help.bergpreis": (
        "On: the first side at half the target has the Berg. It brings something only with "
        "Bergpreis points or Striche."
    ),
    "option_help.bergpreis_punkte": "The points the Bergpreis brings; they are not multiplied.",
    "option_help.schneider": (
        "On: who stays below half at the end is Schneider. It counts only where Striche are "
        "written."
    ),
    "option_help.schneider_punkte": (
        "Below how many points one is Schneider: half of the target or a number of your own."
    ),
    "option_help.kontermatch_doppelt": (
        "On: all tricks for the side that did not name the contract count 514 instead of 257, "
        "times the factor."
    ),
    "option_help.schieber.wertung": (
        "Points up to the target; Striche for win, Berg, match and Schneider over several "
        "Partien; or two hands won."
    ),
    "option_help.plus_minus.wertung": (
        "Striche: who leads alone with at least seven wins. Striche and Nuller: after a "
        "number of hands the difference counts."
    ),
    "option_help.schneider_striche": "How many Striche it brings when the losers are Schneider.",
    "option_help.kontermatch_striche": (
        "How many Striche a Kontermatch brings: all tricks against the side that named the "
        "contract."
    ),
    "option_help.partien": "Over how many Partien Striche are collected.",
    "option_help.laenge": "How many hands the game lasts.",
    "option_help.schieber.laenge": (
        "So many hands instead of a target; the higher total wins. «off» goes back to the target."
    ),
    "option_help.strafziel": (
        "Instead of a number of hands: the one in which somebody reaches so many penalty "
        "points is the last."
    ),
    "option_help.trumpf": (
        "Where trump comes from: by lot, or the bottom card after the cut shows it."
    ),
    "option_help.ansage": (
        "Hidden: all predict at once and in secret. Open: aloud and in turn, the dealer last."
    ),
    "option_help.bonus_exakt": (
        "On: an exact hit takes 10 penalty points off; a prediction of 0 only for who took a trick."
    ),
    "option_help.partner_differenzler": (
        "On: who sits opposite plays together; each predicts what both make, and their "
        "penalties are added."
    ),
    "option_help.geber_gutschrift": (
        "On: the dealer, who speaks last, is credited 1 point for each full 5 by which all "
        "predictions differ from 157."
    ),
    "option_help.parteien": (
        "Three sides of two who sit opposite, or two sides of three, every other seat."
    ),
    "option_help.weiterschieben": (
        "On: with two sides of three the second may push on too; then the third must name the "
        "contract."
    ),
    "option_help.coiffeur_profil": "Which columns each side must fill once, and with what factor.",
    "option_help.coiffeur_weis": (
        "On: Weis and Stöck of the side that names the contract count, except in a Joker."
    ),
    "option_help.trumpf_wirkt": (
        "Who first cannot follow suit makes trump with that card. It trumps this trick "
        "already, or trump counts from the next."
    ),
    "option_help.letzte_runde_doppelt": "On: in the last hand everything counts twice.",
    "option_help.blatt": (
        "36 Jass cards, 52 French ones with three jokers (55), or two Jass packs together."
    ),
    "option_help.start_karten": (
        "Cards each has in the first round; then one fewer each round down to one, and up again."
    ),
    "option_help.nur_abwaerts": "On: the round with one card is the last.",
    "option_help.geber_gegen_uhr": (
        "On: the deal moves to the right, as play does. Off: it moves to the left."
    ),
    "option_help.ansage_frei": (
        "On: one may announce more tricks than one has cards, up to half of the cards left "
        "over more."
    ),
    "option_help.chappe_faktor": (
        "How many times the penalty points of the round with one card count."
    ),
    "option_help.ausscheiden": (
        "Who has so many penalty points after a round is out; the last one left wins."
    ),
    "option_help.limite": "The round in which somebody reaches so many penalty points is the last.",
    "option_help.karten_tauschen": (
        "In rounds with five cards each passes one face down before announcing: to the "
        "opposite seat or to the right."
    ),
    "option_help.stock": (
        "What happens to the other cards: they stay out, are drawn one by one, or lie in "
        "stacks before both."
    ),
    "option_help.rauben": (
        "On: who holds the six of trump may swap it for the open trump card before the first card."
    ),
    "option_help.rechts_vom_geber_jeder_stich": (
        "On: every trick begins right of the dealer. Off: who takes a trick leads the next."
    ),
}
