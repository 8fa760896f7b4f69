// Whole games in the WebAssembly build, through the calls that the browser makes. Writes TAP.
import { readFileSync } from 'node:fs';
import { load, CHANCE, EVERYTHING, SPECTATOR } from './module.mjs';
import { networks } from './nets.mjs';

const engine = load(process.argv[2]);
let count = 0;
let failed = 0;

function check(name, test) {
  let problem;
  try {
    problem = test();
  } catch (error) {
    problem = error.stack;
  }
  count++;
  if (problem) failed++;
  console.log(`${problem ? 'not ' : ''}ok ${count} - ${name}`);
  if (problem) console.log(`# ${String(problem).replaceAll('\n', '\n# ')}`);
}

// A person at seat 0 who takes the choices in turn, bots elsewhere.
function playGame(id, seats, seed, options = '') {
  const game = engine.open(id, seats, options, seed);
  if (!game) throw new Error(engine.reason());
  for (let seat = 1; seat < seats; seat++) engine.seat(game, seat, 'random');
  let turns = 0;
  for (;;) {
    while (engine.step(game) === 1);
    const actors = engine.actors(game);
    if (!actors || actors === CHANCE) break;
    const legal = engine.legal(game, 0);
    if (engine.act(game, 0, 'nonsense') === 0) throw new Error('nonsense accepted');
    if (engine.act(game, 0, legal[turns++ % legal.length]) !== 0) throw new Error(engine.reason());
    if (turns % 50 === 0) engine.view(game, turns % 3 ? 0 : SPECTATOR);
  }
  return game;
}

check('the module imports nothing', () => (engine.imports.length ? JSON.stringify(engine.imports) : ''));

check('its signature is the one of every build', () => {
  const expected = readFileSync(new URL('../bench/signature', import.meta.url), 'utf8').trim();
  const got = load(process.argv[3]).signature();
  return got === expected ? '' : `${got}, expected ${expected}`;
});

check('the program has the networks that the page has', () => {
  const named = [...readFileSync(new URL('../../nets/meson.build', import.meta.url), 'utf8').matchAll(/'(\S+)\.net\.gz'/g)].map(([, name]) => name);
  const there = networks.map(({ name }) => name);
  return named.sort().join() === there.join() ? '' : `${named} in nets/meson.build, but ${there} in nets/`;
});

for (const { name, game: id, players: learned, advises, bytes } of networks) {
  check(`${name}: reflex says what it lacks, a damaged network is refused, a sound one plays`, () => {
    const players = learned.findLast((n) => !advises.includes(n)) ?? learned.at(-1);
    const searches = advises.includes(players);
    const game = engine.open(id, players, '', 5);
    engine.seat(game, 0, 'reflex');
    if (!engine.remark(game, 0).includes('hard')) return 'it plays without a network, and does not say so';
    const damaged = bytes.slice();
    damaged[damaged.length >> 1] ^= 1;
    if (engine.net(id, damaged) === 0) return 'a damaged network is accepted';
    if (engine.net(id, bytes) !== 0) return engine.reason();
    engine.seat(game, 0, 'reflex');
    if (searches ? !engine.remark(game, 0).includes('with what it has learned') : engine.remark(game, 0)) return engine.remark(game, 0);
    for (let seat = 0; seat < players; seat++) engine.seat(game, seat, 'reflex');
    while (engine.step(game) === 1);
    const over = engine.winners(game);
    engine.close(game);
    return over ? '' : 'the game is not over';
  });
}

for (const { name, game: id, players, bytes } of networks) {
  const head = bytes.slice(0, 256);
  check(`${name}: its beginning says with how many players it is used`, () => {
    for (const n of engine.games().find((game) => game.id === id).seats) {
      const game = engine.open(id, n, '', 5);
      if (engine.netKnows(game, head) !== players.includes(n)) return `${n} players`;
      if (engine.netKnows(game, head.slice(0, 20))) return 'too short';
      engine.close(game);
    }
    return '';
  });
}

for (const { id, seats } of engine.games()) {
  const own = networks.filter(({ game }) => game === id);
  check(`${id}: its networks have at most 512 KiB in all, and no two have learned the same number of players`, () => {
    const size = own.reduce((sum, net) => sum + net.size, 0);
    const twice = seats.filter((n) => own.filter(({ players }) => players.includes(n)).length > 1);
    return size > 512 * 1024 || twice.length ? `${size} bytes; twice: ${twice}` : '';
  });
}

for (const { id, seats, options } of engine.games()) {
  for (const n of seats) {
    check(`${id}, ${n} players: a whole game, and its record plays to the same end`, () => {
      const game = playGame(id, n, 7 + n);
      const record = engine.record(game, EVERYTHING);
      const again = engine.read(record, 1);
      if (!again) return engine.reason();
      if (engine.hash(game) !== engine.hash(again)) return 'another state';
      if (!engine.winners(game)) return 'no winner';
      if (engine.points(game).length !== n) return 'points are missing';
      if (!record.includes(`[Result "${engine.points(again).join(' ')}"]`)) return 'another result';
      engine.close(game);
      engine.close(again);
      return '';
    });
  }
  check(`${id}: a hint names legal actions with their chances`, () => {
    const game = engine.open(id, seats[0], '', 3);
    while (engine.step(game) === 1);
    const seat = Math.log2(engine.actors(game) & -engine.actors(game));
    const legal = engine.legal(game, seat);
    const hints = engine.hint(game, seat);
    engine.close(game);
    if (hints.length !== legal.length) return `${hints.length} hints for ${legal.length} actions`;
    return hints.every(({ action, chance }) => legal.includes(action) && chance >= 0 && chance <= 1000000) ? '' : JSON.stringify(hints);
  });
  check(`${id}: what is refused says why`, () => {
    if (engine.open(id, 99, '', 1)) return '99 players accepted';
    if (!engine.reason().includes('99')) return engine.reason();
    if (engine.open(id, seats[0], 'nothing=1', 1)) return 'an unknown option accepted';
    return options.every(({ name }) => engine.reason().includes(name)) ? '' : engine.reason();
  });
}

const FAIR = readFileSync(new URL('../fuzz/corpus/fuzz_record/fair.record', import.meta.url), 'utf8');

check('a browser verifies a fair game by itself', () => {
  const proof = JSON.parse(engine.verify(FAIR) || `"${engine.reason()}"`);
  const [commitment, mix] = ['Commitment', 'Mix'].map((tag) => FAIR.match(`\\[${tag} "(.*)"\\]`)[1]);
  const outcomes = FAIR.match(/^\*/gm).length;
  const expected = { commitment, words: mix.split('/'), outcomes, over: true };
  return JSON.stringify(proof) === JSON.stringify(expected) ? '' : JSON.stringify(proof);
});

check('a browser sees that an outcome was changed', () => {
  if (engine.verify(FAIR.replace(/deal (\S+) (\S+)/, 'deal $2 $1'))) return 'verified';
  return /^line \d+: outcome 0 is "deal .*", but the secret and the mix give "deal /.test(engine.reason()) ? '' : engine.reason();
});

console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
