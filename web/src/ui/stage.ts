// Shows states one after another, each long enough to be seen. A game may put frames between two views: the last card
// of a trick before it is taken away. Knows no rules and no document.
import { writable, type Readable } from 'svelte/store';
import type { TableState, View } from '../session/types';

export interface Frame<V = View> {
  view: V;
  hold: number; // milliseconds until the next one
}

// What to show on the way from one view to the next; the last frame is the position reached: `after`, or `after` with something added.
export type Frames = (before: View, event: string, after: View) => Frame[];

export interface Shown {
  state: TableState;
  view: View | null;
  settled: boolean; // nothing waits behind it: what is legal may be done
}

export interface Stage {
  readonly shown: Readable<Shown | null>;
  push(state: TableState): void;
  idle(): Promise<void>; // when at most one state waits
  stop(): void;
}

const HOLD_CHANCE = 250;
const HOLD_DECISION = 650;
const MAX_WAITING = 80; // with more than this the middle is skipped: somebody comes back to a game that went on

export const steady: Frames = (_, event, after) => [{ view: after, hold: event.startsWith('*') ? HOLD_CHANCE : HOLD_DECISION }];

export function createStage(frames: Frames, speed: () => number, wait: (ms: number) => Promise<void>): Stage {
  const shown = writable<Shown | null>(null);
  const queue: TableState[] = [];
  let last: TableState | null = null;
  let lastView: View | null = null; // as it is shown
  let playing = false;
  let stopped = false;
  let idlers: (() => void)[] = [];

  const release = () => {
    if (queue.length > 1) return;
    for (const idler of idlers) idler();
    idlers = [];
  };

  const show = (state: TableState, view: View | null, final = true) => {
    if (final) lastView = view;
    if (!stopped) shown.set({ state, view, settled: final && queue.length === 0 });
  };

  async function play(state: TableState): Promise<void> {
    const before = last;
    last = state;
    const inOrder = before?.view && state.view && state.event !== null && state.step === before.step + 1;
    if (!inOrder) return show(state, state.view);
    const list = frames(before.view!, state.event!, state.view!);
    for (const [i, frame] of list.entries()) {
      const final = i === list.length - 1;
      show(final ? state : { ...state, points: before.points, winners: before.winners, phase: before.phase }, frame.view, final);
      const yours = state.event!.split(' ')[0] === String(state.you);
      if (final && yours && queue.length === 0) return;
      await wait(frame.hold * speed());
    }
  }

  async function drain(): Promise<void> {
    playing = true;
    while (queue.length && !stopped) {
      const state = queue.shift()!;
      release();
      await play(state);
    }
    playing = false;
    release();
    if (last) show(last, lastView);
  }

  return {
    shown,
    push(state) {
      const rewound = last !== null && state.step < (queue.at(-1) ?? last).step;
      if (rewound || queue.length >= MAX_WAITING) queue.length = 0;
      const latest = queue.at(-1) ?? last;
      if (latest && latest.step === state.step && latest.view === state.view) {
        // The same position: only other things have changed.
        if (queue.length) queue[queue.length - 1] = state;
        else {
          last = state;
          if (!playing) show(state, lastView);
        }
        return;
      }
      queue.push(state);
      if (!playing) void drain();
    },
    idle: () => (queue.length <= 1 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
    stop() {
      stopped = true;
      queue.length = 0;
      release();
    },
  };
}
