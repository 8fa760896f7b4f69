// The engine's exports as strings and numbers. Runs in the worker, and in tests without one.
import type { View } from '../session/types';

export const SPECTATOR = -2;
export const EVERYTHING = -3;
const CHANCE = 0x80000000;

// A refusal, with the engine's reason.
export class Refusal extends Error {}

export interface Step {
  event?: string; // absent at the start
  words?: string;
  actors: number[];
  chance: boolean; // chance is due
  view: View;
}

export interface Thought {
  action: string;
  visits: number;
  chance: number; // 0 … 1: your share of the 100 % that all players have together
  shares?: number[]; // everybody's, of the first few actions
  why?: string; // the engine's reasons, in words
}

// What a record proves about its shuffles, to compare with what was kept from before the game.
export interface Proof {
  commitment: string;
  words: string[]; // by seat, '' for none
  outcomes: number;
  over: boolean;
}

// What is wrong with a box file. Line 0 is the box as a whole; `seats` are numbers of players for whom a box without flaws is not enough.
export interface BoxCheck {
  flaws: { line: number; words: string }[];
  seats: { players: number; words: string }[];
}

type Exports = Record<string, (...args: any[]) => any> & { memory: WebAssembly.Memory };

const seatsOf = (mask: number): number[] => [...Array(8).keys()].filter((seat) => (mask >>> seat) & 1);

