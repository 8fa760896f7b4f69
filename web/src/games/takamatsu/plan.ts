// The palace as a plan: rectangular rooms in frames, one inside the other, around a courtyard. We try different frames
// and rotations, and take the plan in which arrows lead through shared walls and rooms have a good size.
import { arrowsOf, ringsOf } from './rings';
import type { Room } from './view';

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

// An arrow: through the wall at one point, or, where the rooms do not touch, over what lies between.
export interface Door {
  from: string;
  to: string;
  x: number;
  y: number;
  dx: number; // where it points; not 0 0
  dy: number;
  bridge: { x: number; y: number } | null; // where it starts
}

export interface Plan {
  width: number; // in units; a small room is one by one
  height: number;
  rooms: Rect[]; // in the order of the view
  court: Rect | null;
  doors: Door[];
}

// How many rooms of a ring stand on which side, clockwise from the upper left corner.
interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const NEAR = 1e-6;
const DOOR = 0.45; // a wall this long has room for a door
const SHAPES = 8; // tried of a palace, the most promising ones

const present = (...sides: number[]): number => sides.filter((n) => n > 0).length;

// All ways to stand n rooms on four sides; a ring that goes around another has rooms on every side.
function waysToStand(n: number, around: boolean): Sides[] {
  const ways: Sides[] = [];
  for (let top = 1; top <= n; top++) {
    for (let bottom = 0; bottom <= n - top; bottom++) {
      for (let right = 0; right <= n - top - bottom; right++) {
        const left = n - top - bottom - right;
        if (Math.abs(left - right) > 1 || Math.abs(top - bottom) > 3) continue;
        if (around && n >= 4 && (!bottom || !right || !left)) continue;
        ways.push({ top, right, bottom, left });
      }
    }
  }
  return ways;
}

function sizeOf([frame, ...inner]: Sides[]): { w: number; h: number } {
  if (!frame) return { w: 1, h: 1 }; // the court
  const { top, right, bottom, left } = frame;
  const sides = present(left, right);
  const middle = inner.length || sides ? sizeOf(inner) : { w: 0, h: 0 };
  return { w: Math.max(top, bottom, sides + middle.w), h: present(top, bottom) + Math.max(left, right, middle.h) };
}

// The places of the frames in `area`, ring by ring, and what is left in the middle.
function divide(frames: Sides[], area: Rect, places: Rect[] = []): { places: Rect[]; court: Rect } {
  const frame = frames[0];
  if (!frame) return { places, court: area };
  const { w, h } = sizeOf(frames);
  const wide = area.w / w;
  const high = area.h / h;
  const { top, right, bottom, left } = frame;
  const middle: Rect = {
    x: area.x + (left ? wide : 0),
    y: area.y + (top ? high : 0),
    w: area.w - present(left, right) * wide,
    h: area.h - present(top, bottom) * high,
  };
  const end = { x: area.x + area.w, y: area.y + area.h };
  for (let i = 0; i < top; i++) places.push({ x: area.x + (area.w * i) / top, y: area.y, w: area.w / top, h: high });
  for (let i = 0; i < right; i++) places.push({ x: end.x - wide, y: middle.y + (middle.h * i) / right, w: wide, h: middle.h / right });
  for (let i = 1; i <= bottom; i++) places.push({ x: end.x - (area.w * i) / bottom, y: end.y - high, w: area.w / bottom, h: high });
  for (let i = 1; i <= left; i++) places.push({ x: area.x, y: middle.y + middle.h - (middle.h * i) / left, w: wide, h: middle.h / left });
  return divide(frames.slice(1), middle, places);
}

const overlap = (a: number, alen: number, b: number, blen: number): number => Math.min(a + alen, b + blen) - Math.max(a, b);

// How long the wall is that two rooms share; below 0: how far they are apart.
function wall(a: Rect, b: Rect): number {
  const x = overlap(a.x, a.w, b.x, b.w);
  const y = overlap(a.y, a.h, b.y, b.h);
  if (Math.abs(x) < NEAR) return y > NEAR ? y : Math.min(y, 0);
  if (Math.abs(y) < NEAR) return x > NEAR ? x : Math.min(x, 0);
  return Math.min(x, 0) + Math.min(y, 0);
}

const detour = (shared: number): number => (shared >= DOOR ? 0 : shared > 0 ? 1.5 : 3 - shared);

// What is wrong with a shape, whatever rooms it holds: wasted space, bad proportions, small and long rooms, no
// courtyard.
function flaws(places: Rect[], court: Rect, w: number, h: number): number {
  let sum = (3 * w * h) / places.length + 3 * Math.log(w / h / 1.25) ** 2;
  for (const place of places) {
    const least = Math.min(place.w, place.h);
    sum += 0.25 * Math.log(place.w / place.h) ** 2 + (least < 0.99 ? 2 / least - 2 : 0);
  }
  const area = court.w * court.h;
  return sum + (area < NEAR ? 3 : 0.15 * area);
}

interface Shape {
  sides: Sides[];
  w: number;
  h: number;
  places: Rect[];
  court: Rect;
  flaws: number;
}

