"""Every bound on what another device may make us store, read or wait for.

The attacker throughout is a device on the same network that sends whatever bytes it likes. One
name per bound, with the reason for its size beside it.
"""

# --- links ---------------------------------------------------------------------------------------

FRAME_BYTES = 64 * 1024
"""Longest payload of one frame. The longest honest one is a batch of log entries after a rejoin,
and that is cut to fit; the length is checked before a byte of the payload is read."""

HELLO_BYTES = 1024
"""Longest frame before a device has proved who it is: a name, two numbers, keys and a nonce."""

HANDSHAKE_MS = 5_000
"""Connection, TLS, hello and proof together. A slow laptop on bad Wi-Fi needs under one second;
whoever connects and says nothing holds one of few places for no longer than this."""

UNAUTHENTICATED_LINKS = 8
"""Links that have not yet proved an identity. Ten colleagues joining in one second fit, since each
needs some 50 ms; more than that is somebody filling the table with empty chairs."""

UNAUTHENTICATED_LINKS_PER_ADDRESS = 2
"""Of those, from one address: one device can never use up all of the places."""

LINKS = 36
"""Links to one device that have proved an identity: nine others at the table, eight spectators,
some who knock, some being replaced. Identities cost nothing, so these are counted too."""

STRANGERS = LINKS - 16
"""Of those, for devices that have no seat: a place for each of 12 seats is always left, also when
one of them takes all it may, so that nobody can keep a table from coming back together."""

LINKS_PER_DEVICE = 4
"""Of those, for one device with a seat: a dead one, two that it dialled at once to come back (where
its own log says, and where it came from), and that of another window, which is told to go."""

SPECTATORS = 8
"""People who look on at one table, without a seat: a row of chairs behind it."""

SPECTATOR_FRAMES_PER_SECOND = 128
"""Frames read from one of them. Measured: 18 in the second in which one catches up with sixty hands
(4,156 entries), nearly all of them questions for the rest; whoever sends more than seven times that
is cut: the table has better things to read."""

WORDS_PER_SECOND = 512
"""Frames without entries that are read on any other link. Measured in memory, every device as fast
as its processor: at most 36 in a second at a table of four and 73 at one of ten, when ten people
sit down and their word begins (51 steps of it, 19 lists of who is here), and 18 while one catches
up. So six seconds of it may wait for a device that stood still. Whoever sends more is cut, before
its words fill a screen or a disk."""

ENTRY_FRAMES_PER_SECOND = 4_096
"""Frames with entries, one way or the other, on such a link. Measured in the same way, with all
checks and no pause between cards: at most 728 in a second from the device that orders (a Schieber
that bots play in forty hands), 666 at tables of ten, each entry in a frame of its own; catching up
with sixty hands takes 66. About 2,000 more, a MiB, may wait for a slow device."""

PRESENT = 16
"""Devices that one names as linked to it: more than any game has seats."""

STRANGER_MS = 10_000
"""How long a device may keep a place without knocking, or without sitting down when it may."""

DIAL_ATTEMPTS = 3
"""Connections that `dial` opens when the other side closes before its hello: all of its places may
have been taken for a moment."""

SEND_QUEUE_BYTES = 1024 * 1024
"""Bytes that may wait for a device that reads slowly. A whole evening's log is sent in pieces with
back-pressure, so only a device that does not read at all gets here; it is cut."""

SEND_STALL_MS = 10_000
"""How long a sender waits for room in that queue before it cuts the link: longer than the silence
after which a vote starts, so a device is outvoted before it is cut off."""

PING_MS = 2_000
"""A live device answers a ping within this; else a newer link of the same identity wins."""

SILENCE_MS = 6_000
"""A device of the table from which nothing came for so long is not there: three heartbeats. Its
link is cut and made again; if it orders, the others vote."""

RELEASE_CHARS = 32
"""Longest release text in a hello line."""

RAW_NAME_CHARS = 64
"""Longest name in a hello line before it is cleaned: 12 cells with combining marks."""

# --- discovery -----------------------------------------------------------------------------------

PROBE_MS = 1_500
"""How long a found table may take to answer before the list says that it does not."""

PROBE_ADDRESSES = 8
"""Addresses of one found table that are asked: a record full of addresses must not turn this
device into a port scanner."""

FOUND_TABLES = 64
"""Tables kept from multicast answers. Anybody on the network can invent names; a list longer than
this helps nobody."""

TXT_VALUE_BYTES = 128
"""Longest value read from a TXT record."""

TXT_BYTES = 1024
"""Longest TXT record read at all."""

# --- text from elsewhere -------------------------------------------------------------------------

NAME_CELLS = 12
"""Terminal cells of a name: four names fit side by side in 80 columns."""

TABLE_NAME_CELLS = 24
"""Terminal cells of a table's name in the list of tables."""

CHAT_CELLS = 200
"""Terminal cells of one chat line: three lines at 80 columns."""

MARKS_PER_CHARACTER = 2
"""Combining marks kept on one character: Vietnamese needs two, a tower of twenty leaves its row."""

# --- disk ----------------------------------------------------------------------------------------

RECORD_BYTES = FRAME_BYTES
"""Longest record of a file of a table: what was sent or came in one frame. A longer length in a
file is damage, not a record."""

# --- the log -------------------------------------------------------------------------------------

SEATS = 12
"""Seats a number on the wire can name: ten colleagues, with room. No game has more than ten, and
`engine.forms` reads no more; this bound of the format stays, so that old logs read as they did."""

