"""
Invented hands in the words of Full Tilt, OnGame and Boss Media.

Names have blanks, colons and brackets in them, as such sites allow.
"""

from showdown import FormatError
from showdown.history.facts import Facts
from showdown.history.readers import read_facts

FULL_TILT_HAND = """\
Full Tilt Poker Game #7101: Table Invented (6 max) - $1/$2 - Limit 5 Card Draw - 19:44:24 CET - 2011/04/07 [13:44:24 ET - 2011/04/07]
Seat 1: P1 ($1,205.50)
Seat 2: P 2 [x] ($40)
Seat 4: P3: y ($60)
Seat 5: P4 ($12), is sitting out
P 2 [x] posts the small blind of $0.50
P3: y posts the big blind of $1
P4 has requested TIME
The button is in seat #1
*** HOLE CARDS ***
Dealt to P1 [Ah Ad 9c 5s 2h]
P1 raises to $2
P 2 [x] folds
P1: nice raise
P3: y has 15 seconds left to act
P3: y calls $1
*** DRAW *** (Pot: $4.50)
P3: y discards 1 card
P1 discards 3 cards [9c 5s 2h]
P3: y is dealt 1 card
Dealt to P1 [Ah Ad] [Kc Kd 3s]
P3: y checks
P1 bets $2
P3: y calls $2
*** SHOW DOWN ***
P1 shows [Ah Ad Kc Kd 3s] two pair, Aces and Kings
P3: y mucks
P1 wins the pot ($8.10) with two pair, Aces and Kings
*** SUMMARY ***
Total pot $8.50 | Rake $0.40
Seat 1: P1 (button) showed [Ah Ad Kc Kd 3s] and won ($8.10) with two pair, Aces and Kings
Seat 2: P 2 [x] (small blind) folded before the Draw
Seat 4: P3: y (big blind) mucked [Qh Qs 8d 8h 4c] - two pair, Queens and Eights
Seat 5: P4 is sitting out
"""  # noqa: E501  (a title is one line)

FULL_TILT_WALK = """\
Full Tilt Poker Game #7102: Table Invented (heads up) - 50/100 Ante 10 - No Limit 5 Card Draw - 13:44:24 ET - 2011/04/07
Seat 1: P1 (2,000)
Seat 2: P2 (1,500)
P1 antes 10
P2 antes 10
P1 posts the small blind of 50
P2 posts the big blind of 100
The button is in seat #1
*** HOLE CARDS ***
P1 raises to 1,990, and is all in
P2 folds
Uncalled bet of 1,890 returned to P1
P1 mucks
P1 wins the pot (220)
*** SUMMARY ***
Total pot 220 | Rake 0
Seat 1: P1 (button) (small blind) collected (220), mucked
Seat 2: P2 (big blind) folded before the Draw
"""  # noqa: E501  (a title is one line)

ONGAME_HAND = """\
***** History for hand R5-7200-12 *****
Start hand: Sun Sep 11 15:27:03 EEST 2011
Table: In vented [7200] (LIMIT FIVE_CARD_DRAW $1/$2, Real money)
User: ---P1---
Button: seat 10
Players in round: 3
Seat 10: ---P1--- ($81.70)
Seat 4: P 2 (x) ($2)
Seat 8: P3: y ($70.75)
P 2 (x) posts small blind ($0.50)
P3: y posts big blind ($1)
---
Dealing pocket cards
Dealing to ---P1---: [As, 5h, Jh, Ac, Jd]
---P1--- raises $2 to $2
P 2 (x) calls $1.50 [all in]
P3: y calls $1
---
P 2 (x) changed 1 cards
New hand for ---P1---: [As, 7c, Jh, Ac, Jd]
P3: y bets $2
---P1--- raises $4 to $4
P3: y calls $2
---
Summary:
Main pot: $6 won by ---P1--- ($5.70)
Side pot 1: $8 won by ---P1--- ($7.60)
Rake taken: $0.70
Seat 10: ---P1--- ($89), net: +$7.30, [As, 7c, Jh, Ac, Jd] (TWO_PAIR ACE, JACK)
Seat 4: P 2 (x) ($0), net: -$2, [3d, 7s, 7h, 3c, Td] (TWO_PAIR SEVEN, THREE)
Seat 8: P3: y ($64.75), net: -$6, [Kd, Ks, Qh, 5c, 2d] (PAIR KING)
***** End of hand R5-7200-12 *****
"""

