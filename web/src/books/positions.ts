// Positions for pages to show: of a record after so many events, as a seat sees it, from the real engine. One engine for all of a page.
import { startEngine, type Engine } from '../engine/engine';
import { t, type Lang } from '../lib/i18n.svelte';
import { seatPlayers } from '../session/players';
import { cut, readRecord, seatTags, setupOf, writeRecord } from '../session/record';
import { replaySeat } from '../session/replay';
import type { Seat, Setup, TableState, View } from '../session/types';

const SEED = 7n;

export interface Position {
  state: TableState;
  before: View | null; // one event earlier
  legal: string[];
  points: number[];
}

export class Positions {
  private engine: Promise<Engine> | undefined;

  constructor(private readonly lang: Lang) {}

  private start = () => (this.engine ??= startEngine(this.lang));

  // A record after `at` events.
  async at(record: string, at: number, you: number): Promise<Position> {
    const text = cut(readRecord(record), at);
    const setup = setupOf(text);
    const game = await (await this.start()).read(writeRecord(text), SEED);
    return this.look(game, setup, seatTags(text, setup.players).map(replaySeat), you);
  }

  // A game that has just been set up: chance has done its part.
  async setup(id: string, players: number, you: number, options = ''): Promise<Position> {
    const engine = await this.start();
    const game = await engine.open(id, players, options, SEED);
    while ((await engine.actors(game)).length === 0 && (await engine.step(game)));
    const seats = seatPlayers(players, you, t('You'), 'medium').map(({ name, bot }): Seat => ({ kind: bot ? 'bot' : 'person', name, you: !bot, online: true, bot: null }));
    return this.look(game, { game: id, players, options: {}, box: null }, seats, you);
  }

  private async look(game: number, setup: Setup, seats: Seat[], you: number): Promise<Position> {
    const engine = await this.start();
    try {
      await engine.names(game, seats.map(({ name }) => name));
      const steps = await engine.news(game, you);
      const { view, actors, event } = steps.at(-1)!;
      const winners = await engine.winners(game);
      const points = await engine.points(game);
      const over = winners.length > 0;
      return {
        points, before: steps.at(-2)?.view ?? null,
        legal: actors.includes(you) ? await engine.legal(game, you) : [],
        state: {
          setup, you, view, actors, phase: over ? 'over' : 'running', step: steps.length - 1, event: event ?? null, legal: [], log: [],
          seats: seats.map((seat, i) => ({ ...seat, you: i === you })), points: over ? points : null, winners: over ? winners : null,
          thinking: false, undo: null, deadline: null,
        },
      };
    } finally {
      await engine.close(game);
    }
  }

  close(): void {
    void this.engine?.then((engine) => engine.end());
  }
}
