// Everything a table of this game needs that can be computed without a document.
import { t, tn } from '../../lib/i18n.svelte';
import type { Logic } from '../types';
import { frames } from './frames';
import {
  colourName, COLOURS, coloursOf, countOf, ownerOf, pagodaOf, roomOf, signed, valueText, type Colour, type Room, type TakamatsuView,
} from './view';

// The actions out of each room. There can be thousands, so nothing is parsed here; those of one room are adjacent.
export function movesByRoom(legal: readonly string[]): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  let start = '';
  let list: string[] = [];
  for (const action of legal) {
    if (!action.startsWith('move ')) continue;
    if (!start || !action.startsWith(start)) {
      const room = action.slice(5, action.indexOf(' ', 5));
      start = `move ${room} `;
      list = rooms.get(room) ?? [];
      rooms.set(room, list);
    }
    list.push(action);
  }
  return rooms;
}

// Of the actions out of one room: where a group may go.
export function endsOf(actions: readonly string[], from: string, group: string): string[] {
  const start = `move ${from} ${group} `;
  return actions.filter((action) => action.startsWith(start)).map((action) => action.slice(start.length));
}

// The letters of a group in the order of the notation.
export const groupText = (colours: readonly Colour[]): string => [...colours].sort().join('');

export interface Move {
  from: string;
  group: string;
  to: string;
}

// The move that an event is, if it is one: `2 move g1 bbp i3`.
export function moveOf(event: string | null): Move | null {
  const [, verb, from, group, to] = (event ?? '').split(' ');
  return verb === 'move' ? { from: from!, group: group!, to: to! } : null;
}

// Whether a move may be the last one here: after it its samurai stand where it ended. Somebody may have gone back in time.
export const stands = (view: TakamatsuView, { group, to }: Move): boolean =>
  COLOURS.every((colour) => countOf(roomOf(view, to)?.samurai ?? '', colour) >= countOf(group, colour));

export interface Use {
  value: number;
  colour: Colour;
  action: string;
}

// Hidden cards that may be used now, for which pagoda.
export function usesOf(view: TakamatsuView, you: number, legal: readonly string[]): Use[] {
  return legal
    .filter((action) => action.startsWith('use '))
    .map((action) => {
      const [, value, colour] = action.split(' ');
      return { value: Number(value), colour: (colour as Colour | undefined) ?? coloursOf(view, you)[0]!, action };
    });
}

export interface Earning {
  colour: Colour;
  owner: number;
  cards: (number | null)[]; // those that lie there, from the top; null is face down
  more: number; // cards that nobody has seen yet
  gain: number; // by the open ones: how far the pagoda goes
}

// What a group earns where it ends.
export function earningOf(view: TakamatsuView, group: string, end: string): Earning | null {
  const colour = roomOf(view, end)?.home ?? null;
  const due = colour ? countOf(group, colour) : 0;
  if (!colour || !due) return null;
  const cards = view.column.slice(0, due);
  return { colour, owner: ownerOf(view, colour), cards, more: due - cards.length, gain: view.gains[colour]?.[cards.length - 1] ?? 0 };
}

// For a badge: `+3`, `−2 ?`.
export function earningText({ cards, more, gain }: Earning): string {
  const open = cards.some((card) => card !== null);
  const unseen = cards.filter((card) => card === null).length + more;
  return [open ? (gain ? signed(gain) : '0') : '', '?'.repeat(Math.min(unseen, 3))].filter(Boolean).join(' ');
}

export function earningWords({ colour, cards, more }: Earning): string {
  const list = [...cards.map((card) => (card === null ? t('face down') : valueText(card))), ...Array<string>(more).fill('?')].join(', ');
  return tn('%2$s takes %1$d card: %3$s', '%2$s takes %1$d cards: %3$s', cards.length + more, colourName(colour), list);
}

// `2 × blue, 1 × black`
export const samuraiWords = (samurai: string): string =>
  COLOURS.filter((colour) => samurai.includes(colour)).map((colour) => `${countOf(samurai, colour)} × ${colourName(colour)}`).join(', ');

export function roomKind(room: Room): string {
  if (room.kind === '+1') return t('from here you can go one room further');
  if (room.kind === '+2') return t('from here you can go one or two rooms further');
  const { home } = room;
  if (!home) return t('a plain room');
  return room.kind === 'outer' ? t('%s, outer', colourName(home)) : t('%s, inner', colourName(home));
}

// A move out of a room that cannot be left, so that the engine can say why.
export function meantMove(room: Room, own: readonly Colour[], group: string): string {
  return `move ${room.name} ${group || groupText([...room.samurai] as Colour[]) || own[0]} ${room.to[0]}`;
}

export function describe(action: string, view: TakamatsuView): string {
  const [verb, first, second, third] = action.split(' ') as [string, string, string, string];
  if (verb === 'wait') return t('Wait');
  if (verb === 'use') {
    const decides = view.phase === 'ask' ? view.asked! : view.turn;
    const colour = (second as Colour | undefined) ?? coloursOf(view, decides)[0]!;
    const at = pagodaOf(view, colour);
    return t('Use the hidden card %d: %s from %d to %d', first, colourName(colour), at, at + Number(first));
  }
  const move = t('Move %s from %s to %s', samuraiWords(second), first, third);
  const earning = earningOf(view, second, third);
  return earning ? `${move}; ${earningWords(earning)}` : move;
}

function prompt(view: TakamatsuView, _you: number, legal: string[]): string {
  if (view.phase === 'ask') return t('Use a hidden card, or wait?');
  if (!legal.length) return '';
  return view.ending ? t('Your last turn: move samurai') : t('Your turn: move samurai');
}

// One view with all hidden cards visible.
const open = (spectator: TakamatsuView, seats: TakamatsuView[]): TakamatsuView => ({
  ...spectator,
  seats: spectator.seats.map((seat, i) => ({ ...seat, cards: seat.cards ?? seats[i]?.seats[i]?.cards })),
});

const TINTS: Record<Colour, string> = {
  b: 'var(--takamatsu-blue-42)', k: 'var(--takamatsu-grey-21)', p: 'var(--takamatsu-purple-44)', r: 'var(--takamatsu-red-45)',
  y: 'var(--takamatsu-gold-51)',
};
const colour = (seat: number, view: TakamatsuView): string | undefined => TINTS[coloursOf(view, seat)[0]!];

export default { frames, describe, prompt, open, colour } satisfies Logic<TakamatsuView>;
