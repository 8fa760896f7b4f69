// A game from its record, step by step, as any viewer saw it.
import { startEngine, type Engine } from '../engine/engine';
import { EVERYTHING, SPECTATOR } from '../engine/module';
import type { Logic } from '../games/types';
import { bots } from '../lib/facts';
import { t, type Lang } from '../lib/i18n.svelte';
import { readRecord, seatTags, setupOf, tag, type RecordText } from './record';
import type { Entry, Seat, Setup, TableState } from './types';

export type As = number | 'all' | 'spectator';

const viewerOf = (as: As): number => (as === 'all' ? EVERYTHING : as === 'spectator' ? SPECTATOR : as);

const LEVELS = new Set(bots.map(({ name }) => name));

// `Ann`, `Aiko (medium)`, `bot:hard`, or nothing known.
export function replaySeat(found: string | undefined, seat: number): Seat {
  const [, called, level] = /^(.+) \(([a-z]+)\)$/.exec(found ?? '') ?? [];
  const bot = found?.startsWith('bot:') ? found.slice(4) : level && LEVELS.has(level) ? level : null;
  const name = bot ? (called ?? `Bot ${seat + 1}`) : found || t('Seat %d', seat + 1);
  return { kind: bot ? 'bot' : 'person', name, you: false, online: true, bot };
}

export class Replay {
  readonly record: RecordText;
  readonly setup: Setup;
  readonly seats: Seat[];
  private readonly walks = new Map<As, Promise<TableState[]>>();

  // `names`: of the seats, where they are known better than the record knows them.
  static async open(text: string, box: string | null, lang: Lang, names: string[] = []): Promise<Replay> {
    const engine = await startEngine(lang);
    try {
      await engine.box(box ?? '');
      const game = await engine.read(text, 1n);
      const replay = new Replay(engine, game, text, box, await engine.points(game), await engine.winners(game));
      replay.seats.forEach((seat, i) => (seat.name = names[i] || seat.name));
      await engine.names(game, replay.seats.map(({ name }) => name));
      return replay;
    } catch (error) {
      engine.end();
      throw error;
    }
  }

  private constructor(
    private readonly engine: Engine,
    private readonly game: number,
    readonly text: string,
    box: string | null,
    private readonly points: number[],
    private readonly winners: number[],
  ) {
    this.record = readRecord(text);
    this.setup = setupOf(this.record, box);
    this.seats = seatTags(this.record, this.setup.players).map(replaySeat);
  }

  get length(): number {
    return this.record.events.length;
  }

  get date(): string | undefined {
    return tag(this.record, 'Date');
  }

  // A state for every step from the start, as a viewer saw it.
  walk(as: As, open: Logic['open']): Promise<TableState[]> {
    let walk = this.walks.get(as);
    if (!walk) this.walks.set(as, (walk = this.make(as, open)));
    return walk;
  }

  private async make(as: As, open: Logic['open']): Promise<TableState[]> {
    const steps = await this.engine.news(this.game, viewerOf(as));
    if (as === 'all' && open) {
      // The engine reports each step to a viewer only once, so we keep it.
      const seats = await Promise.all(this.seats.map((_, seat) => this.walk(seat, open)));
      steps.forEach((step, i) => (step.view = open(step.view, seats.map((list) => list[i]!.view!))));
    }
    const log: Entry[] = steps.slice(1).map(({ event, words }, n) => ({ n, kind: 'event', words: words ?? '', event }));
    const you = typeof as === 'number' ? as : null;
    return steps.map(({ event, actors, view }, step): TableState => {
      const over = step === steps.length - 1 && this.winners.length > 0;
      return {
        setup: this.setup, phase: over ? 'over' : 'running', you, step, event: event ?? null, view, actors, legal: [],
        seats: this.seats.map((seat, i) => ({ ...seat, you: i === you })), log: log.slice(0, step), points: over ? this.points : null,
        winners: over ? this.winners : null, thinking: false, undo: null, deadline: null,
      };
    });
  }

  // In another language, all texts are fetched again.
  async speak(lang: Lang): Promise<void> {
    await this.engine.speak(lang);
    await this.engine.rewind(this.game);
    this.walks.clear();
  }

  close(): void {
    this.engine.end();
  }
}