export class EngineModule {
  private readonly exports: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  }

  private text(pointer: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, pointer);
    return this.decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  private room(bytes: Uint8Array): number {
    const room = this.exports.tatami_room!(bytes.length + 1) as number;
    new Uint8Array(this.exports.memory.buffer, room, bytes.length).set(bytes);
    return room;
  }

  private give<T>(string: string, use: (pointer: number, length: number) => T): T {
    const bytes = this.encoder.encode(string);
    const room = this.room(bytes);
    try {
      return use(room, bytes.length);
    } finally {
      this.exports.tatami_forget!(room);
    }
  }

  private check(status: number): void {
    if (status < 0) throw new Refusal(this.text(this.exports.tatami_reason!()));
  }

  private opened(game: number): number {
    if (!game) throw new Refusal(this.text(this.exports.tatami_reason!()));
    return game;
  }

  // The bytes of a .mo file; null: English.
  language(mo: Uint8Array | null): void {
    this.check(mo ? this.exports.tatami_language!(this.room(mo), mo.length) : this.exports.tatami_language!(0, 0));
  }

  box(text: string): void {
    this.check(this.give(text, (p, n) => this.exports.tatami_box!(p, n)));
  }

  // The default box of a game as a file with this name; '' for a game that has nothing to correct.
  boxDefault(id: string, name: string): string {
    return this.give(id, (p, n) => this.give(name, (q, m) => this.text(this.exports.tatami_box_default!(p, n, q, m))));
  }

  boxFlaws(text: string): BoxCheck {
    return JSON.parse(this.give(text, (p, n) => this.text(this.exports.tatami_box_flaws!(p, n)))) as BoxCheck;
  }

  // The network for the levels that have learned (facts.ts).
  net(id: string, file: Uint8Array): void {
    this.check(this.give(id, (p, n) => this.exports.tatami_net!(p, n, this.room(file), file.length)));
  }

  // Whether the network whose file begins like this has learned what is played at this table.
  netKnows(game: number, head: Uint8Array): boolean {
    const room = this.room(head);
    try {
      return this.exports.tatami_net_knows!(game, room, head.length) !== 0;
    } finally {
      this.exports.tatami_forget!(room);
    }
  }

  open(id: string, seats: number, options: string, seed: bigint): number {
    return this.opened(this.give(id, (p, n) => this.give(options, (q, m) => this.exports.tatami_open!(p, n, seats, q, m, seed))));
  }

  read(record: string, seed: bigint): number {
    return this.opened(this.give(record, (p, n) => this.exports.tatami_read!(p, n, seed)));
  }

  close(game: number): void {
    this.exports.tatami_close!(game);
  }

  names(game: number, names: readonly string[]): void {
    this.check(this.give(names.map((name) => `${name}\0`).join(''), (p, n) => this.exports.tatami_names!(game, p, n)));
  }

  bot(game: number, seat: number, level: string | null): void {
    this.check(this.give(level ?? '', (p, n) => this.exports.tatami_seat!(game, seat, p, n)));
  }

  // What the bot of a seat says about itself at this table, in words; '' for nothing.
  remark(game: number, seat: number): string {
    return this.text(this.exports.tatami_remark!(game, seat));
  }

  // Lets chance or one bot do one thing; false if a person must decide or the game is over.
  step(game: number): boolean {
    const status = this.exports.tatami_step!(game) as number;
    this.check(status);
    return status === 1;
  }

  act(game: number, seat: number, action: string): void {
    this.check(this.give(action, (p, n) => this.exports.tatami_act!(game, seat, p, n)));
  }

  // Why a seat may not do this now; '' if it may.
  why(game: number, seat: number, action: string): string {
    const status = this.give(action, (p, n) => this.exports.tatami_why!(game, seat, p, n) as number);
    return status < 0 ? this.text(this.exports.tatami_reason!()) : '';
  }

  // What to ask before a legal action; '' for most.
  caution(game: number, seat: number, action: string): string {
    return this.give(action, (p, n) => this.text(this.exports.tatami_caution!(game, seat, p, n)));
  }

  put(game: number, line: string): void {
    this.check(this.give(line, (p, n) => this.exports.tatami_put!(game, p, n)));
  }

  undo(game: number, seat: number): void {
    this.check(this.exports.tatami_undo!(game, seat));
  }

  // The number of the event that undo() would take back, with all after it; null if it would be refused.
  undoPoint(game: number, seat: number): number | null {
    const at = this.exports.tatami_undo_point!(game, seat) as number;
    return at < 0 ? null : at;
  }

  actors(game: number): number[] {
    const mask = (this.exports.tatami_actors!(game) as number) >>> 0;
    return mask === CHANCE ? [] : seatsOf(mask);
  }

  // The legal actions of a deciding seat, sorted.
  legal(game: number, seat: number): string[] {
    return this.text(this.exports.tatami_legal!(game, seat)).split('\n').slice(0, -1);
  }

  // The steps that a viewer has not seen yet.
  news(game: number, viewer: number): Step[] {
    const steps: Step[] = [];
    for (;;) {
      const text = this.text(this.exports.tatami_next!(game, viewer));
      if (!text) return steps;
      const { actors, ...step } = JSON.parse(text) as Omit<Step, 'actors'> & { actors: number };
      steps.push({ ...step, actors: actors === CHANCE ? [] : seatsOf(actors), chance: actors === CHANCE });
    }
  }

  rewind(game: number): void {
    this.exports.tatami_rewind!(game);
  }

  // Best action first. Without iterations: like the strongest bot.
  hint(game: number, seat: number, iterations = 0): Thought[] {
    const thoughts = JSON.parse(this.text(this.exports.tatami_hint!(game, seat, iterations))) as Thought[];
    return thoughts.map(({ shares, ...thought }) => ({
      ...thought, chance: thought.chance / 1e6, ...(shares ? { shares: shares.map((share) => share / 1e6) } : {}),
    }));
  }

  points(game: number): number[] {
    return this.text(this.exports.tatami_points!(game)).split(' ').map(Number);
  }

  // Empty while the game is on.
  winners(game: number): number[] {
    return seatsOf(this.exports.tatami_winners!(game) as number);
  }

  record(game: number, viewer: number): string {
    return this.text(this.exports.tatami_record!(game, viewer));
  }

  // Checks that every outcome follows from the secret in the record; throws with what does not match. The box may be
  // ''.
  verify(record: string, box: string): Proof {
    const found = this.give(record, (p, n) => this.give(box, (q, m) => this.text(this.exports.tatami_verify!(p, n, q, m))));
    if (!found) throw new Refusal(this.text(this.exports.tatami_reason!()));
    return JSON.parse(found) as Proof;
  }
}
