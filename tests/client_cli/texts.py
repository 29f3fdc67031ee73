"""
A hand written as PokerStars writes them; players and cards are made up.
"""

POKERSTARS = """\
PokerStars Game #1001:  5 Card Draw Pot Limit ($0.50/$1.00 USD) - 2012/03/04 20:00:00 ET
Table 'Blue II' 6-max Seat #3 is the button
Seat 1: P1 ($100 in chips)
Seat 3: P2 ($40 in chips)
Seat 4: Hero ($40 in chips)
Hero: posts small blind $0.50
P1: posts big blind $1
*** DEALING HANDS ***
Dealt to Hero [6s Jh 7d 2h 3s]
P2: raises $2 to $3
Hero: calls $2.50
P1: folds
Hero: discards 1 card [Jh]
Dealt to Hero [6s 7d 2h 3s] [Qs]
P2: discards 3 cards
Hero: bets $5
P2: calls $5
*** SHOW DOWN ***
Hero: shows [6s Qs 7d 2h 3s] (high card Queen)
P2: shows [4d Ad Ks Kd 3h] (a pair of Kings)
P2 collected $16.20 from pot
*** SUMMARY ***
Total pot $17 | Rake $0.80
Seat 1: P1 (big blind) folded before the Draw
Seat 3: P2 (button) showed [4d Ad Ks Kd 3h] and won ($16.20) with a pair of Kings
Seat 4: Hero (small blind) showed [6s Qs 7d 2h 3s] and lost with high card Queen
"""

MUCKED = """\
PokerStars Game #1002:  5 Card Draw Limit ($0.10/$0.20 USD) - 2012/03/04 20:02:00 ET
Table 'Blue II' 6-max Seat #1 is the button
Seat 1: P1 ($2 in chips)
Seat 2: P2 ($2 in chips)
P1: posts small blind $0.05
P2: posts big blind $0.10
*** DEALING HANDS ***
P1: calls $0.05
P2: checks
P2: discards 3 cards
P1: stands pat
P2: checks
P1: bets $0.20
P2: calls $0.20
*** SHOW DOWN ***
P1: shows [Ac 9c 7c 4c 2c] (a flush, Ace high)
P2: mucks hand
P1 collected $0.60 from pot
*** SUMMARY ***
Total pot $0.60 | Rake $0
Seat 1: P1 (button) (small blind) showed [Ac 9c 7c 4c 2c] and won ($0.60) with a flush, Ace high
Seat 2: P2 (big blind) mucked
"""
