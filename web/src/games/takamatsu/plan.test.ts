import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engineFile } from '../../../build/plugin.ts';
import { EngineModule } from '../../engine/module';
import { plan, planOf, type Rect } from './plan';
import { ringsOf } from './rings';
import type { Room, TakamatsuView } from './view';

const boxes = new URL('../../../../boxes/', import.meta.url);
const boxNames = readdirSync(boxes).filter((name) => name.startsWith('takamatsu-'));

function palace(box: string): Room[] {
  const engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
  engine.box(box);
  const game = engine.open('takamatsu', 4, '', 1n);
  return (engine.news(game, 0).at(-1)!.view as TakamatsuView).rooms;
}

// A palace by the rules of a box, with many forks: a loop of n rooms, from some of which a second arrow leads on.
function wild(n: number, forks: number[]): Room[] {
  const letters = ['b', 'k', 'p', 'r', 'y'] as const;
  return [...Array(n).keys()].map((i) => ({
    name: `room${i}`,
    kind: i < 5 ? 'outer' : i < 10 ? 'inner' : 'plain',
    colour: i < 10 ? letters[i % 5]! : null,
    home: null,
    to: [`room${(i + 1) % n}`, ...(forks.includes(i) ? [`room${(i * 7 + 5) % n}`] : [])].filter((name) => name !== `room${i}`),
    samurai: '',
  }));
}

const overlaps = (a: Rect, b: Rect) =>
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 1e-6 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 1e-6;

function expectSound(rooms: Room[]): void {
  const { rooms: rects, court, width, height, doors } = planOf(rooms);
  expect(rects.length).toBe(rooms.length);
  const all = court ? [...rects, court] : rects;
  for (const [i, a] of all.entries()) {
    expect(a.x >= -1e-6 && a.y >= -1e-6 && a.x + a.w <= width + 1e-6 && a.y + a.h <= height + 1e-6).toBe(true);
    expect(a.w > 0.2 && a.h > 0.2).toBe(true);
    for (const b of all.slice(i + 1)) expect(overlaps(a, b)).toBe(false);
  }
  expect(all.reduce((sum, { w, h }) => sum + w * h, 0)).toBeCloseTo(width * height);
  expect(doors.map(({ from, to }) => `${from} ${to}`)).toEqual(rooms.flatMap(({ name, to }) => to.map((next) => `${name} ${next}`)));
  for (const { dx, dy } of doors) expect(Math.abs(dx) + Math.abs(dy)).toBeGreaterThan(0.5);
}

describe('the default palace', () => {
  const rooms = palace('');
  test('has an outer ring with the gate, and an inner one', () => {
    const names = ringsOf(rooms).map((ring) => ring.map((room) => rooms[room]!.name).join(' '));
    expect(names).toEqual(['g1 g2 o1 o2 o3 o4 o5', 'i1 i2 i3 i4 i5']);
  });
  test('is a plan without a gap, in which every arrow is a door in a wall', () => {
    expectSound(rooms);
    expect(planOf(rooms).doors.filter(({ bridge }) => bridge)).toEqual([]);
  });
  test('runs clockwise around a courtyard, with the gate below', () => {
    const { rooms: rects, court, height } = planOf(rooms);
    const at = (name: string) => rects[rooms.findIndex((room) => room.name === name)]!;
    expect(court).not.toBeNull();
    expect(at('g1').y + at('g1').h).toBeCloseTo(height);
    expect(at('g2').x).toBeLessThan(at('g1').x);
    expect(at('o2').x).toBeLessThan(at('o4').x);
    expect(at('o2').y).toBe(0);
  });
  test('is drawn once', () => {
    expect(plan(rooms)).toBe(plan(rooms.map((room) => ({ ...room, samurai: 'bk' }))));
  });
});

test.each(boxNames)('the palace of %s draws itself, with a door for every arrow', (name) => {
  const rooms = palace(readFileSync(new URL(name, boxes), 'utf8'));
  expectSound(rooms);
  expect(planOf(rooms).doors.filter(({ bridge }) => bridge)).toEqual([]);
});

test('any other palace is drawn fairly', () => {
  for (let n = 10; n <= 24; n++) {
    expectSound(wild(n, []));
    expectSound(wild(n, [0, 3, 7]));
    expectSound(wild(n, [...Array(n).keys()]));
  }
});
