// Going from table to table: where it is your turn, and which comes next.
import type { OnlineTable } from '../lib/api';

export const isYourTurn = ({ phase, you, actors, seats }: OnlineTable): boolean =>
  phase === 'running' && you !== null && actors.includes(you) && !seats[you]!.bot;

// The most urgent first; those without a limit after them, the one that waits longest first.
export const inOrder = (tables: readonly OnlineTable[]): OnlineTable[] =>
  tables.filter(isYourTurn).sort((a, b) => (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || a.visited - b.visited);

const KEY = 'tatami.round';
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

// A round lasts until every table has been visited, or until it is left: it belongs to this tab. Tables that were passed over
// are not offered again in the same round.
export class Round {
  constructor(private readonly store: Store) {}

  private get passed(): string[] | null {
    try {
      const kept: unknown = JSON.parse(this.store.getItem(KEY) ?? 'null');
      return Array.isArray(kept) ? (kept as string[]) : null;
    } catch {
      return null;
    }
  }

  get going(): boolean {
    return this.passed !== null;
  }

  start(): void {
    this.store.setItem(KEY, '[]');
  }

  end(): void {
    this.store.removeItem(KEY);
  }

  pass(id: string): void {
    this.store.setItem(KEY, JSON.stringify([...(this.passed ?? []), id]));
  }

  // Which table comes after this one; those that were passed over come last of all: never.
  next(tables: readonly OnlineTable[], here: string): OnlineTable | undefined {
    return inOrder(tables).find(({ id }) => id !== here && !this.passed?.includes(id));
  }
}
