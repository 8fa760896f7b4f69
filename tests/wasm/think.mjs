// How long the learned levels think in the WebAssembly build, in milliseconds: mean, and longest. Not a test: a benchmark.
//
//     node tests/wasm/think.mjs build-wasm/tatami.wasm [LEVEL …]
import { load } from './module.mjs';
import { networks } from './nets.mjs';

const [path, ...levels] = process.argv.slice(2);
const DECISIONS = 16; // of one game
const FORCED = 0.05; // a step that takes no longer was chance, or there was no choice

const engine = load(path);
for (const { id, seats } of engine.games()) {
  for (const n of new Set([seats[0], seats.at(-1)])) {
    const net = networks.find(({ game, players }) => game === id && players.includes(n));
    if (net) engine.net(id, net.bytes);
    for (const level of levels.length ? levels : ['reflex', 'master']) {
      const game = engine.open(id, n, '', 5);
      for (let seat = 0; seat < n; seat++) engine.seat(game, seat, level);
      const times = [];
      for (let on = 1; on === 1 && times.length < DECISIONS; ) {
        const start = performance.now();
        on = engine.step(game);
        const took = performance.now() - start;
        if (took > FORCED) times.push(took);
      }
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      console.log(`WebAssembly: ${id} ${n} players, ${level}: ${mean.toFixed(1)}, ${Math.max(...times).toFixed(1)} ms`);
      engine.close(game);
    }
  }
}
