// What a table of TATATA! computes: which pieces lead to which actions, and the frames between two views.
import type { Frame } from '../../ui/stage';
import type { Logic } from '../types';
import { livery } from './livery';
import { flightOf, gustOf, planeAt, putAfter, victimOf, walk } from './ring';
import { cardsOf, usesOf, useAction, type Kind, type TatataView } from './view';
import { describe, prompt, useWords } from './words';

export type Piece = { card: string } | { held: Kind } | { space: number };

export interface Choice {
  action: string;
  words: string;
  legal: boolean;
}

const legalChoice = (action: string, words: string): Choice => ({ action, words, legal: true });

// What can be done with a card in hand.
function cardChoices(view: TatataView, legal: string[], card: string): Choice[] {
  return usesOf(view, card).map((use) => {
    const action = useAction(card, use);
    return { action, words: useWords(view, card, use), legal: legal.includes(action) };
  });
}

// The actions that end at a space: flights to it, attacks on the plane there, putting out your own fire.
export function spaceActions(view: TatataView, you: number, legal: string[], at: number): string[] {
  const plane = view.circuit[at]!.plane;
  return legal.filter(
    (action) =>
      flightOf(view, you, action)?.to === at ||
      (plane !== null && victimOf(view, action) === plane) ||
      (plane === you && action === 'recover'),
  );
}

export const heldActions = (legal: string[], kind: Kind): string[] =>
  legal.filter((action) => (kind === 'bomb' ? action.includes(' bomb ') : action === `use ${kind}`));

// What a piece offers; if there is more than one action, or it is a card, we ask.
export function choices(view: TatataView, you: number, legal: string[], piece: Piece, names: string[]): Choice[] {
  if ('card' in piece) return cardChoices(view, legal, piece.card);
  const actions = 'held' in piece ? heldActions(legal, piece.held) : spaceActions(view, you, legal, piece.space);
  return actions.map((action) => legalChoice(action, describe(action, view, names)));
}

// The planes that a hurricane can move now, and the spaces that one of them can be moved to.
export const gusts = (view: TatataView, legal: string[]) => legal.map((action) => ({ action, gust: gustOf(view, action) })).filter(({ gust }) => gust);

// Places to put a card back to: the space before it, and the action.
export const puts = (view: TatataView, legal: string[]): { after: number; action: string }[] =>
  legal.flatMap((action) => {
    const after = putAfter(view, action);
    return after === null ? [] : [{ after, action }];
  });

// The card that an action or event is about: `play F3 as fly`, `1 dodge M4`.
export const cardIn = (action: string): string | null => /(?:^|\d )(?:play|dodge|action|discard|drop) ([FTMJAL][1-6])\b/.exec(action)?.[1] ?? null;

// How long an event is shown, in milliseconds.
function hold(event: string, after: TatataView): number {
  if (after.phase === 'deal' || event.startsWith('* draw')) return after.phase === 'deal' ? 50 : 160;
  if (after.phase === 'answer') return 1000;
  return event.endsWith(' end') ? 350 : 700;
}

const MAX_STOPS = 9;
const STOP = 85;
const TURNED = 1200;

// The places that a plane passes on its way, without the first and the last; at most MAX_STOPS.
export function way(before: TatataView, event: string, after: TatataView): { seat: number; stops: number[] } | null {
  const words = event.split(' ');
  const seat = words[1] === 'wind' ? Number(words[2]) : Number(words[0]);
  if (!['go', 'wind', 'take'].includes(words[1] ?? '')) return null;
  const from = planeAt(before, seat);
  const to = planeAt(after, seat);
  const closed = before.circuit.length > after.circuit.length; // it left a gap
  if (from === to && words[1] !== 'go') return null;
  const back = words[1] === 'take' || words[3]?.startsWith('-');
  const n = after.circuit.length;
  const all = walk(n, back ? from : (from - (closed ? 1 : 0) + n) % n, back ? -1 : 1);
  const stops = all.slice(0, all.indexOf(to));
  const every = Math.ceil(stops.length / MAX_STOPS);
  return { seat, stops: stops.filter((_, i) => every <= 1 || i % every === 0) };
}

// The card under a plane, shown face up before it takes effect.
function turning(before: TatataView, event: string): Frame<TatataView>[] {
  const kind = /^\* sky (\w+)$/.exec(event)?.[1] as Kind | undefined;
  if (!kind) return [];
  const circuit = before.circuit.map((space) => (space.plane === before.who ? { ...space, sky: kind } : space));
  return [{ view: { ...before, circuit, turned: { seat: before.who, kind } }, hold: TURNED }];
}

function frames(before: TatataView, event: string, after: TatataView): Frame<TatataView>[] {
  const flight = way(before, event, after);
  const between = (flight?.stops ?? []).map((at) => ({
    view: { ...before, circuit: after.circuit, flying: { seat: flight!.seat, at } },
    hold: STOP,
  }));
  return [...between, ...turning(before, event), { view: after, hold: hold(event, after) }];
}

// Everything visible: each seat's own hand is known.
function open(spectator: TatataView, seats: TatataView[]): TatataView {
  const drawn = seats.find((view) => view.drawn)?.drawn ?? null;
  return { ...spectator, drawn, players: spectator.players.map((player, i) => ({ ...player, known: cardsOf(seats[i]!.players[i]!) })) };
}

const colour = (seat: number): string => livery(seat).body;

export default { frames, describe, prompt, open, colour } satisfies Logic<TatataView>;
