// Several people on one device. One of them has it in their hands and sees what they may see; between two of them a curtain
// is down, and then nothing of anybody's view, log or actions is handed to the screen.
import { derived, get, writable, type Readable } from 'svelte/store';
import { Refusal } from '../engine/module';
import { t } from '../lib/i18n.svelte';
import type { LocalSession } from './local';
import type { Session, TableState, Thought } from './types';

export interface Curtain {
  down: boolean;
  next: number | null; // who takes the device now; null: nobody has to decide yet
}

// Who has to decide and is a person: the one who has the device, or the next one in the order of the seats.
export function nextPerson({ actors, seats }: Pick<TableState, 'actors' | 'seats'>, from: number | null): number | null {
  const people = actors.filter((seat) => seats[seat]!.kind === 'person');
  if (from !== null && people.includes(from)) return from;
  return people.find((seat) => seat > (from ?? -1)) ?? people[0] ?? null;
}

// The state without anything that only one person may know.
export const covered = (state: TableState): TableState => ({
  ...state, you: null, view: null, event: null, legal: [], log: [], undo: null, seats: state.seats.map((seat) => ({ ...seat, you: false })),
});

export class PassSession implements Session {
  readonly state: Readable<TableState>;
  readonly curtain: Readable<Curtain>;
  private readonly holder = writable<number | null>(null); // whose hands it is in
  private readonly seen = new Map<number, number>(); // by seat: the last step they saw
  private acts = 0; // decisions of the holder since they took it: only these may be taken back

  constructor(private readonly local: LocalSession) {
    this.state = derived([local.state, this.holder], ([state, holder]) => {
      if (state.phase === 'over') return state;
      if (holder === null || state.you !== holder) return covered(state);
      this.seen.set(holder, Math.max(this.seen.get(holder) ?? -1, state.step));
      return this.acts ? state : { ...state, undo: null };
    });
    this.curtain = derived([local.state, this.holder], ([state, holder]) => ({
      down: state.phase !== 'over' && (holder === null || state.you !== holder),
      next: state.phase === 'over' ? null : nextPerson(state, holder ?? state.you),
    }));
  }

  // The holder is done: the curtain falls.
  pass(): void {
    this.acts = 0;
    this.holder.set(null);
  }

  // Somebody takes the device, and is shown what happened since they last had it.
  async take(seat: number): Promise<void> {
    if (get(this.holder) !== null) return;
    await this.local.look(seat, this.seen.get(seat) ?? Infinity, () => this.holder.set(seat));
  }

  private get held(): boolean {
    const holder = get(this.holder);
    return holder !== null && get(this.local.state).you === holder;
  }

  private async whileHeld<T>(work: () => Promise<T>): Promise<T> {
    if (!this.held) throw new Refusal(t('The curtain is down.'));
    return work();
  }

  async act(action: string): Promise<void> {
    await this.whileHeld(async () => {
      this.acts++;
      try {
        await this.local.act(action);
      } catch (error) {
        this.acts--;
        throw error;
      }
    });
  }

  // Not what was decided before the device changed hands: others have decided since, and have seen it.
  async undo(): Promise<void> {
    await this.whileHeld(async () => {
      if (!this.acts) throw new Refusal(t('You have decided nothing since you took the device.'));
      await this.local.undo();
      this.acts--;
    });
  }

  why = (action: string): Promise<string> => this.whileHeld(() => this.local.why(action));
  caution = (action: string): Promise<string> => this.whileHeld(() => this.local.caution(action));
  hint = (): Promise<Thought[]> => this.whileHeld(() => this.local.hint());
  record = (): Promise<string> => this.local.record();
  close = (): void => this.local.close();
}