BOSS_HAND = """\
<?xml version="1.0" encoding="UTF-8"?>
<ROOT>
<HISTORY ID="7300" SESSION="s.xml" TABLE="Table 1" GAME="GAME_FCD" GAMETYPE="GAMETYPE_REAL" GAMEKIND="GAMEKIND_CASH" TABLECURRENCY="EUR" LIMIT="FL" STAKES="2.00/4.00" DATE="1315776178" TABLETOURNEYID="" WIN="8.75" LOSS="0.00" ENDTIME="1315776203">
<PLAYER NAME="P1" SEAT="1" AMOUNT="50.00" STATE="STATE_PLAYING" DEALER="N"></PLAYER>
<PLAYER NAME="P &quot;2&quot; &lt;x&gt;" SEAT="2" AMOUNT="16.00" STATE="STATE_PLAYING" DEALER="N"></PLAYER>
<PLAYER NAME="P3" SEAT="3" AMOUNT="0.00" STATE="STATE_SITOUT" DEALER="N"></PLAYER>
<PLAYER NAME="UNKNOWN" SEAT="4" AMOUNT="0.00" STATE="STATE_EMPTY" DEALER="N"></PLAYER>
<PLAYER NAME="P5" SEAT="5" AMOUNT="70.00" STATE="STATE_PLAYING" DEALER="Y"></PLAYER>
<ACTION TYPE="HAND_BLINDS" PLAYER="P1" KIND="HAND_SB" VALUE="1.00"></ACTION>
<ACTION TYPE="HAND_BLINDS" PLAYER="P &quot;2&quot; &lt;x&gt;" KIND="HAND_BB" VALUE="2.00"></ACTION>
<ACTION TYPE="HAND_DEAL" PLAYER="P1">
<CARD LINK="b"></CARD><CARD LINK="b"></CARD><CARD LINK="b"></CARD><CARD LINK="b"/><CARD LINK="b"/></ACTION>
<ACTION TYPE="HAND_DEAL" PLAYER="P &quot;2&quot; &lt;x&gt;">
<CARD LINK="b"/><CARD LINK="b"/><CARD LINK="b"/><CARD LINK="b"/><CARD LINK="b"/></ACTION>
<ACTION TYPE="HAND_DEAL" PLAYER="P5">
<CARD LINK="0"/><CARD LINK="13"/><CARD LINK="5"/><CARD LINK="47"/><CARD LINK="10"/></ACTION>
<ACTION TYPE="ACTION_RAISE" PLAYER="P5" VALUE="4.00"></ACTION>
<ACTION TYPE="ACTION_FOLD" PLAYER="P1"></ACTION>
<ACTION TYPE="ACTION_CALL" PLAYER="P &quot;2&quot; &lt;x&gt;" VALUE="4.00"></ACTION>
<ACTION TYPE="HAND_BOARD" POT="9.00" MAINPOT="9.00" LEFTPOT="" RIGHTPOT=""></ACTION>
<ACTION TYPE="CHANGECARD" PLAYER="P &quot;2&quot; &lt;x&gt;" COUNT="2">
<CARD LINK="b"/><CARD LINK="b"/><CARD LINK="b"/><CARD LINK="b"/><CARD LINK="b"/></ACTION>
<ACTION TYPE="CHANGECARD" PLAYER="P5" COUNT="3">
<CARD LINK="0"/><CARD LINK="13"/><CARD LINK="25"/><CARD LINK="24"/><CARD LINK="4"/></ACTION>
<ACTION TYPE="ACTION_CHECK" PLAYER="P &quot;2&quot; &lt;x&gt;"></ACTION>
<ACTION TYPE="ACTION_BET" PLAYER="P5" VALUE="4.00"></ACTION>
<ACTION TYPE="ACTION_CALL" PLAYER="P &quot;2&quot; &lt;x&gt;" VALUE="4.00"></ACTION>
<SHOWDOWN NAME="HAND_SHOWDOWN" POT="16.75" RAKE="0.25" MAINPOT="16.75" LEFTPOT="" RIGHTPOT="">
<RESULT PLAYER="P &quot;2&quot; &lt;x&gt;" WIN="0.00" HAND="$(STR_G_MUCK)"></RESULT>
<RESULT PLAYER="P5" WIN="16.75" HAND="$(STR_G_WIN_PAIR) $(STR_G_CARDS_ACES)" WINCARDS="0 13 25 24 4 ">
<CARD LINK="0"/><CARD LINK="13"/><CARD LINK="25"/><CARD LINK="24"/><CARD LINK="4"/></RESULT></SHOWDOWN></HISTORY>
</ROOT>
"""  # noqa: E501  (a tag is one line)

EVERY = {
    "Full Tilt": FULL_TILT_HAND,
    "Full Tilt, play chips": FULL_TILT_WALK,
    "OnGame": ONGAME_HAND,
    "Boss Media": BOSS_HAND,
}


def facts_of(text: str | bytes) -> Facts:
    """What a text with one hand says."""
    (facts,) = read_facts(text)
    assert isinstance(facts, Facts), facts
    return facts


def error_of(text: str | bytes) -> FormatError:
    """Why a text with one hand cannot be read."""
    (error,) = read_facts(text)
    assert isinstance(error, FormatError), error
    return error
