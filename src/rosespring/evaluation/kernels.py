"""The network on machine words: which rows of its first layer a moment of a game adds up, and what comes out.

A moment is seen by the side to act ("me"; "you" is the other): both sides' checkers, the stages still to play,
and what the rules make of the next rolls. Its inputs are small whole numbers; the first layer has a *row*
for each value of each input, so that the layer is the sum of the rows of about forty values. `inputs` says
how rows are made from the learned weights.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numba
from numba import int64, uint64

from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import bit, lowest, movable, ones, small

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time


# Where the rows of each input begin. Inputs of both sides have those of "me" first, then those of "you".
POINT = 0
OFF = POINT + 2 * 24 * 16
REAR = OFF + 2 * 16
SAVE = REAR + 2 * 25
FACING = SAVE + 2 * 36
RUN = FACING + 2 * 6 * 16
PLAYABLE = RUN + 2 * 8 * 16
MOVERS = PLAYABLE + 2 * 64
RACE = MOVERS + 2 * 8 * 8 * 8
PENDING = RACE + 97
TURN = PENDING + 6 * 5
UNTIL = TURN + 3
OPTIONS = UNTIL + 2 * 7
ROWS = OPTIONS + 24
MOST_ROWS = 112
"""More rows than any moment adds up."""

NETWORK, YARDSTICK = range(2)

CONTACT_PHASE, RACE_PHASE, ENDING_PHASE, SHORT_RACE_PHASE, STAGES_PHASE, ENDING_STAGES_PHASE = range(6)
PHASES = 6
"""Each phase has weights of its own; the last two are contact and its endings with stages to play."""
ENDING_MEN = 4
"""The ending phase: contact, and at most so many checkers left on either side."""
SHORT_RACE_MEN = 6
"""A short race: at most so many checkers left on either side."""

_SAVE_STEP = 8
_RACE_STEPS = 16.0
_PIPS_A_ROLL = 8.0
_VARIANCE_A_PIP = 30.1
_POINTS = (1 << 25) - 2


class Net(NamedTuple):
    """A network: `rows` (phases, ROWS, hidden), `out` (phases, 4, hidden), `bias` (phases, 4).

    `rows` are float32 where it learns, and int16 where it plays, at a scale that `out` takes back. The outputs are
    the chances of win 1, win 2, lose 1, lose 2. `kind` (1) is NETWORK, or YARDSTICK for the formulae, which use
    nothing of the rest.
    """

    kind: Any
    rows: Any
    out: Any
    bias: Any


@small
def unpack(key, counts, seat):
    """Fill row `seat` of `counts` from a key, at 0 and at the occupied points only, which are returned."""
    occupied, point = uint64(0), 0
    run = lowest(~key)
    counts[seat, 0] = run
    key >>= uint64(run)
    while key:
        bars = lowest(key)
        point += bars
        key >>= uint64(bars)
        run = lowest(~key)
        key >>= uint64(run)
        counts[seat, point] = run
        occupied |= bit(point)
    return occupied


@small
def opposing(mask, parallel):
    """The points of a mask in the other side's numbering."""
    if parallel:
        return ((mask >> uint64(12)) | (mask << uint64(12))) & uint64(_POINTS)
    mask = ((mask >> uint64(1)) & uint64(0x55555555)) | ((mask & uint64(0x55555555)) << uint64(1))
    mask = ((mask >> uint64(2)) & uint64(0x33333333)) | ((mask & uint64(0x33333333)) << uint64(2))
    mask = ((mask >> uint64(4)) & uint64(0x0F0F0F0F)) | ((mask & uint64(0x0F0F0F0F)) << uint64(4))
    mask = ((mask >> uint64(8)) & uint64(0x00FF00FF)) | ((mask & uint64(0x00FF00FF)) << uint64(8))
    mask = ((mask >> uint64(16)) | (mask << uint64(16))) & uint64(0xFFFFFFFF)
    return mask >> uint64(6)


