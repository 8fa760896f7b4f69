import { get } from 'svelte/store';
import { expect, test } from 'vitest';
import type { TableState } from '../../src/session/types';
import { createStage, steady, type Shown } from '../../src/ui/stage';

const base: TableState = {
  setup: { game: 'x', players: 2, options: {}, box: null }, phase: 'running', seats: [], you: 0, step: 0, event: null, view: { n: 0 },
  actors: [], legal: [], log: [], points: null, winners: null, thinking: false, undo: null, deadline: null,
};
const at = (step: number, event = '1 x'): TableState => ({ ...base, step, event, view: { n: step } });
const tick = () => new Promise((resolve) => setTimeout(resolve));

// A clock that goes on when it is told to.
function clock() {
  const waiting: (() => void)[] = [];
  return { wait: (_: number) => new Promise<void>((resolve) => waiting.push(resolve)), go: async () => (waiting.shift()?.(), await tick()) };
}

function watch(frames = steady) {
  const { wait, go } = clock();
  const stage = createStage(frames, () => 1, wait);
  const seen: [number, boolean][] = [];
  stage.shown.subscribe((shown: Shown | null) => {
    const last = seen.at(-1);
    if (shown && !(last && last[0] === (shown.view!.n as number) && last[1] === shown.settled)) seen.push([shown.view!.n as number, shown.settled]);
  });
  return { stage, seen, go };
}

test('states are shown one after the other, and settle at the last', async () => {
  const { stage, seen, go } = watch();
  stage.push(base);
  stage.push(at(1));
  stage.push(at(2));
  await tick();
  expect(get(stage.shown)!.view!.n).toBe(1);
  await go();
  expect(get(stage.shown)!.view!.n).toBe(2);
  await go();
  expect(seen.at(-1)).toEqual([2, true]);
});

test('a game’s own frames come between', async () => {
  const { stage, seen, go } = watch((_, __, after) => [{ view: { n: 0.5 }, hold: 1 }, { view: after, hold: 1 }]);
  stage.push(base);
  await tick();
  stage.push(at(1));
  await go();
  await go();
  expect(seen.map(([n]) => n)).toEqual([0, 0.5, 1]);
  expect(seen.at(-1)).toEqual([1, true]);
});

test('after an undo the earlier state is shown at once', async () => {
  const { stage, go } = watch();
  stage.push(at(3));
  await tick();
  stage.push(at(4));
  stage.push(at(5));
  stage.push(at(2));
  await go();
  expect(get(stage.shown)!.view!.n).toBe(2);
});

test('who runs ahead waits until at most one state is left to show', async () => {
  const { stage, go } = watch();
  stage.push(base);
  for (const n of [1, 2, 3]) stage.push(at(n));
  let free = false;
  void stage.idle().then(() => (free = true));
  await tick();
  expect(free).toBe(false);
  await go();
  expect(free).toBe(true);
});
