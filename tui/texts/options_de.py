"""German: one or two lines about each rule that a table can change."""

__all__ = ["TEXTS"]

TEXTS: dict[str, str] = {
    "options.idle": "gilt hier nicht",
    "key.type": "eintippen",
    "key.turn": "blättern",
    "option_value.weis_profil.modern": "heutige",
    "option_value.weis_profil.seed004": "bis 100, vier Under 200",
    "option_value.weis_profil.pagat": "bis 100, Neuner 150, Under 200",
    "option_value.weis_profil.vorarlberg": "lange Folgen 120 bis 180",
    "option_help.game": (
        "Welches Spiel an diesem Tisch gespielt wird. Ein anderes beginnt mit seinen üblichen "
        "Regeln."
    ),
    "option_help.players": (
        "So viele Plätze hat der Tisch; jedes Spiel geht nur mit bestimmten Zahlen."
    ),
    "option_help.preset": (
        "Eine Vorlage stellt alle Regeln darunter auf einmal; einzelne kannst du danach ändern."
    ),
    "option_help.erster_geber": (
        "Wer in der ersten Runde gibt: alle ziehen eine Karte und die höchste oder tiefste "
        "gibt, oder das Los. Eine Rosenkarte: wer sie hat, beginnt."
    ),
    "option_help.echtes_abheben": (
        "An: wer abhebt, sagt selber, wie tief. Aus: das Los bestimmt es."
    ),
    "option_help.abheben_rechts": (
        "An: es hebt ab, wer rechts vom Geber sitzt. Aus: wer in der Reihe vor ihm kommt."
    ),
    "option_help.richtung": (
        "Wohin die Reihe geht: nach rechts, wie beim Jassen üblich, oder nach links. Sonst "
        "ändert sich nichts."
    ),
    "option_help.neue_partie_geber": (
        "Wer in der Revanche zuerst gibt: der Nächste in der Reihe, oder der Nächste unter "
        "den Siegern oder Verlierern."
    ),
    "option_help.strafe": (
        "Was ein bewiesener Verstoss kostet: die fehlbare Seite verliert die Runde, oder die "
        "Runde gilt nicht und wird neu gegeben."
    ),
    "option_help.abbruch": (
        "Wenn jemand nach dem Geben wegbleibt: seine Seite verliert die Runde, oder sie wird "
        "neu gegeben."
    ),
    "option_help.frist": (
        "So viele Sekunden wartet der Tisch auf ein Gerät, das nicht mehr antwortet. Danach "
        "gilt die Regel «Wer fehlt»."
    ),
    "option_help.stich_ansehen": (
        "Welche Stiche, die schon umgedreht sind, man nochmals ansehen darf."
    ),
    "option_help.rest": (
        "Alle übrigen Stiche auf einmal nehmen: nur wenn niemand sie mehr nehmen kann; auf "
        "eigenes Risiko, wo ein Irrtum teuer ist; oder nie."
    ),
    "option_help.faktoren": (
        "Womit die Punkte einer Runde malgenommen werden, der Reihe nach für Eichle, Rose, "
        "Schilte, Schälle, Obenabe, Undenufe."
    ),
    "option_help.faktor_blatt": (
        "Nach welchem Blatt die Farben ihre Faktoren haben, wo die beiden sich unterscheiden."
    ),
    "option_help.vertraege": (
        "Was man ausser Farben, Obenabe und Undenufe ansagen darf. Slalom: sie wechseln jeden "
        "Stich; Guschti: einmal; Gumpf: Trumpf, sonst von unten."
    ),
    "option_help.undenufe_ass_11": (
        "An: im Undenufe zählt das Ass elf und der Sechser nichts. Aus: umgekehrt."
    ),
    "option_help.slalom_wert": (
        "Wonach die Karten in Slalom und Guschti zählen: alle nach der angesagten Richtung, "
        "oder jede nach der Richtung ihres Stichs."
    ),
    "option_help.slalom_ansager_spielt_aus": (
        "An: wer Slalom oder Guschti ansagt, spielt aus, auch nach dem Schieben. Aus: die Vorhand."
    ),
    "option_help.zurueckschieben": (
        "An: wem geschoben wurde, darf einmal zurückschieben; dann muss die Vorhand ansagen."
    ),
    "option_help.erste_karte_trumpf": (
        "An: die Vorhand darf ohne Ansage ausspielen, und die Farbe dieser Karte ist Trumpf. "
        "Nach dem Schieben nicht."
    ),
    "option_help.uebertrumpfzwang_s004": (
        "An: wer nicht Farbe geben, aber höher stechen kann, muss stechen, ausser mit dem "
        "Puur oder wenn der Partner den Stich hat."
    ),
    "option_help.stechen_nur_ohne_farbe": (
        "An: wer Farbe geben kann, darf nicht stechen. Aus: stechen darf man immer."
    ),
    "option_help.weis": (
        "Ob gewiesen wird: drei oder mehr Karten einer Farbe der Reihe nach, oder vier gleiche."
    ),
    "option_help.stoeck": "Ob König und Ober von Trumpf in einer Hand 20 Punkte zählen.",
    "option_help.match": "Was es dazu gibt, wenn eine Seite alle Stiche macht.",
    "option_help.weis_profil": (
        "Was Folgen ab sechs Karten und vier gleiche zählen. Drei, vier, fünf der Reihe nach "
        "zählen immer 20, 50, 100."
    ),
    "option_help.weis_teilen": (
        "An: eine lange Folge wird in kürzere geteilt, wo das mehr Punkte gibt."
    ),
    "option_help.kreuzweis": (
        "Ob eine Karte in einer Folge und zugleich in vier gleichen zählen darf."
    ),
    "option_help.vier_gleiche_vor_folge": (
        "An: bei gleich vielen Punkten sind vier gleiche besser als eine Folge. Aus: mehr "
        "Karten sind besser."
    ),
    "option_help.weisordnung_s004": (
        "An: der bessere Weis geht nach der Art statt nach Punkten: Folge ab fünf Karten, "
        "vier gleiche, Vierblatt, Dreiblatt."
    ),
    "option_help.undenufe_weis_normal": (
        "An: auch im Undenufe ist von zwei gleichen Weisen der mit der höheren Karte besser. "
        "Aus: der mit der tieferen."
    ),
    "option_help.trumpf_ohne_vorrang": (
        "An: ein Weis in Trumpf ist nicht besser als ein gleicher in einer anderen Farbe; es "
        "zählt, wer früher an der Reihe ist."
    ),
    "option_help.weis_nur_mit_stich": (
        "An: ein Weis wird erst geschrieben, wenn seine Seite einen Stich macht. Aus: er gilt "
        "auch ohne Stich."
    ),
    "option_help.weis_ohne_faktor": "An: Weise werden nicht mit dem Faktor der Ansage malgenommen.",
    "option_help.weisen": (
        "Von selbst: dein Gerät weist für dich, was etwas bringt. Von Hand: du sagst jeden "
        "Weis selber und kannst ihn vergessen."
    ),
    "option_help.stoeck_manuell": (
        "An: Stöck zählen nur, wenn du sie selber ansagst. Aus: dein Gerät sagt sie an."
    ),
    "option_help.stoeck_welsch": (
        "An: Stöck gelten schon mit der ersten der beiden Karten. Aus: mit der zweiten."
    ),
    "option_help.ziel": "So viele Punkte braucht es für den Sieg.",
    "option_help.ende": (
        "Am Ziel ist sofort Schluss; oder es gewinnt, wer sich als Erster zu Recht bedankt, "
        "und niemand zählt mit; oder die Runde geht zu Ende."
    ),
    "option_help.ausmachregel": (
        "Was zuerst zählt, wenn im ersten Stich mehr als eine Seite das Ziel erreicht."
    ),
    "option_help.bedanken_im_stich": (
        "An: wer sich bedankt, darf den laufenden Stich mitzählen, wenn ihn sicher niemand "
        "mehr nimmt."
    ),
    "option_help.bergpreis": (
        "An: wer zuerst das halbe Ziel erreicht, hat den Berg. Er bringt nur mit "
        "Bergpreis-Punkten oder bei Strichen etwas."
    ),
    "option_help.bergpreis_punkte": (
        "So viele Punkte bringt der Bergpreis; sie werden nicht malgenommen."
    ),
    "option_help.schneider": (
        "An: wer am Schluss unter der Hälfte bleibt, ist Schneider. Das zählt nur, wo nach "
        "Strichen gewertet wird."
    ),
    "option_help.schneider_punkte": (
        "Unter wie vielen Punkten man Schneider ist: unter der Hälfte des Ziels oder einer "
        "eigenen Zahl."
    ),
    "option_help.kontermatch_doppelt": (
        "An: macht die Seite alle Stiche, die nicht angesagt hat, zählt das 514 statt 257, "
        "mal Faktor."
    ),
    "option_help.schieber.wertung": (
        "Punkte bis zum Ziel; Striche für Sieg, Berg, Match und Schneider über mehrere "
        "Partien; oder zwei gewonnene Runden."
    ),
    "option_help.plus_minus.wertung": (
        "Striche: es gewinnt, wer allein mit mindestens sieben führt. Striche und Nuller: "
        "nach einer Anzahl Runden zählt der Unterschied."
    ),
    "option_help.schneider_striche": (
        "So viele Striche bringt es, wenn die Verlierer Schneider sind."
    ),
    "option_help.kontermatch_striche": (
        "So viele Striche bringt ein Kontermatch: alle Stiche gegen die Ansage."
    ),
    "option_help.partien": "Über so viele Partien werden Striche gesammelt.",
    "option_help.laenge": "So viele Runden dauert die Partie.",
    "option_help.schieber.laenge": (
        "So viele Runden statt eines Ziels; die höhere Summe gewinnt. «aus» macht wieder das Ziel."
    ),
    "option_help.strafziel": (
        "Statt einer Anzahl Runden: die Runde, in der jemand so viele Strafpunkte erreicht, "
        "ist die letzte."
    ),
    "option_help.trumpf": (
        "Woher der Trumpf kommt: durch das Los, oder die unterste Karte nach dem Abheben zeigt ihn."
    ),
    "option_help.ansage": (
        "Verdeckt: alle sagen gleichzeitig und geheim voraus. Offen: laut und der Reihe nach, "
        "der Geber zuletzt."
    ),
    "option_help.bonus_exakt": (
        "An: wer genau trifft, bekommt 10 Punkte Strafe weniger; wer 0 angesagt hat, nur wenn "
        "er einen Stich hat."
    ),
    "option_help.partner_differenzler": (
        "An: wer sich gegenübersitzt, spielt zusammen; jeder sagt voraus, was beide machen, "
        "und die Strafen werden zusammengezählt."
    ),
    "option_help.geber_gutschrift": (
        "An: dem Geber, der zuletzt ansagt, wird je volle 5, um die alle Ansagen zusammen "
        "neben 157 liegen, 1 Punkt gutgeschrieben."
    ),
    "option_help.parteien": (
        "Drei Parteien zu zweit, die sich gegenübersitzen, oder zwei Parteien zu dritt, jeder "
        "zweite Platz."
    ),
    "option_help.weiterschieben": (
        "An: in zwei Parteien zu dritt darf auch der Zweite schieben; dann muss der Dritte ansagen."
    ),
    "option_help.coiffeur_profil": (
        "Welche Spalten jede Seite einmal füllen muss, und womit jede malgenommen wird."
    ),
    "option_help.coiffeur_weis": "An: Weis und Stöck der ansagenden Seite zählen, ausser im Joker.",
    "option_help.trumpf_wirkt": (
        "Wer zuerst nicht Farbe geben kann, macht mit seiner Karte Trumpf. Er sticht schon in "
        "diesem Stich, oder erst im nächsten."
    ),
    "option_help.letzte_runde_doppelt": "An: in der letzten Runde zählt alles doppelt.",
    "option_help.blatt": (
        "36 Jasskarten, 52 französische mit drei Jokern (55), oder zwei Jassspiele zusammen."
    ),
    "option_help.start_karten": (
        "So viele Karten hat jeder in der ersten Runde; dann je Runde eine weniger bis zu "
        "einer, und wieder hinauf."
    ),
    "option_help.nur_abwaerts": "An: die Runde mit einer Karte ist die letzte.",
    "option_help.geber_gegen_uhr": (
        "An: auch das Geben wandert nach rechts, wie das Spielen. Aus: es wandert nach links."
    ),
    "option_help.ansage_frei": (
        "An: man darf mehr Stiche ansagen, als man Karten hat, bis zur Hälfte der übrigen "
        "Karten mehr."
    ),
    "option_help.chappe_faktor": "So oft zählen die Strafpunkte der Runde mit einer Karte.",
    "option_help.ausscheiden": (
        "Wer nach einer Runde so viele Strafpunkte hat, scheidet aus; wer übrig bleibt, gewinnt."
    ),
    "option_help.limite": "Die Runde, in der jemand so viele Strafpunkte erreicht, ist die letzte.",
    "option_help.karten_tauschen": (
        "In Runden mit fünf Karten gibt jeder vor der Ansage eine verdeckt weiter: ans "
        "Gegenüber oder nach rechts."
    ),
    "option_help.stock": (
        "Was mit den übrigen Karten geschieht: sie bleiben weg, werden nachgezogen, oder "
        "liegen als Häufchen vor beiden."
    ),
    "option_help.rauben": (
        "An: wer den Trumpf-Sechser hat, darf ihn vor seiner ersten Karte gegen die offene "
        "Trumpfkarte tauschen."
    ),
    "option_help.rechts_vom_geber_jeder_stich": (
        "An: jeder Stich beginnt rechts vom Geber. Aus: wer einen Stich nimmt, spielt zum "
        "nächsten aus."
    ),
}
