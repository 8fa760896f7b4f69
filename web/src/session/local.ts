// A game on this machine: the engine in a worker, one person, bots for the others.
import { writable, type Readable } from 'svelte/store';
import { startEngine, type Engine } from '../engine/engine';
import { EVERYTHING, type Step } from '../engine/module';
import { bringNet, needsNet } from '../engine/nets';
import { t, type Lang } from '../lib/i18n.svelte';
import { readRecord, seatTag, setupOf, withSeats, writeRecord } from './record';
import { takenBack, type Entry, type Seat, type Session, type Setup, type TableState, type Thought } from './types';

export interface LocalSeat {
  name: string;
  bot: string | null; // a level; null: a person
  you?: boolean; // where several people share the device: whose device it is
}

export interface LocalGame {
  setup: Setup;
  seats: LocalSeat[];
  record?: string; // to go on from
}

const seed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0]!;

// After chance or a bot has done something, waits until it has been shown.
type Gate = () => Promise<void>;

export class LocalSession implements Session {
  readonly state: Readable<TableState>;
  private readonly store;
  private current: TableState;
  private game = 0;
  private running = false;
  private line: Promise<unknown> = Promise.resolve(); // what is being done with the engine
  private closed = false;
  private thinker: Engine | undefined;
  private remarks: Entry[] = []; // what bots say about themselves, before everything else
  gate: Gate = async () => {};
  onchange: (record: string, state: TableState) => void = () => {};

  static async open(local: LocalGame, lang: Lang): Promise<LocalSession> {
    const session = new LocalSession(await startEngine(lang), local, lang);
    try {
      await session.start();
    } catch (error) {
      session.close();
      throw error;
    }
    return session;
  }

  private constructor(
    private readonly engine: Engine,
    private readonly local: LocalGame,
    private lang: Lang,
  ) {
    const you = local.seats.findIndex(({ bot }) => bot === null);
    this.current = {
      setup: local.setup,
      phase: 'running',
      seats: local.seats.map(({ name, bot }): Seat => ({ kind: bot ? 'bot' : 'person', name, you: !bot, online: true, bot })),
      you: you < 0 ? null : you,
      step: -1,
      event: null,
      view: null,
      actors: [],
      legal: [],
      log: [],
      points: null,
      winners: null,
      thinking: false,
      undo: null,
      deadline: null,
    };
    this.store = writable(this.current);
    this.state = this.store;
  }

  private get viewer(): number {
    return this.current.you ?? EVERYTHING;
  }

  private async start(): Promise<void> {
    const { setup, seats, record } = this.local;
    await this.engine.box(setup.box ?? '');
    const options = Object.entries(setup.options).map(([name, value]) => `${name}=${value}`).join(' ');
    this.game = record
      ? await this.engine.read(record, seed())
      : await this.engine.open(setup.game, setup.players, options, seed());
    if (seats.some(({ bot }) => needsNet(bot))) await bringNet(this.engine, setup.game, this.game);
    if (record) this.current = { ...this.current, setup: setupOf(readRecord(record), setup.box) };
    await this.engine.names(this.game, seats.map(({ name }) => name));
    for (const [seat, { bot }] of seats.entries()) await this.engine.bot(this.game, seat, bot);
    await this.remark();
    await this.hear(Infinity);
  }

  // A bot that has not learned this setup says so.
  private async remark(): Promise<void> {
    const said = await Promise.all(this.local.seats.map((_, seat) => this.engine.remark(this.game, seat)));
    const words = [...new Set(said)].filter((text) => text);
    this.remarks = words.map((text, i) => ({ n: -1 - i, kind: 'note', words: text }));
    this.current = { ...this.current, log: this.remarks };
  }

