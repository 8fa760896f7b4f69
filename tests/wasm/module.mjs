// Loads the engine and speaks to it in strings.
import { readFileSync } from 'node:fs';

export const SPECTATOR = -2;
export const EVERYTHING = -3;
export const CHANCE = 0x80000000;

export function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  const imports = WebAssembly.Module.imports(module);
  const { exports } = new WebAssembly.Instance(module);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = (pointer) => {
    const bytes = new Uint8Array(exports.memory.buffer, pointer);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const give = (string, use) => {
    const bytes = encoder.encode(string);
    const room = exports.tatami_room(bytes.length + 1);
    new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
    const result = use(room, bytes.length);
    exports.tatami_forget(room);
    return result;
  };
  return {
    exports,
    imports,
    reason: () => text(exports.tatami_reason()),
    games: () => JSON.parse(text(exports.tatami_facts())).games,
    open: (id, seats, options, seed) =>
      give(id, (p, n) => give(options, (q, m) => exports.tatami_open(p, n, seats, q, m, BigInt(seed)))),
    read: (record, seed) => give(record, (p, n) => exports.tatami_read(p, n, BigInt(seed))),
    close: (game) => exports.tatami_close(game),
    actors: (game) => exports.tatami_actors(game) >>> 0,
    legal: (game, seat) => text(exports.tatami_legal(game, seat)).split('\n').slice(0, -1),
    act: (game, seat, action) => give(action, (p, n) => exports.tatami_act(game, seat, p, n)),
    seat: (game, seat, bot) => give(bot, (p, n) => exports.tatami_seat(game, seat, p, n)),
    net: (id, bytes) =>
      give(id, (p, n) => {
        const room = exports.tatami_room(bytes.length); // the module takes it over
        new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
        return exports.tatami_net(p, n, room, bytes.length);
      }),
    netKnows: (game, bytes) => {
      const room = exports.tatami_room(bytes.length);
      new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
      const knows = exports.tatami_net_knows(game, room, bytes.length) !== 0;
      exports.tatami_forget(room);
      return knows;
    },
    remark: (game, seat) => text(exports.tatami_remark(game, seat)),
    step: (game) => exports.tatami_step(game),
    undo: (game, seat) => exports.tatami_undo(game, seat),
    hint: (game, seat) => JSON.parse(text(exports.tatami_hint(game, seat))),
    view: (game, viewer) => JSON.parse(text(exports.tatami_view(game, viewer))),
    points: (game) => text(exports.tatami_points(game)).split(' ').map(Number),
    winners: (game) => exports.tatami_winners(game),
    record: (game, viewer) => text(exports.tatami_record(game, viewer)),
    verify: (record) => text(give(record, (p, n) => exports.tatami_verify(p, n, 0, 0))),
    hash: (game) => BigInt.asUintN(64, exports.tatami_hash(game)),
    signature: () => BigInt.asUintN(64, exports.tatami_bench_signature()).toString(16).padStart(16, '0'),
  };
}