@small
def highest(mask):
    """The number of the highest set bit of a mask of points; 0 for none."""
    mask |= mask >> uint64(1)
    mask |= mask >> uint64(2)
    mask |= mask >> uint64(4)
    mask |= mask >> uint64(8)
    mask |= mask >> uint64(16)
    return ones(mask >> uint64(1))


@small
def solo_rows(occupied, counts, seat, role, active, n):
    """Append the rows that depend on one side's checkers only; returns the number of rows and the side's pips."""
    pips, outside = 0, 0
    rest = occupied
    while rest:
        point = lowest(rest)
        rest &= rest - uint64(1)
        count = counts[seat, point]
        active[n] = POINT + (role * 24 + point - 1) * 16 + count
        n += 1
        pips += point * count
        if point > 6:
            outside += (point - 6) * count
    off = counts[seat, 0]
    active[n] = REAR + role * 25 + highest(occupied)
    n += 1
    if off:
        active[n] = OFF + role * 16 + off
    else:
        first = occupied & uint64(0x7E)
        need = outside + (lowest(first) if first else 6)
        active[n] = SAVE + role * 36 + 1 + min(34, need // _SAVE_STEP)
    return n + 1, pips


@small
def run_row(occupied, shut, rear, counts, seat):
    """The longest run of shut points before the rearmost checker, times 16, plus the checkers behind it."""
    run = shut & (bit(rear) - uint64(1))
    length, start = 0, run
    while run:
        start = run
        run &= run >> uint64(1)
        length += 1
    if length == 0:
        return 0
    behind = 0
    rest = occupied >> uint64(highest(start) + length)  # the points above the run
    while rest:
        behind += counts[seat, highest(start) + length + lowest(rest)]
        rest &= rest - uint64(1)
    return min(length, 7) * 16 + behind


@small
def facing_rows(occupied, shut, counts, seat, role, active, n):
    """Append how many outside checkers face 1 … 6 shut points in the six before them."""
    rest = occupied & ~uint64(0x7F)
    facing = uint64(0)  # seven counts of 4 bits
    while rest:
        point = lowest(rest)
        rest &= rest - uint64(1)
        held = ones((shut >> uint64(point - 6)) & uint64(0x3F))
        facing += uint64(counts[seat, point]) << uint64(4 * held)
    for held in range(1, 7):
        count = (facing >> uint64(4 * held)) & uint64(15)
        if count:
            active[n] = FACING + (role * 6 + held - 1) * 16 + count
            n += 1
    return n


@small
def mobility_rows(occupied, shut, counts, seat, role, active, n):
    """Append which of the six numbers can be played, and how many checkers (up to 7) can move a 4, 5 and 6."""
    playable, able = 0, 0
    for number in range(1, 7):
        movers = movable(occupied, shut, number)
        if movers:
            playable |= 1 << (number - 1)
        if number > 3:
            total = 0
            while movers and total < 7:
                total += counts[seat, lowest(movers)]
                movers &= movers - uint64(1)
            able = able * 8 + min(7, total)
    active[n] = PLAYABLE + role * 64 + playable
    active[n + 1] = MOVERS + role * 512 + able
    return n + 2


@small
def pair_rows(occupied, shut, counts, seat, role, active, n):
    """Append the rows of one side that depend on the points that the other holds."""
    rear = highest(occupied)
    before = shut & (bit(rear) - uint64(1))
    if before:
        active[n] = RUN + role * 128 + run_row(occupied, shut, rear, counts, seat)
        n = facing_rows(occupied, shut, counts, seat, role, active, n + 1)
    return mobility_rows(occupied, shut, counts, seat, role, active, n)


@small
def race_row(mine, yours):
    """The row of the race: the lead of the side to act in standard deviations, in sixteenths."""
    lead = (yours - mine + _PIPS_A_ROLL) / sqrt((mine + yours) * _VARIANCE_A_PIP + 100.0)
    return RACE + int(max(0.0, min(96.0, lead * _RACE_STEPS + 48.5)))


@small
def phase_of(mine, yours, my_off, your_off, queue, parallel):
    """The phase of a moment by both sides' occupied points and checkers off, and the stages left."""
    rear, other = highest(mine), highest(yours)
    if max(rear, other) <= 12 if parallel else rear + other <= 24:
        return SHORT_RACE_PHASE if min(my_off, your_off) >= 15 - SHORT_RACE_MEN else RACE_PHASE
    if min(my_off, your_off) >= 15 - ENDING_MEN:
        return ENDING_STAGES_PHASE if queue else ENDING_PHASE
    return STAGES_PHASE if queue else CONTACT_PHASE


@small
def until_cascade(rules, made, mine_first):
    """What the rules say of the next doubles of me and you: 0 never cascades, 1 the next roll does, 2 the one after.

    `made` are the rolls of me and you so far; `mine_first`: I roll before you.
    """
    cascade_from, of_game = rules[1], rules[2]
    if cascade_from == 0:
        return 0, 0
    if of_game:
        following = made[0] + made[1] + 1
        mine = cascade_from - following + (0 if mine_first else -1)
        yours = cascade_from - following + (-1 if mine_first else 0)
        # Each side rolls every other time.
        return 1 + min(5, max(0, (mine + 1) // 2)), 1 + min(5, max(0, (yours + 1) // 2))
    return 1 + min(5, max(0, cascade_from - made[0] - 1)), 1 + min(5, max(0, cascade_from - made[1] - 1))


@small
def moment_rows(queue, rules, made, active, n):
    """Append the rows of the stages still to play, of the next rolls and of the rules.

    `queue`: see `queue_of`.
    """
    number, left, other = queue & 7, (queue >> 3) & 7, (queue >> 6) & 7
    last, received = (queue >> 9) & 7, (queue >> 12) & 1
    turn = 0
    if left or other:
        turn = 2 if received else 1
        if left:
            active[n] = PENDING + (number - 1) * 5 + left
            n += 1
        if other:
            active[n] = PENDING + (other - 1) * 5 + 1
            n += 1
        for later in range(number + 1, last + 1):
            active[n] = PENDING + (later - 1) * 5 + 4
            n += 1
    active[n] = TURN + turn
    mine, yours = until_cascade(rules, made, turn != 1)
    active[n + 1] = UNTIL + mine
    active[n + 2] = UNTIL + 7 + yours
    hands_over = (2 if rules[5] else 1) if rules[4] else 0
    active[n + 3] = OPTIONS + ((hands_over * 2 + rules[6]) * 2 + rules[7]) * 2 + 1 - rules[3]
    return n + 4


@small
def queue_of(code, last, received):
    """The stages left as one number: a stage code, its cascade's last number, and whether they were received.

    0: about to roll.
    """
    return code | last << 9 | received << 12


@small
def collect_rows(me, occupied, counts, queue, rules, made, parallel, active):
    """All rows of one moment: `me` is the seat to act, `occupied` the points of seats 0 and 1.

    Returns the number of rows and the phase.
    """
    you = 1 - me
    mine, yours = (occupied[0], occupied[1]) if me == 0 else (occupied[1], occupied[0])
    n, my_pips = solo_rows(mine, counts, me, int64(0), active, int64(0))
    n, your_pips = solo_rows(yours, counts, you, int64(1), active, n)
    n = pair_rows(mine, opposing(yours, parallel), counts, me, int64(0), active, n)
    n = pair_rows(yours, opposing(mine, parallel), counts, you, int64(1), active, n)
    active[n] = race_row(my_pips, your_pips)
    n = moment_rows(queue, rules, made, active, n + 1)
    return n, phase_of(mine, yours, counts[me, 0], counts[you, 0], queue, parallel)