SLOTS = 72
"""Slots of the largest deck: two packs of 36."""

BODY_BYTES = 16 * 1024
"""Longest body of one entry. The longest honest one is a Lock of 72 slots with 4.7 kB."""

ENTRY_BYTES = BODY_BYTES + 512
"""Longest signed and ordered entry: a body, three keys' worth of hashes and two signatures."""

PLAIN_DEPTH = 5
"""Lists within lists in an action; shown Weise are four deep."""

OPTION_CHARS = 256
"""Longest name or value of an option; a set of contracts is the longest."""

OPTIONS_PER_GAME = 128
"""Options of one game: the richest has some 40."""

REASON_CHARS = 48
"""Longest of our own words on the wire: the reason of a refusal, a level, a kind."""

ADDRESS_CHARS = 128
"""Longest address with its port: an IPv6 literal with a scope, or a host name on a LAN."""

LOG_ENTRIES = 200_000
"""Entries of one log: an evening of ten seats has some 20,000."""

DECKS_PER_EPOCH = 1_024
"""Numbers that are kept free for the decks of an epoch, before the first of one that began at the
same entry and cut it off."""

TURNS_AHEAD = 256
"""How many turns an epoch may lie above the one before. A round of turns takes twice as long as the
one before: a device that is without an orderer for a day has had 15 rounds, with the 11 candidates
of the largest table 165 turns; 256 are enough for months."""

EPOCH_SHARES = 4_096
"""Numbers of epochs in each turn; a candidate has one of them, by its identity. No log of 200,000
entries ever comes to the end of 53 bits."""

EPOCHS_PER_ENTRY = 2 * TURNS_AHEAD * EPOCH_SHARES
"""Epochs that may begin at one entry and have numbers for their decks apart from each other: more
than any two can lie apart, and for 200,000 entries they fit into 53 bits."""

ENTRIES_PER_AUTHOR_AND_HAND = 2_000
"""Entries of one device between two hands. The busiest honest device, a host with nine bots, makes
under 400; a faster author gets no number before the next hand."""

VOID_ENTRIES_PER_HAND = 64
"""Void entries that one device numbers between two hands. An honest one refuses what is void, save
what convicts its author, and that once for each; some more if it was started again meanwhile. One
that numbers more is not trusted any more, and no log of others' has them."""

PENDING_PROPOSALS = 256
"""Entries that wait for their number, per device."""

REFUSED_PER_SECOND = 256
"""Entries that one device proposes to whoever orders, and that get no number. Measured: at most 21
in a second in 377 tables of any game with trouble of every kind, mostly what crossed something
else; so six seconds of it may wait for a device that stood still, twice over. Some cost a look at
points of a curve, a thousandth of a second and more: whoever has more of them refused is cut."""

USELESS_PER_SECOND = 256
"""Frames of records from one device that bring nothing new. Measured: at most 29 in a second in 400
tables of any game with trouble of every kind, from devices that catch up with several others at
once. Some cost the check of a signature: whoever sends more is cut."""

PASSED_ON_PER_SECOND = 128
"""Entries of one author that a device looks at in a second, to hand them on to whoever orders: an
honest author with nine bots has some ten to say at once. Nine authors together stay far below
`ENTRY_FRAMES_PER_SECOND`, so nobody loses its link to the host by what others say."""

RECORDS_PER_FRAME = 64
"""Records of the log in one frame of a catch-up."""

BRANCH_BYTES = 4 << 20
"""Of another log of the table, until it has shown that it leads to a newer epoch: some 60 hands."""

LOG_MARKS = 24
"""Places of a log in one question for the rest of it: each twice as far back as the one before, so
18 reach over 200,000 entries."""

PAUSES_PER_HAND = 2
"""How often one person may pause the table in a hand: once for a reason, and once more because
somebody went on too early. Whoever only wants to annoy costs the others two key presses."""

ASIDES_PER_HAND = 8
"""How often one seat may say one kind of thing in a hand that nobody asked it for, as another
number than it bid a moment ago. Each puts the question anew that the others are asked; whoever has
second thoughts needs two or three."""

RETURNS_PER_HAND = 2
"""How often one seat may be taken up again, by whomever, before the next hand is dealt: each time
the deck is made anew. Whoever loses the network more often waits for one hand."""

MOVES_PER_HAND = 8
"""How often one device may say that it can be dialled elsewhere now, for the seat that it has and
before the next hand is dealt: once for a new network, a few times for one that flaps. Each is
lawful and takes its place in the log; what came last stands until then, and the links of those who
are there need no address."""

CHAT_CHARS = 800
"""Code points of a chat line before it is cleaned: 200 cells with combining marks."""

CHAT_LINES_PER_MINUTE = 30
"""Lines of chat passed on for one device; what comes faster is dropped."""

BEFORE_BYTES = 15_000
"""What a new table has from an old one: a Partie of some fifty hands, in one record of the file."""

GENESIS_BYTES = BEFORE_BYTES + 1_024
"""Entry zero, with that."""

WORD_RUNS = 3
"""How often a table may try its word: each silent failure is one guess for a man in the middle."""

FILE_BYTES = 64 * 1024 * 1024
"""Longest file of a table: a hundred times a long evening. A longer one is no log, or somebody
wants our disk or our memory."""

KNOWN_DEVICES = 1_000
"""Devices kept in ``known.toml``: more than an office has, and the file stays quick to read."""
