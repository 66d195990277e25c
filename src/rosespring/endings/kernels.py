"""The recursions behind the tables, compiled (see `rosespring.movegen.kernels` for the conventions).

A side with at most n checkers is an *index*: see `rosespring.endings.ranks`. Each step of a checker
lowers the index, so whatever a position needs has been solved before it in the order of the indices.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from numba import njit, uint64

# This import also sets the folder in which numba keeps compiled code.
from rosespring.movegen.kernels import bit, movable, two_dice

TIE = 1e-11
"""Expected numbers of rolls, or points, that differ by less count as equal."""
LINK = -1.0
"""In place of a chance: nobody played, so it is the chance of these very checkers with the other side to roll."""

_small = njit(nogil=True, inline="always")
_kernel = njit(nogil=True, cache=True)


# Indices and moves


@_small
def next_men(men):
    """The checkers with the next index; `men` are their points, highest first, 0 is off."""
    i = men.shape[0] - 1
    while i > 0 and men[i] == men[i - 1]:
        i -= 1
    men[i] += 1
    for j in range(i + 1, men.shape[0]):
        men[j] = 0


@_small
def moved_index(men, i, target, choose):
    """The index after the checker at place `i` (the last one of its point) has gone to `target`."""
    n, index, place, placed = men.shape[0], 0, 0, False
    for j in range(n):
        if j == i:
            continue
        if not placed and men[j] < target:
            index += choose[target + n - 1 - place, n - place]
            place, placed = place + 1, True
        index += choose[men[j] + n - 1 - place, n - place]
        place += 1
    if not placed:
        index += choose[target + n - 1 - place, n - place]
    return index


@_kernel
def free_moves(men, choose, to_first, moves, counts):
    """Fill ``moves[d]`` with the indices that number d + 1 leads to where nothing is blocked; `counts` says how many.

    With `to_first` bearing off leads to index 0: nothing after it matters.
    """
    n = men.shape[0]
    for number in range(1, 7):
        found = 0
        for i in range(n):
            point = men[i]
            if point == 0 or (i + 1 < n and men[i + 1] == point):
                continue
            if point > number:
                moves[number - 1, found] = moved_index(men, i, point - number, choose)
            elif men[0] <= 6 and (point == number or point == men[0]):
                moves[number - 1, found] = 0 if to_first else moved_index(men, i, 0, choose)
            else:
                continue
            found += 1
        counts[number - 1] = found


@_kernel
def all_free_moves(men, choose, moves, counts):
    """`free_moves` for every index from 1 on; `men` begins with zeros."""
    for index in range(1, moves.shape[0]):
        next_men(men)
        free_moves(men, choose, False, moves[index], counts[index])


# Races: every die can be played, so a roll is a choice among the indices that it leads to


@_small
def better(index, best, cost):
    """The index that costs less; of equal ones the lower index. -1 is none."""
    if best < 0:
        return index
    saved = cost[best] - cost[index]
    if saved > TIE or (saved >= -TIE and index < best):
        return index
    return best


@_kernel
def best_ends(index, moves, counts, cascading, cost, doubles, singles, ends):
    """Fill ``ends[high, low]`` with where the cheapest play of each roll leads; dice are given less 1.

    ``doubles[index, d, k]`` becomes the end of k + 1 dice d, with all higher doubles if cascading, and
    ``singles[index, d]`` that of one die.
    """
    for d in range(5, -1, -1):
        for k in range(4):
            best, single = -1, -1
            for j in range(counts[d]):
                after = moves[d, j]
                single = better(after, single, cost)
                if k:
                    after = doubles[after, d, k - 1]
                elif cascading and d < 5:
                    after = doubles[after, d + 1, 3]
                best = better(after, best, cost)
            doubles[index, d, k], singles[index, d] = best, single
        ends[d, d] = doubles[index, d, 3]
    for high in range(6):
        for low in range(high):
            best = -1
            for j in range(counts[high]):
                best = better(singles[moves[high, j], low], best, cost)
            for j in range(counts[low]):
                best = better(singles[moves[low, j], high], best, cost)
            ends[high, low] = best


@_kernel
def race(begin, end, men, choose, cascading, to_first, expected, chances, doubles, singles, moves, counts, ends):
    """Solve the indices `begin` to `end` of a race: expected numbers of rolls, and ``chances[index, rolls]``.

    Index 0 and `men` (the checkers of index ``begin - 1``) are set by the caller; the last three are scratch.
    """
    for index in range(begin, end):
        next_men(men)
        free_moves(men, choose, to_first, moves, counts)
        best_ends(index, moves, counts, cascading, expected, doubles, singles, ends)
        for high in range(6):
            for low in range(high + 1):
                after, weight = ends[high, low], 1.0 if high == low else 2.0
                expected[index] += weight * expected[after]
                for rolls in range(1, chances.shape[1]):
                    chances[index, rolls] += weight * chances[after, rolls - 1]
        expected[index] = 1 + expected[index] / 36
        for rolls in range(1, chances.shape[1]):
            chances[index, rolls] /= 36


@_kernel
def average(values, fixed, ends, along_first):
    """The mean over all rolls of the values at `ends` of one side, where the other side stays at `fixed`."""
    total = 0.0
    for high in range(6):
        for low in range(high + 1):
            end, weight = ends[high, low], 1.0 if high == low else 2.0
            total += weight * (values[end, fixed] if along_first else values[fixed, end])
    return total / 36


@_kernel
def two_sided(cascading, outcomes, a_moves, a_counts, a_work, b_moves, b_counts, b_work, ends):
    """Solve a race of side A at index a against side B at index b exactly, both playing for expected points.

    ``outcomes[s][v][a, b]`` are the expected points (v = 0), the chance to win (1) and to win 2 points (2)
    of side A with side s to roll; the caller sets those with a side at index 0, which has won.
    `a_work`: cost (of a), doubles and singles; `b_work` the same for each a; B's costs at index 0 and A's
    work at index 0 are set by the caller.
    """
    a_cost, a_doubles, a_singles = a_work
    b_cost, b_doubles, b_singles = b_work
    for b in range(1, b_moves.shape[0]):
        a_cost[0] = -outcomes[1][0][0, b]
        for a in range(1, a_moves.shape[0]):
            best_ends(a, a_moves[a], a_counts[a], cascading, a_cost, a_doubles, a_singles, ends)
            for v in range(3):
                outcomes[0, v, a, b] = average(outcomes[1, v], b, ends, True)
            best_ends(b, b_moves[b], b_counts[b], cascading, b_cost[a], b_doubles[a], b_singles[a], ends)
            for v in range(3):
                outcomes[1, v, a, b] = average(outcomes[0, v], a, ends, False)
            a_cost[a] = -outcomes[1, 0, a, b]
            b_cost[a, b] = outcomes[0, 0, a, b]


# Contact: two sides that may shut each other out


@_kernel
def receive_equal(x, y, cascading, skips, win, received, board):
    """Fill ``received[x, y, d, k]``: the receiver's best chance with k + 1 dice d, and all higher doubles if cascading.

    Side x receives and then rolls; `win` is the chance of the side to roll.
    """
    men, occupied, _single, shut, moves = board
    for d in range(5, -1, -1):
        mask = movable(occupied[x], shut[y], d + 1)
        for k in range(4):
            best = LINK
            if mask == uint64(0) and skips and cascading and d < 5:
                best = received[x, y, d + 1, 3]
            for j in range(men.shape[1]):
                if mask & bit(men[x, j]):
                    after = moves[x, d, j]
                    if after == 0:
                        best = 1.0
                    elif k:
                        best = max(best, received[after, y, d, k - 1])
                    elif cascading and d < 5:
                        best = max(best, received[after, y, d + 1, 3])
                    else:
                        best = max(best, win[after, y])
            received[x, y, d, k] = best


@_kernel
def play_equal(x, y, cascading, passes, win, received, played, board):
    """Fill ``played[x, y, d, k]``: as `received`, for the roller after a first step; the other side rolls next."""
    men, occupied, _single, shut, moves = board
    for d in range(5, -1, -1):
        mask = movable(occupied[x], shut[y], d + 1)
        for k in range(4):
            best = LINK
            if mask == uint64(0) and passes and received[y, x, d, k] != LINK:
                best = 1 - received[y, x, d, k]
            for j in range(men.shape[1]):
                if mask & bit(men[x, j]):
                    after = moves[x, d, j]
                    if after == 0:
                        best = 1.0
                    elif k:
                        best = max(best, played[after, y, d, k - 1])
                    elif cascading and d < 5:
                        best = max(best, played[after, y, d + 1, 3])
                    else:
                        best = max(best, 1 - win[y, after])
            played[x, y, d, k] = best


@_kernel
def best_last(x, y, number, rolls_next, win, board):
    """The best chance of side x with one last die, or LINK if it cannot be played; then side x or side y rolls."""
    men, occupied, _single, shut, moves = board
    mask = movable(occupied[x], shut[y], number)
    best = LINK
    for j in range(men.shape[1]):
        if mask & bit(men[x, j]):
            after = moves[x, number - 1, j]
            if after == 0:
                return 1.0
            best = max(best, win[after, y] if rolls_next else 1 - win[y, after])
    return best


@_kernel
def best_mixed(x, y, high, low, use_all, rolls_next, rest_passes, win, board):
    """The best chance of side x with two different dice, or LINK if neither can be played; see `best_last`."""
    men, occupied, single, shut, moves = board
    first, second = two_dice(occupied[x], shut[y], single[x], high, low, use_all)
    best = LINK
    for turn in range(2):
        number, other, mask = (high, low, first) if turn == 0 else (low, high, second)
        for j in range(men.shape[1]):
            if mask & bit(men[x, j]):
                after = moves[x, number - 1, j]
                if after == 0:
                    return 1.0
                chance = best_last(after, y, other, rolls_next, win, board)
                if chance == LINK and rest_passes:
                    answer = best_last(y, after, other, True, win, board)
                    chance = LINK if answer == LINK else 1 - answer
                if chance == LINK:
                    chance = win[after, y] if rolls_next else 1 - win[y, after]
                best = max(best, chance)
    return best


@_kernel
def roll_chance(x, y, high, low, options, win, received, played, board):
    """The chance of side x after rolling, or LINK if neither side can play anything of the roll."""
    use_all, double_passes, mixed_passes, unstarted = options[1], options[2], options[3], options[4]
    _men, occupied, _single, shut, _moves = board
    answer = LINK
    if high != low:
        chance = best_mixed(x, y, high, low, use_all, False, mixed_passes, win, board)
        if chance == LINK and mixed_passes and unstarted:
            answer = best_mixed(y, x, high, low, use_all, True, False, win, board)
    elif movable(occupied[x], shut[y], high):
        chance = played[x, y, high - 1, 3]
    else:
        chance = LINK
        if double_passes and unstarted:
            answer = received[y, x, high - 1, 3]
    return chance if answer == LINK else 1 - answer


@_kernel
def all_rolls(x, y, options, win, received, played, board):
    """The chance of side x, about to roll, over the rolls that change anything, and the share of those that do not."""
    known, linked = 0.0, 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = 1.0 if high == low else 2.0
            chance = roll_chance(x, y, high, low, options, win, received, played, board)
            if chance == LINK:
                linked += weight
            else:
                known += weight * chance
    return known / 36, linked / 36


@_small
def resolve(chances, x, y, value):
    """Put `value` in place of LINK."""
    for d in range(6):
        for k in range(4):
            if chances[x, y, d, k] == LINK:
                chances[x, y, d, k] = value


@_kernel
def contact(begin, end, first, second, options, win, received, played, board):
    """Solve the pairs `begin` to `end` of first and second indices, in both roles; returns the largest link.

    ``win[x, y]`` is the chance of side x, about to roll, against side y. With x to roll it is
    known + linked · (1 - win[y, x]), and the other way round: two equations for two chances. The link
    is the product of both shares; while it is below 1 there is one solution.
    """
    cascading, double_passes, skips = options[0], options[2], options[5]
    largest = 0.0
    for i in range(begin, end):
        x, y = first[i], second[i]
        if double_passes:
            receive_equal(x, y, cascading, skips, win, received, board)
            receive_equal(y, x, cascading, skips, win, received, board)
        play_equal(x, y, cascading, double_passes, win, received, played, board)
        play_equal(y, x, cascading, double_passes, win, received, played, board)
        known_x, linked_x = all_rolls(x, y, options, win, received, played, board)
        known_y, linked_y = all_rolls(y, x, options, win, received, played, board)
        link = linked_x * linked_y
        largest = max(largest, link)
        win[x, y] = (known_x + linked_x * (1 - known_y - linked_y)) / (1 - link)
        win[y, x] = (known_y + linked_y * (1 - known_x - linked_x)) / (1 - link)
        if double_passes:
            resolve(received, x, y, win[x, y])
            resolve(received, y, x, win[y, x])
        resolve(played, x, y, 1 - win[y, x])
        resolve(played, y, x, 1 - win[x, y])
    return largest
