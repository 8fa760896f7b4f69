// The speed of the WebAssembly build, in the terms of `tatami bench`. Not a test: a benchmark.
import { load } from './module.mjs';

const { exports, games } = load(process.argv[2]);
const ROUNDS = 5;

function measure(play) {
  const time = (n) => {
    const start = performance.now();
    const done = play(n);
    return ((performance.now() - start) * 1e6) / Number(done);
  };
  time(200000n);
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i++) best = Math.min(best, time(1000000n));
  return best;
}

const base = measure((n) => exports.tatami_bench_calibrate(n, 1n));
console.log(`WebAssembly: calibration loop ${base.toFixed(1)} ns per decision`);
games().forEach(({ id, seats }, index) => {
  for (const n of seats) {
    const ns = measure((d) => exports.tatami_bench_play(index, n, d, 1n));
    console.log(`WebAssembly: ${id} ${n} players ${ns.toFixed(1)} ns per decision, ${(1e3 / ns).toFixed(2)} million per second, ${(ns / base).toFixed(2)} times the calibration loop`);
  }
});
