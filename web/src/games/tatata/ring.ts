// The circuit: walking round it, and where actions lead on it.
import type { Space, TatataView } from './view';

export const isCard = (space: Space): boolean => space.sky !== undefined && space.sky !== 'gap';

export const planeAt = (view: TatataView, seat: number): number => view.circuit.findIndex(({ plane }) => plane === seat);

// All other places starting after `at`, in the direction of flight or against it; `at` itself comes last.
export function walk(n: number, at: number, by: 1 | -1 = 1): number[] {
  return [...Array(n).keys()].map((i) => (at + by * (i + 1) + 2 * n) % n);
}

export interface Flight {
  to: number;
  bomb: number | null;
  again: boolean; // by way of more than a whole round
}

// Where `go …` of a seat leads.
export function flightOf(view: TatataView, seat: number, action: string): Flight | null {
  const words = /^go (base )?(\d+)(?: bomb (\d))?$/.exec(action);
  if (!words) return null;
  const [, base, n, bomb] = words;
  const wanted = (space: Space) => (base ? space.base !== undefined : isCard(space));
  const goals = walk(view.circuit.length, planeAt(view, seat)).filter((i) => wanted(view.circuit[i]!));
  const steps = Number(n) - 1;
  return { to: goals[steps % goals.length]!, bomb: bomb === undefined ? null : Number(bomb), again: steps >= goals.length };
}

export interface Gust {
  seat: number;
  by: number; // negative: back
  to: number;
}

export function gustOf(view: TatataView, action: string): Gust | null {
  const words = /^wind (\d) ([+-]\d)$/.exec(action);
  if (!words) return null;
  const seat = Number(words[1]);
  const by = Number(words[2]);
  const goals = walk(view.circuit.length, planeAt(view, seat), by < 0 ? -1 : 1).filter((i) => isCard(view.circuit[i]!));
  return { seat, by, to: goals[Math.abs(by) - 1]! };
}

// `put L I`: the place after which the card goes.
export function putAfter(view: TatataView, action: string): number | null {
  const words = /^put (\d) (\d+)$/.exec(action);
  if (!words) return null;
  const base = view.circuit.findIndex((space) => space.base === Number(words[1]));
  const cards = view.circuit.map((_, i) => i).filter((i) => i > base && isCard(view.circuit[i]!));
  return Number(words[2]) === 0 ? base : cards[Number(words[2]) - 1]!;
}

// Whom an action attacks, as the engine says.
export function victimOf(view: TatataView, action: string): number | null {
  if (/^play .. as tatata$/.test(action)) return view.targets?.tatata ?? null;
  const used = /^use (krauten|laser|missile)$/.exec(action)?.[1] as 'krauten' | 'laser' | 'missile' | undefined;
  if (used) return view.targets?.[used] ?? null;
  const bombed = / bomb (\d)$/.exec(action)?.[1];
  return bombed === undefined ? null : Number(bombed);
}

// How a flight of `seat` to a place is written, legal or not; null for a gap.
export function flightTo(view: TatataView, seat: number, to: number): string | null {
  const { base } = view.circuit[to]!;
  if (base === undefined && !isCard(view.circuit[to]!)) return null;
  const goals = walk(view.circuit.length, planeAt(view, seat)).filter((i) => (base === undefined ? isCard(view.circuit[i]!) : view.circuit[i]!.base !== undefined));
  return `go ${base === undefined ? '' : 'base '}${goals.indexOf(to) + 1}`;
}

// Spaces have no names. To follow each one as cards come and go, it keeps a key from view to view.
export interface Keyed {
  key: string;
  space: Space;
}

// How different two spaces are; Infinity if they cannot be the same one.
function unlike(a: Space, b: Space): number {
  if (a.base !== undefined || b.base !== undefined) return a.base === b.base ? 0 : Infinity;
  const moved = a.plane === b.plane ? 0 : 0.2;
  if (a.sky === b.sky) return moved;
  if (a.sky === '?' || b.sky === 'gap' || b.seen) return 0.5 + moved;
  return Infinity;
}

export function rekey(before: Keyed[], after: Space[]): Keyed[] {
  let fresh = Math.max(0, ...before.map(({ key }) => Number(/^s(\d+)$/.exec(key)?.[1] ?? 0)));
  const n = before.length;
  const m = after.length;
  // The cheapest way to turn one list into the other: cost[i][j] for the rest of each, from i and j on.
  const cost = Array.from({ length: n + 1 }, () => Array<number>(m + 1).fill(0));
  const same = (i: number, j: number) => unlike(before[i]!.space, after[j]!) + cost[i + 1]![j + 1]!;
  for (let i = n; i >= 0; i--) {
    for (let j = m; j >= 0; j--) {
      if (i === n || j === m) cost[i]![j] = n - i + (m - j);
      else cost[i]![j] = Math.min(same(i, j), 1 + cost[i + 1]![j]!, 1 + cost[i]![j + 1]!);
    }
  }
  const keyed: Keyed[] = [];
  let i = 0;
  for (let j = 0; j < m; ) {
    const space = after[j]!;
    if (i < n && cost[i]![j] === same(i, j)) {
      keyed.push({ key: before[i++]!.key, space });
      j++;
    } else if (i < n && cost[i]![j] === 1 + cost[i + 1]![j]!) i++;
    else {
      keyed.push({ key: space.base !== undefined ? `b${space.base}` : `s${++fresh}`, space });
      j++;
    }
  }
  return keyed;
}