  // One thing at a time: no new request to the engine until the last one has been reported.
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.line.then(work);
    this.line = result.catch(() => undefined);
    return result;
  }

  // Lets chance and bots go on until you must decide. Safe to call at any time.
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (!this.closed && this.running) {
      await this.gate();
      await this.inTurn(async () => {
        if (this.closed) return;
        if (this.current.actors.some((seat) => seat !== this.current.you)) this.set({ thinking: true });
        this.running = await this.engine.step(this.game);
        if (this.running) await this.hear();
        else this.set({ thinking: false });
      });
    }
  }

  private set(change: Partial<TableState>): void {
    this.current = { ...this.current, ...change };
    this.store.set(this.current);
  }

  // Reports what has happened since the last time, one state per event from step `from` on; at the start, only the last one.
  private async hear(from = 0): Promise<void> {
    const steps = await this.engine.news(this.game, this.viewer);
    const winners = await this.engine.winners(this.game);
    const points = winners.length ? await this.engine.points(this.game) : null;
    const last = steps.at(-1);
    const mine = last && this.current.you !== null && last.actors.includes(this.current.you);
    const legal = mine ? await this.engine.legal(this.game, this.current.you!) : [];
    const back = last && this.current.you !== null && !winners.length ? await this.engine.undoPoint(this.game, this.current.you) : null;
    for (const step of steps) {
      const isLast = step === last;
      this.current = this.after(step);
      if (isLast) {
        const undo = back === null ? null : takenBack(this.current.log, ({ n }) => n === back);
        this.current = { ...this.current, legal, points, undo, winners: points && winners, phase: points ? 'over' : 'running' };
      }
      if (isLast || this.current.step >= from) this.store.set(this.current);
    }
    if (last) this.onchange(await this.record(), this.current);
  }

  private after(step: Step): TableState {
    const { log } = this.current;
    const entry = { n: log.length, kind: 'event' as const, words: step.words ?? '', event: step.event };
    return {
      ...this.current,
      step: this.current.step + 1,
      event: step.event ?? null,
      view: step.view,
      actors: step.actors,
      legal: [],
      log: step.event ? [...log, entry] : log,
      undo: null,
      thinking: false,
    };
  }

  private async again(from = Infinity): Promise<void> {
    this.current = { ...this.current, step: -1, log: this.remarks, undo: null, phase: 'running', points: null, winners: null };
    await this.hear(from);
  }

  // Several people share the device: another one looks. `ready` is called before they are shown anything, and what happened
  // since step `from` is shown one by one.
  look(seat: number, from: number, ready: () => void): Promise<void> {
    return this.inTurn(async () => {
      await this.engine.rewind(this.game);
      this.current = { ...this.current, you: seat, view: null, seats: this.current.seats.map((one, i) => ({ ...one, you: i === seat })) };
      ready();
      await this.again(from);
    });
  }

  why(action: string): Promise<string> {
    return this.engine.why(this.game, this.current.you!, action);
  }

  caution(action: string): Promise<string> {
    return this.engine.caution(this.game, this.current.you!, action);
  }

  async act(action: string): Promise<void> {
    await this.inTurn(async () => {
      await this.engine.act(this.game, this.current.you!, action);
      await this.hear();
    });
    void this.run();
  }

  async undo(): Promise<void> {
    await this.inTurn(async () => {
      await this.engine.undo(this.game, this.current.you!);
      await this.again();
    });
    void this.run();
  }

  // In its own worker, which is kept for the next time.
  async hint(): Promise<Thought[]> {
    const engine = (this.thinker ??= await startEngine(this.lang));
    await engine.box(this.local.setup.box ?? '');
    const game = await engine.read(await this.engine.record(this.game, EVERYTHING), seed());
    await bringNet(engine, this.local.setup.game, game);
    await engine.names(game, this.local.seats.map(({ name }) => name));
    try {
      return await engine.hint(game, this.current.you!);
    } finally {
      void engine.close(game);
    }
  }

  // Whoever has no name is not called `You` where others read it.
  async record(): Promise<string> {
    const record = readRecord(await this.engine.record(this.game, EVERYTHING));
    return writeRecord(withSeats(record, this.local.seats.map((seat) => (seat.name === t('You') ? '' : seatTag(seat)))));
  }

  async speak(lang: Lang, names: string[]): Promise<void> {
    this.lang = lang;
    void this.thinker?.speak(lang);
    await this.inTurn(async () => {
      await this.engine.speak(lang);
      this.local.seats.forEach((seat, i) => (seat.name = names[i]!));
      this.current = { ...this.current, seats: this.current.seats.map((seat, i) => ({ ...seat, name: names[i]! })) };
      await this.engine.names(this.game, names);
      await this.engine.rewind(this.game);
      await this.remark();
      await this.again();
    });
  }

  close(): void {
    this.closed = true;
    this.engine.end();
    this.thinker?.end();
  }
}
