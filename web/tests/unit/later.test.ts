import { beforeEach, expect, test, vi } from 'vitest';

// A page whose frames come when the test says so; a task follows each.
let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  vi.resetModules();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
});
const frame = async () => {
  for (const work of frames.splice(0)) work();
  await new Promise((done) => setTimeout(done));
};

test('one piece is built a frame, in order, and one that was called off is not', async () => {
  const { later } = await import('../../src/ui/later');
  const seen: string[] = [];
  later(() => seen.push('a'));
  const off = later(() => seen.push('b'));
  later(() => seen.push('c'));
  await frame();
  expect(seen).toEqual(['a']);
  off();
  await frame();
  expect(seen).toEqual(['a', 'c']);
});

test('a piece that fails does not keep the others from being built', async () => {
  const { later } = await import('../../src/ui/later');
  const tasks: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void) => tasks.push(work));
  let built = false;
  later(() => {
    throw new Error('broken');
  });
  later(() => (built = true));
  expect(() => tasks.shift()!()).toThrow('broken');
  while (tasks.length) tasks.shift()!();
  vi.unstubAllGlobals();
  expect(built).toBe(true);
});

test('built() waits for pieces of pieces and for those whose size is not known yet', async () => {
  const { built, later, owe } = await import('../../src/ui/later');
  let done = false;
  const known = owe();
  later(() => later(() => undefined));
  void built().then(() => (done = true));
  for (let i = 0; i < 6; i++) await frame();
  expect(done).toBe(false);
  later(() => undefined);
  known();
  known(); // counts once
  for (let i = 0; i < 4; i++) await frame();
  expect(done).toBe(true);
});

test('two that wait do not wait for each other', async () => {
  const { built, later } = await import('../../src/ui/later');
  let done = 0;
  void built().then(() => done++);
  later(() => undefined);
  void built().then(() => done++);
  for (let i = 0; i < 8; i++) await frame();
  expect(done).toBe(2);
});

test('built() does not wait for ever for what has no size', async () => {
  const { built, owe } = await import('../../src/ui/later');
  let done = false;
  owe();
  void built().then(() => (done = true));
  for (let i = 0; i < 10; i++) await frame();
  expect(done).toBe(false);
  for (let i = 0; i < 60; i++) await frame();
  expect(done).toBe(true);
});

test('a page that gets no frames is built all the same, and soon', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { built, later, owe } = await import('../../src/ui/later');
  const seen: string[] = [];
  let done = false;
  owe();
  later(() => seen.push('a'));
  later(() => seen.push('b'));
  void built().then(() => (done = true));
  await vi.advanceTimersByTimeAsync(100);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(600);
  expect(seen).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(3000);
  expect(done).toBe(true);
  vi.useRealTimers();
});
