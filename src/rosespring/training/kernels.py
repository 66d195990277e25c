"""Self-play and learning, compiled."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from math import sqrt

import numba
from numba import float32, int64, uint64

from rosespring.evaluation.chances.kernels import add_rows, clear, outputs
from rosespring.evaluation.kernels import collect_rows, opposing, unpack
from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import below, inner, kernel, mixed, small
from rosespring.search.ahead.kernels import value_after_turn
from rosespring.search.kernels import (
    ALL_OFF,
    START_KEY,
    generate,
    greedy_stage,
    left_queue,
    occupied_of,
    rolled,
    settle,
    turned,
    won,
)
from rosespring.search.turns.kernels import plan

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

LONGEST_GAME = 1000
"""More moments than a game has."""


@inner
def note(key, other, queue, rules, made, acting, moments, n, room):
    """Write down moment `n`: how many rows, the phase, the seat that acts, and the rows."""
    mine = unpack(key, room.counts, 0)
    yours = unpack(other, room.counts, 1)
    count, phase = collect_rows(0, (mine, yours), room.counts, queue, rules, made, rules[0], room.active)
    for i in range(count):
        moments[n, i + 3] = room.active[i]
    moments[n, 0], moments[n, 1], moments[n, 2] = count, phase, acting


@inner
def random_stage(key, other, queue, cascade, rules, word, room):
    """A random distinct result of one stage: its key, who acts then, and the queue."""
    shut = opposing(occupied_of(other), rules[0])
    begin, end = generate(key, shut, queue & 511, rules[3], room)
    chosen = begin + below(word, end - begin)
    after = room.keys[chosen]
    if after == uint64(ALL_OFF):
        return after, 0, int64(0)
    who, left = settle(
        occupied_of(after), occupied_of(other), rules, left_queue(queue, room.codes[chosen]), cascade, True
    )
    return after, who, left


@small
def returns(moments, targets, begin, end, result, decay):
    """Turn the chances of a game's moments into lambda-returns: each moment's target, seen by the side that acts.

    `result`: what happened, as chances of seat 0.
    """
    a, b, c, d = result
    for n in range(end - 1, begin - 1, -1):
        e, f, g, h = targets[n, 0], targets[n, 1], targets[n, 2], targets[n, 3]
        if moments[n, 2] == 0:
            targets[n, 0], targets[n, 1], targets[n, 2], targets[n, 3] = a, b, c, d
        else:
            targets[n, 0], targets[n, 1], targets[n, 2], targets[n, 3] = c, d, a, b
            e, f, g, h = g, h, e, f
        a, b = decay * a + (1 - decay) * e, decay * b + (1 - decay) * f
        c, d = decay * c + (1 - decay) * g, decay * d + (1 - decay) * h


@kernel
def play_games(net, rule_sets, kinds, seed, first, wild, decay, utility, moments, targets, spots, info, room):
    """Games of the network against itself; every moment and its lambda-return is written down.

    Game i (its rules: ``rule_sets[kinds[i]]``) depends on `seed`, ``first + i`` and the network only. A share
    `wild` of the games begins with some random turns, which are not written down. `moments` rows are
    count, phase, seat, rows…; `targets` (…, 4). `spots` (…, 6): keys of the side to act and the other, queue, rolls
    made by both, and twice the kind plus whether the stages cascade. `info` (…, 3): winner, points, rolls of each
    game. Returns the games and moments done.
    """
    n = 0
    for i in range(kinds.shape[0]):
        if n + LONGEST_GAME > moments.shape[0]:
            return i, n
        rules = rule_sets[kinds[i]]
        state = mixed(seed ^ mixed(uint64(first + i) + uint64(0x632BE59BD9B4E019)))
        keys = (uint64(START_KEY), uint64(START_KEY))
        side = int64(state >> uint64(63))
        made = (0, 0)
        random_rolls = 0
        if (state >> uint64(8)) % uint64(1000) < wild * 1000:
            random_rolls = int64((state >> uint64(20)) % uint64(24))
        begin, winner = n, -1
        result = (0.0, 0.0, 0.0, 0.0)
        while winner < 0:
            state += uint64(0x9E3779B97F4A7C15)
            word = mixed(state)
            a, b = 1 + below(word, 6), 1 + below(word << uint64(32), 6)
            made = (made[0] + (side == 0), made[1] + (side == 1))
            queue, cascade = rolled(a, b, rules, made[side], made[0] + made[1])
            mine, yours = occupied_of(keys[side]), occupied_of(keys[1 - side])
            who, queue = settle(mine, yours, rules, queue, cascade, False)
            player = side if who == 0 else 1 - side
            written = random_rolls <= made[0] + made[1]
            if queue == 0:
                side = player
                continue
            while True:
                key, other = keys[player], keys[1 - player]
                rolls = made if player == 0 else (made[1], made[0])
                if written:
                    u = utility
                    key, chances, who, queue = greedy_stage(net, rules, key, other, queue, cascade, rolls, u, room)
                else:
                    state += uint64(0x9E3779B97F4A7C15)
                    key, who, queue = random_stage(key, other, queue, cascade, rules, mixed(state), room)
                    chances = (0.0, 0.0, 0.0, 0.0)
                keys = (key, other) if player == 0 else (other, key)
                if key == uint64(ALL_OFF):
                    winner = player
                    result = won(other) if player == 0 else turned(won(other))
                    break
                if who == 1:
                    player, chances = 1 - player, turned(chances)
                if written:
                    key, other = keys[player], keys[1 - player]
                    rolls = made if player == 0 else (made[1], made[0])
                    note(key, other, queue, rules, rolls, player, moments, n, room)
                    for k in range(4):
                        targets[n, k] = chances[k]
                    spots[n, 0], spots[n, 1], spots[n, 2] = key, other, queue
                    spots[n, 3], spots[n, 4], spots[n, 5] = rolls[0], rolls[1], kinds[i] * 2 + cascade
                    n += 1
                if queue == 0:
                    side = player
                    break
        returns(moments, targets, begin, n, result, decay)
        info[i, 0], info[i, 2] = winner, made[0] + made[1]
        info[i, 1] = 2 if result[1] + result[3] > 0.5 else 1
    return kinds.shape[0], n


@kernel
def deepen(net, rule_sets, spots, order, share, utility, targets, room):
    """Move the targets of the moments `order` by `share` towards the network's value one roll deeper."""
    for at in range(order.shape[0]):
        i = order[at]
        rules = rule_sets[spots[i, 5] >> uint64(1)]
        made = (int64(spots[i, 3]), int64(spots[i, 4]))
        cascade = (spots[i, 5] & uint64(1)) == uint64(1)
        found = value_after_turn(
            net, rules, spots[i, 0], spots[i, 1], 0, int64(spots[i, 2]), cascade, made, utility, 1, room
        )
        for k in range(4):
            targets[i, k] += share * (found[k] - targets[i, k])


