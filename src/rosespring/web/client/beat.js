/** A worker that does nothing but tick: browsers slow the timers of hidden pages down, those of workers they do not. */

const EVERY = 2_500;

setInterval(() => postMessage(null), EVERY);
