// Everything a table of this game needs that can be computed without a document.
import { t, tn } from '../../lib/i18n.svelte';
import type { Logic } from '../types';
import { frames } from './frames';
import {
  colourName, COLOURS, coloursOf, countOf, homeOf, ownerOf, pagodaOf, roomOf, signed, valueText, type Colour, type Room, type TakamatsuView,
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
  const room = roomOf(view, end);
  const colour = room && homeOf(view, room);
  const due = colour ? countOf(group, colour) : 0;
  if (!colour || !due) return null;
  const cards = view.column.slice(0, due);
  const start = pagodaOf(view, colour);
  const at = cards.reduce<number>((sum, card) => Math.max(0, sum + (card ?? 0)), start);
  return { colour, owner: ownerOf(view, colour), cards, more: due - cards.length, gain: at - start };
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

export function roomKind(view: TakamatsuView, room: Room): string {
  if (room.kind === '+1') return t('from here you can go one room further');
  if (room.kind === '+2') return t('from here you can go one or two rooms further');
  const home = homeOf(view, room);
  if (!home) return t('a plain room');
  return room.kind === 'outer' ? t('%s, outer', colourName(home)) : t('%s, inner', colourName(home));
}

// Why a group cannot leave its room (K8, K17); '' if it can.
export function lacking(view: TakamatsuView, you: number, room: Room, group: string): string {
  const own = coloursOf(view, you).filter((colour) => room.samurai.includes(colour));
  const others = COLOURS.filter((colour) => room.samurai.includes(colour) && !coloursOf(view, you).includes(colour));
  const goes = (colour: Colour) => group.includes(colour);
  if (!group) return t('Choose who goes: each samurai adds one room.');
  if (!own.some(goes)) return t('At least one of your own must go: %s.', own.map(colourName).join(', '));
  if (others.length && !others.some(goes)) return t('There are other samurai here: at least one of them must come along.');
  if (!others.length && !own.every(goes)) return t('Both your colours are here: at least one of each must go.');
  if (group.length > 2 && group.length === room.samurai.length) return t('If there are three or more in a room, at least one must stay.');
  return '';
}

// Why you cannot move from a room; '' if you can.
export function whyNotFrom(view: TakamatsuView, you: number | null, room: Room, legal: readonly string[], names: readonly string[]): string {
  if (view.phase === 'over') return t('The game is over.');
  if (you === null) return t('You are watching.');
  if (!legal.length) {
    const decides = view.phase === 'ask' ? view.asked! : view.turn;
    return decides === you ? t('One moment.') : t('It is %s’s turn to decide.', names[decides] ?? '');
  }
  if (view.phase === 'ask') return t('Your samurai have moved: use a hidden card, or wait.');
  if (!room.samurai) return t('There is nobody in %s.', room.name);
  if (!coloursOf(view, you).some((colour) => room.samurai.includes(colour))) return t('None of your samurai are in %s.', room.name);
  return '';
}

// How far a group moves from a room (K9).
export function reach(from: Room, group: string): [least: number, most: number] {
  const bonus = from.kind === '+1' ? 1 : from.kind === '+2' ? 2 : 0;
  return [group.length, group.length + bonus];
}

// What is left to choose for a group that may go.
export function journey(from: Room, group: string): string {
  const [least, most] = reach(from, group);
  return least === most
    ? tn('%d samurai, one room: choose a highlighted one.', '%1$d samurai, %1$d rooms: choose a highlighted one.', least)
    : tn('%1$d samurai, %1$d to %2$d rooms: choose a highlighted one.', '%1$d samurai, %1$d to %2$d rooms: choose a highlighted one.', least, most);
}

// Why a group that may go cannot end in a room.
export function whyNotTo(from: Room, group: string, ends: readonly string[], room: string): string {
  const [least, most] = reach(from, group);
  if (!ends.length) return t('They would end up where they started.');
  const there = ends.join(', ');
  return least === most
    ? tn('%d samurai goes one room: to %s, not to %s.', '%1$d samurai go %1$d rooms: to %2$s, not to %3$s.', least, there, room)
    : t('They can go %d to %d rooms: to %s, not to %s.', least, most, there, room);
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

export default { frames, describe, prompt, open } satisfies Logic<TakamatsuView>;
