// The palace and the cards as a box file gives them. If it gives any room, it gives all.
import { entriesOf, numberIn, withLine, wordsOf } from '../../session/boxtext';
import type { Places } from '../types';
import { planOf } from './plan';
import type { Room } from './view';

export interface BoxRoom {
  name: string;
  kind: string; // KINDS, or whatever stands there
  colour: string; // of an outer or inner room; else ''
  to: string[];
}

export const KINDS = ['plain', '+1', '+2', 'outer', 'inner'] as const;
export const hasColour = (kind: string): boolean => kind === 'outer' || kind === 'inner';

export function readRoom([, name = '', ...words]: string[]): BoxRoom {
  const mark = words.indexOf('>');
  const [kind = 'plain', colour = ''] = mark < 0 ? words : words.slice(0, mark);
  return { name, kind, colour, to: mark < 0 ? [] : words.slice(mark + 1) };
}

const roomLine = ({ name, kind, colour, to }: BoxRoom): string[] => ['room', name, kind, ...(hasColour(kind) && colour ? [colour] : []), '>', ...to];

const roomEntries = (text: string) => entriesOf(text).filter(({ words }) => words[0] === 'room');

// The first of each name.
export function roomsOf(text: string, standard: string): BoxRoom[] {
  const given = roomEntries(text);
  const rooms = (given.length ? given : roomEntries(standard)).map(({ words }) => readRoom(words));
  return rooms.filter(({ name }, i) => rooms.findIndex((room) => room.name === name) === i);
}

// A text that gives its rooms itself.
function explicit(text: string, standard: string): string {
  if (roomEntries(text).length) return text;
  return roomEntries(standard).reduce((now, { words }) => withLine(now, ['room', words[1]!], words), text);
}

export const withRoom = (text: string, standard: string, room: BoxRoom): string =>
  withLine(explicit(text, standard), ['room', room.name], roomLine(room));

// Arrows follow a room to its new name.
export function renamed(text: string, standard: string, from: string, to: string): string {
  let now = explicit(text, standard);
  for (const room of roomsOf(now, standard)) {
    const next = { ...room, name: room.name === from ? to : room.name, to: room.to.map((name) => (name === from ? to : name)) };
    if (room.name === from || room.to.includes(from)) now = withLine(now, ['room', room.name], roomLine(next));
  }
  return now;
}

export function withoutRoom(text: string, standard: string, name: string): string {
  let now = withLine(explicit(text, standard), ['room', name], null);
  if (!roomEntries(now).length) return text; // no room at all would mean the default palace
  for (const room of roomsOf(now, standard)) {
    if (room.to.includes(name)) now = withRoom(now, standard, { ...room, to: room.to.filter((other) => other !== name) });
  }
  return now;
}

// Takes an arrow away, or adds it; a third one takes the place of the second.
export function toggled(room: BoxRoom, to: string): BoxRoom {
  if (to === room.name) return room;
  return { ...room, to: room.to.includes(to) ? room.to.filter((name) => name !== to) : [...room.to.slice(0, 1), to] };
}

export function freeName(rooms: BoxRoom[]): string {
  for (let n = rooms.length + 1; ; n++) if (!rooms.some(({ name }) => name === `room${n}`)) return `room${n}`;
}

// What a name can be made of.
export const cleanName = (name: string): string => name.trim().replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 14);

export type Pile = 'open' | 'hidden';

export const valuesOf = (text: string, standard: string, pile: Pile): (number | null)[] => wordsOf(text, standard, pile).map(numberIn);

export const withValues = (text: string, pile: Pile, values: (number | null)[]): string =>
  withLine(text, [pile], [pile, ...values.map((value) => String(value ?? '?'))]);

// The drawing.
export const WIDE = 360;
export const ROOM = { w: 62, h: 48 };
export const highOf = (rooms: number): number => (rooms > 14 ? 460 : 320);

const within = (low: number, x: number, high: number): number => Math.round(Math.min(Math.max(x, low), high));
export const inside = ({ x, y }: { x: number; y: number }, high: number) => ({
  x: within(ROOM.w / 2 + 2, x, WIDE - ROOM.w / 2 - 2),
  y: within(ROOM.h / 2 + 2, y, high - ROOM.h / 2 - 2),
});

// Where a new room stands: not far from `near`, and clear of the others.
export function freeSpot(places: Places, near: { x: number; y: number }, high: number): { x: number; y: number } {
  let best = { x: near.x, y: near.y, worth: -Infinity };
  for (let y = ROOM.h / 2 + 2; y <= high - ROOM.h / 2 - 2; y += 12) {
    for (let x = ROOM.w / 2 + 2; x <= WIDE - ROOM.w / 2 - 2; x += 12) {
      const clear = Math.min(...Object.values(places).map((place) => Math.max(Math.abs(place.x - x) / ROOM.w, Math.abs(place.y - y) / ROOM.h)));
      const worth = Math.min(clear, 1.15) * 1000 - Math.hypot(near.x - x, near.y - y);
      if (worth > best.worth) best = { x, y, worth };
    }
  }
  return inside(best, high);
}

// Where the rooms stand: where they were put, or as on the table.
export function standing(rooms: BoxRoom[], places: Places): Places {
  const high = highOf(rooms.length);
  const found: Places = {};
  for (const { name } of rooms) if (places[name]) found[name] = inside(places[name], high);
  if (!rooms.length || rooms.every(({ name }) => found[name])) return found;
  const names = new Set(rooms.map(({ name }) => name));
  const graph = rooms.map((room) => ({ ...room, to: [...new Set(room.to)].filter((name) => names.has(name) && name !== room.name) }));
  const plan = planOf(graph as unknown as Room[]);
  rooms.forEach(({ name }, i) => {
    const { x, y, w, h } = plan.rooms[i]!;
    found[name] ??= inside({ x: ((x + w / 2) / plan.width) * WIDE, y: ((y + h / 2) / plan.height) * high }, high);
  });
  return found;
}