// Shapes for rings of these lengths, the best ones first, found from the inner ring outwards.
function shapesFor(lengths: number[]): Shape[] {
  let shapes: Shape[] = [];
  for (let depth = lengths.length - 1; depth >= 0; depth--) {
    const ways = waysToStand(lengths[depth]!, depth < lengths.length - 1);
    const inner = shapes.length ? shapes.map(({ sides }) => sides) : [[]];
    shapes = inner.flatMap((inside) => ways.map((way) => [way, ...inside])).map((sides) => {
      const { w, h } = sizeOf(sides);
      const { places, court } = divide(sides, { x: 0, y: 0, w, h });
      return { sides, w, h, places, court, flaws: flaws(places, court, w, h) };
    });
    shapes = shapes.sort((a, b) => a.flaws - b.flaws).slice(0, SHAPES);
  }
  return shapes;
}

// Rotates the rings of a shape, one after another, until arrows lead through walls. Returns the place of each room.
function turnRings(rings: number[][], arrows: number[][], { places, h }: Shape): { at: number[]; cost: number } {
  const ways = places.map((a) => places.map((b) => detour(wall(a, b))));
  const first = rings.map((_, depth) => rings.slice(0, depth).flat().length);
  const at: number[] = [];
  const turnRing = (depth: number, by: number) => {
    const ring = rings[depth]!;
    ring.forEach((room, i) => (at[room] = first[depth]! + ((i + by) % ring.length)));
  };
  const cost = () => {
    let sum = 0;
    arrows.forEach((targets, from) => targets.forEach((to) => (sum += ways[at[from]!]![at[to]!]!)));
    // The first room of the box is the entrance: at the bottom, where the garden is.
    const entrance = places[at[0]!]!;
    return sum + (entrance.y + entrance.h > h - NEAR ? 0 : 0.6);
  };
  let best = { at, cost: Infinity };
  for (let start = 0; start < rings[0]!.length; start++) {
    rings.forEach((_, depth) => turnRing(depth, depth ? 0 : start));
    let here = cost();
    for (let depth = 1; depth < rings.length; depth++) {
      let chosen = 0;
      for (let by = 1; by < rings[depth]!.length; by++) {
        turnRing(depth, by);
        const there = cost();
        if (there >= here) continue;
        here = there;
        chosen = by;
      }
      turnRing(depth, chosen);
    }
    if (here < best.cost) best = { at: [...at], cost: here };
  }
  return best;
}

const middle = (r: Rect) => ({ x: r.x + r.w / 2, y: r.y + r.h / 2 });
const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

function door(from: Rect, to: Rect): Omit<Door, 'from' | 'to'> {
  const x = overlap(from.x, from.w, to.x, to.w);
  const y = overlap(from.y, from.h, to.y, to.h);
  const shared = wall(from, to);
  if (shared >= DOOR / 2 && Math.abs(x) < NEAR) {
    const right = to.x > from.x;
    return { x: right ? to.x : from.x, y: Math.max(from.y, to.y) + y / 2, dx: right ? 1 : -1, dy: 0, bridge: null };
  }
  if (shared >= DOOR / 2 && Math.abs(y) < NEAR) {
    const down = to.y > from.y;
    return { x: Math.max(from.x, to.x) + x / 2, y: down ? to.y : from.y, dx: 0, dy: down ? 1 : -1, bridge: null };
  }
  // From the wall of one room to the wall of the other, the nearest way between their middles.
  const inset = (r: Rect, p: { x: number; y: number }) => ({
    x: clamp(p.x, r.x + 0.12, r.x + r.w - 0.12), y: clamp(p.y, r.y + 0.12, r.y + r.h - 0.12),
  });
  const start = inset(from, middle(to));
  const end = inset(to, start);
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  return { ...end, dx: (end.x - start.x) / length, dy: (end.y - start.y) / length || (length === 1 ? 1 : 0), bridge: start };
}

export function planOf(rooms: readonly Room[]): Plan {
  const arrows = arrowsOf(rooms);
  const rings = ringsOf(rooms);
  const tried = shapesFor(rings.map((ring) => ring.length)).map((shape) => {
    const { at, cost } = turnRings(rings, arrows, shape);
    return { shape, at, cost: cost + shape.flaws };
  });
  const { shape, at } = tried.reduce((a, b) => (b.cost < a.cost ? b : a));
  const rects = at.map((place) => shape.places[place]!);
  const doors = arrows.flatMap((targets, from) =>
    targets.map((to) => ({ from: rooms[from]!.name, to: rooms[to]!.name, ...door(rects[from]!, rects[to]!) })),
  );
  const { w, h, court } = shape;
  return { width: w, height: h, rooms: rects, court: court.w * court.h > NEAR ? court : null, doors };
}

// The plan is computed once per palace: it does not change during a game.
let last: { key: string; plan: Plan } | null = null;
export function plan(rooms: readonly Room[]): Plan {
  const key = rooms.map(({ name, kind, to }) => `${name} ${kind} ${to.join(' ')}`).join();
  if (last?.key !== key) last = { key, plan: planOf(rooms) };
  return last.plan;
}
