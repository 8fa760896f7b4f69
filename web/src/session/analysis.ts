// After a game: what a bot thinks of every decision, from what the deciding seat knew.
import { startEngine, type Engine } from '../engine/engine';
import type { Thought } from '../engine/module';
import { bringNet } from '../engine/nets';
import type { Lang } from '../lib/i18n.svelte';
import { cut, setupOf, writeRecord, type RecordText } from './record';

export interface Judged {
  step: number; // before this event
  seat: number;
  action: string;
  chance: number; // to win, with the best action
  best: string;
  cost: number; // how much less with the one taken
  shares: number[]; // everybody's chance of winning, with the best action; 1 in all
  why: string; // the engine's reasons: what was taken, against the best
}

// Fewer than for a hint, because there are hundreds of decisions.
const ITERATIONS = 1500;

export function judge(step: number, seat: number, action: string, thoughts: Thought[]): Judged | null {
  const best = thoughts[0]; // the most visited
  const taken = thoughts.find((thought) => thought.action === action);
  if (!best || !taken) return null;
  // An action with few visits was judged hopeless; its own value means little.
  const doubtful = taken.visits < best.visits / 50;
  const chance = doubtful ? Math.min(taken.chance, best.chance) : taken.chance;
  return {
    step, seat, action, chance: best.chance, best: best.action, cost: Math.max(0, best.chance - chance),
    shares: best.shares ?? [], why: taken.why ?? '',
  };
}

export const costliest = (judged: readonly Judged[], n: number, seat?: number): Judged[] =>
  judged
    .filter((one) => one.cost >= 0.02 && (seat === undefined || one.seat === seat))
    .toSorted((a, b) => b.cost - a.cost)
    .slice(0, n);

export class Analysis {
  private engine: Engine | undefined;
  private stopped = false;

  // Calls `found` as it goes; the promise resolves when everything is done, or never after stop().
  async run(record: RecordText, box: string | null, lang: Lang, names: string[], found: (done: number, judged: Judged | null) => void): Promise<void> {
    const engine = (this.engine = await startEngine(lang));
    if (this.stopped) return engine.end();
    await engine.box(box ?? '');
    const game = await engine.read(writeRecord(cut(record, 0)), 1n);
    await bringNet(engine, setupOf(record).game, game);
    await engine.names(game, names);
    for (const [step, line] of record.events.entries()) {
      const [who, ...words] = line.split(' ');
      let judged: Judged | null = null;
      if (who !== '*') {
        const seat = Number(who);
        const legal = await engine.legal(game, seat);
        if (legal.length > 1) judged = judge(step, seat, words.join(' '), await engine.hint(game, seat, ITERATIONS));
      }
      await engine.put(game, line);
      found(step + 1, judged);
    }
    engine.end();
  }

  stop(): void {
    this.stopped = true;
    this.engine?.end();
  }
}