@kernel
def plan_stages(net, rule_sets, spots, order, utility, beam, spare, ends, targets, room):
    """Set the targets of the moments `order`, which have stages left, to what the best end that a beam finds is worth.

    The end is valued one roll deeper than it is chosen by: the best of thousands is valued too well.
    """
    for at in range(order.shape[0]):
        i = order[at]
        rules = rule_sets[spots[i, 5] >> uint64(1)]
        made = (int64(spots[i, 3]), int64(spots[i, 4]))
        cascade, key, other = (spots[i, 5] & uint64(1)) == uint64(1), spots[i, 0], spots[i, 1]
        plan(
            net, rules, key, other, int64(spots[i, 2]), cascade, made, utility, int64(0), int64(0), 0.0,
            beam, spare, ends, room,
        )  # fmt: skip
        found = value_after_turn(
            net, rules, ends.keys[0], other, ends.who[0], ends.queues[0], cascade, made, utility, 1, room
        )
        for k in range(4):
            targets[i, k] = found[k]


@kernel
def describe(own, other, queues, rules, made, moments, room):
    """Write down moments given by keys, stages left and rolls made (n, 2), all with the same rules."""
    for i in range(own.shape[0]):
        note(own[i], other[i], queues[i], rules, (made[i, 0], made[i, 1]), 0, moments, i, room)


