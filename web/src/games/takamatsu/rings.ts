// The palace as paths that run around: the longest loop through the outer rooms is the outer ring, what is left hangs between its
// rooms as further rings inside it. Works on any graph in which every room can be reached from every room.
import type { Room } from './view';

const STEPS = 8000; // with more paths than this, we take the best one found so far

const worth = (room: Room): number => 1 + (room.kind === 'outer' ? 50 : room.kind === 'inner' ? -50 : 0);
const turn = (x: number): number => ((x % 1) + 1) % 1;

export function arrowsOf(rooms: readonly Room[]): number[][] {
  const index = new Map(rooms.map(({ name }, i) => [name, i]));
  return rooms.map(({ to }) => to.map((name) => index.get(name)!));
}

// Walks without repeating a room, from `start` over rooms that `free` allows, and keeps the best walk that `ends` accepts.
function bestWalk(
  arrows: number[][], start: number, value: (room: number) => number, free: (room: number) => boolean,
  ends: (room: number) => boolean, budget: { left: number },
): { walk: number[]; end: number; value: number } | null {
  const walk: number[] = [];
  const on = new Set<number>();
  let best: { walk: number[]; end: number; value: number } | null = null;
  const visit = (room: number, sum: number) => {
    if (budget.left-- <= 0) return;
    walk.push(room);
    on.add(room);
    const total = sum + value(room);
    for (const next of arrows[room]!) {
      if (ends(next) && (!best || total > best.value)) best = { walk: [...walk], end: next, value: total };
      if (free(next) && !on.has(next)) visit(next, total);
    }
    walk.pop();
    on.delete(room);
  };
  visit(start, 0);
  return best;
}

function mainLoop(rooms: readonly Room[], arrows: number[][]): number[] {
  const budget = { left: STEPS };
  let best: { walk: number[]; value: number } | null = null;
  for (let start = 0; start < rooms.length; start++) {
    // A loop is found from its first room.
    const found = bestWalk(arrows, start, (room) => worth(rooms[room]!), (room) => room > start, (room) => room === start, budget);
    if (found && (!best || found.value > best.value)) best = found;
  }
  return best?.walk ?? [0];
}

// Rooms clockwise, ring by ring, the outer one first.
export function ringsOf(rooms: readonly Room[]): number[][] {
  const arrows = arrowsOf(rooms);
  const angle: number[] = rooms.map(() => NaN); // in turns
  const depth: number[] = rooms.map(() => -1);
  const loop = mainLoop(rooms, arrows);
  loop.forEach((room, i) => {
    angle[room] = i / loop.length;
    depth[room] = 0;
  });
  const placed = (room: number) => depth[room]! >= 0;

  // An ear: a way from a placed room through others to a placed room again.
  for (;;) {
    const doors = [...rooms.keys()].filter(placed).flatMap((from) => arrows[from]!.filter((to) => !placed(to)).map((to) => [from, to] as const));
    if (!doors.length) break;
    const budget = { left: STEPS };
    let ear: { from: number; walk: number[]; end: number; value: number } | null = null;
    for (const [from, first] of doors) {
      const found = bestWalk(arrows, first, () => 1, (room) => !placed(room), placed, budget);
      if (found && (!ear || found.value > ear.value)) ear = { from, ...found };
    }
    if (!ear) break;
    const start = angle[ear.from]!;
    const span = turn(angle[ear.end]! - start) || 1;
    const within = (room: number) => turn(angle[room]! - start) > 1e-9 && turn(angle[room]! - start) < span - 1e-9;
    let ring = 1;
    while (rooms.some((_, room) => depth[room] === ring && within(room))) ring++;
    const { walk } = ear;
    walk.forEach((room, i) => {
      angle[room] = turn(start + (span * (i + 1)) / (walk.length + 1));
      depth[room] = ring;
    });
  }
  // Not reached from the loop: no palace of a box is like that, but it is drawn all the same.
  const deepest = Math.max(...depth) + 1;
  rooms.forEach((_, room) => {
    if (placed(room)) return;
    angle[room] = room / rooms.length;
    depth[room] = deepest;
  });
  return [...Array(Math.max(...depth) + 1).keys()].map((ring) =>
    [...rooms.keys()].filter((room) => depth[room] === ring).sort((a, b) => angle[a]! - angle[b]!),
  );
}
