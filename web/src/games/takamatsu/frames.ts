// What is shown between two views: samurai walk from room to room, and a card is seen before it is used.
import type { Frame } from '../../ui/stage';
import { roomOf, type Colour, type TakamatsuView } from './view';

const STEP = 240; // through a room
const LOOK = 520; // at what is about to happen
const SETTLE = 650;
const CARD = 380;
const COUNT = 1400;

// The rooms on the way, including the last: the shortest way of at least n steps.
export function way(view: TakamatsuView, from: string, n: number, end: string): string[] {
  let ways: string[][] = [[from]];
  for (let step = 1; step <= n + view.rooms.length; step++) {
    const reached = new Map<string, string[]>();
    for (const path of ways) {
      for (const next of roomOf(view, path.at(-1)!)?.to ?? []) if (!reached.has(next)) reached.set(next, [...path, next]);
    }
    const found = step >= n ? reached.get(end) : undefined;
    if (found) return found.slice(1);
    ways = [...reached.values()];
  }
  return [end];
}

function without(samurai: string, group: string): string {
  for (const letter of group) samurai = samurai.replace(letter, '');
  return samurai;
}

// An open card is used the moment it is earned: this is the view before that.
function earned(before: TakamatsuView, after: TakamatsuView): TakamatsuView {
  return { ...before, rooms: after.rooms, phase: 'take', receiving: after.receiving, due: after.due };
}

function walk(before: TakamatsuView, from: string, group: string, end: string, after: TakamatsuView): Frame<TakamatsuView>[] {
  const rooms = before.rooms.map((room) => (room.name === from ? { ...room, samurai: without(room.samurai, group) } : room));
  const steps: Frame<TakamatsuView>[] = way(before, from, group.length, end)
    .slice(0, -1)
    .map((room) => ({ view: { ...before, rooms, passing: { room, samurai: group } }, hold: STEP }));
  if (after.phase === 'lay') steps.push({ view: earned(before, after), hold: LOOK });
  return [...steps, { view: after, hold: after.phase === 'lay' ? CARD : SETTLE }];
}

function between(before: TakamatsuView, event: string, after: TakamatsuView): Frame<TakamatsuView>[] {
  const [who, verb, first, second, third] = event.split(' ') as [string, string, string, string, string];
  if (verb === 'move') return walk(before, first, second, third, after);
  if (verb === 'use') {
    const seat = Number(who);
    const value = Number(first);
    const colour = (second as Colour | undefined) ?? before.seats[seat]!.pagodas[0]!.colour;
    const less = (cards: number[]) => cards.toSpliced(cards.indexOf(value), 1);
    const seats = before.seats.map((of, i) =>
      i === seat ? { ...of, hidden: of.hidden - 1, cards: of.cards && less(of.cards) } : of,
    );
    return [{ view: { ...before, seats, using: { seat, value, colour } }, hold: LOOK }, { view: after, hold: SETTLE }];
  }
  if (verb === 'lay' && after.phase === 'lay') {
    const laid = first === 'hidden' ? null : Number(first);
    const full = { ...earned(before, after), column: [...before.column, laid] };
    return [{ view: full, hold: CARD }, { view: after, hold: CARD }];
  }
  return [{ view: after, hold: who === '*' ? (after.phase === 'deal' ? 120 : CARD) : SETTLE }];
}

// At the end the pagodas first stand where the open cards brought them; then the hidden cards move them.
export function frames(before: TakamatsuView, event: string, after: TakamatsuView): Frame<TakamatsuView>[] {
  const shown = between(before, event, after);
  if (after.phase !== 'over' || before.phase === 'over') return shown;
  return [...shown.slice(0, -1), { view: { ...after, uncounted: true }, hold: COUNT }, shown.at(-1)!];
}