@inner
def backward(net, phase, moments, i, chances, target, grads, room):
    """Add one moment's gradient to `grads`, from its outputs and hidden layer; returns its squared error."""
    rows_grad, out_grad, bias_grad = grads
    count = moments[i, 0]
    hidden = room.hidden
    d0 = float32(chances[0] - target[i, 0])
    d1 = float32(chances[1] - target[i, 1])
    d2 = float32(chances[2] - target[i, 2])
    d3 = float32(chances[3] - target[i, 3])
    bias_grad[phase, 0] += d0
    bias_grad[phase, 1] += d1
    bias_grad[phase, 2] += d2
    bias_grad[phase, 3] += d3
    zero = float32(0)
    for j in range(hidden.shape[0]):
        h = max(hidden[j], zero)
        out_grad[phase, 0, j] += d0 * h
        out_grad[phase, 1, j] += d1 * h
        out_grad[phase, 2, j] += d2 * h
        out_grad[phase, 3, j] += d3 * h
        g = d0 * net.out[phase, 0, j] + d1 * net.out[phase, 1, j]
        g += d2 * net.out[phase, 2, j] + d3 * net.out[phase, 3, j]
        room.base[j] = g if h > zero else zero
    for k in range(3, count + 3):
        row = moments[i, k]
        for j in range(hidden.shape[0]):
            rows_grad[phase, row, j] += room.base[j]
    return d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3


@kernel
def gradient(net, moments, targets, order, begin, end, rows_grad, out_grad, bias_grad, seen, room):
    """Add up the cross-entropy gradient of moments ``order[begin:end]``; returns the sum of squared errors.

    `seen` counts the moments of each phase.
    """
    total = 0.0
    for at in range(begin, end):
        i = order[at]
        count, phase = moments[i, 0], moments[i, 1]
        clear(room.hidden)
        for k in range(count):
            room.active[k] = moments[i, k + 3]
        add_rows(net.rows, phase, room.active, count, room.hidden)
        chances = outputs(net.out, net.bias, phase, room.hidden)
        seen[phase] += 1
        total += backward(net, phase, moments, i, chances, targets, (rows_grad, out_grad, bias_grad), room)
    return total


@kernel
def spread(rows_grad, row_of, feature_of, factor_of, feature_grad):
    """The gradient of the features (features, hidden) from that of the rows (ROWS, hidden), which is set to zero."""
    for e in range(row_of.shape[0]):
        row, feature, factor = row_of[e], feature_of[e], factor_of[e]
        for j in range(rows_grad.shape[1]):
            feature_grad[feature, j] += factor * rows_grad[row, j]
    for row in range(rows_grad.shape[0]):
        for j in range(rows_grad.shape[1]):
            rows_grad[row, j] = float32(0)


@kernel
def collapse(weights, row_of, feature_of, factor_of, rows):
    """The rows (ROWS, hidden) from the features' weights (features, hidden)."""
    for row in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            rows[row, j] = float32(0)
    for e in range(row_of.shape[0]):
        row, feature, factor = row_of[e], feature_of[e], factor_of[e]
        for j in range(rows.shape[1]):
            rows[row, j] += factor * weights[feature, j]


@kernel
def adam_step(weights, grad, mean, square, scale, rate, step):
    """One step of Adam on flat arrays; the gradient, times `scale`, is used up."""
    fix1 = float32(1 / (1 - 0.9**step))
    fix2 = float32(1 / (1 - 0.999**step))
    rate, scale = float32(rate), float32(scale)
    small = float32(1e-8)
    for i in range(weights.shape[0]):
        g = grad[i] * scale
        grad[i] = float32(0)
        mean[i] += float32(0.1) * (g - mean[i])
        square[i] += float32(0.001) * (g * g - square[i])
        weights[i] -= rate * (mean[i] * fix1) / (float32(sqrt(square[i] * fix2)) + small)
