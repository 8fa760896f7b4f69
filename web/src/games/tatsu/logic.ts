// TATSU without a document: cards, texts, and what is shown between two views.
import { t } from '../../lib/i18n.svelte';
import type { Frame } from '../../ui/stage';
import type { Logic } from '../types';

export type Clan = 'r' | 'y';

export interface Place {
  player: number;
  ghost: boolean;
  clan: Clan;
  red: number;
  yellow: number;
  cards?: string[]; // where they are known
  columns?: { up: string | null; down: Clan | null }[]; // two players
  laid: string[];
}

export interface TatsuView {
  seat: number | null;
  phase: 'deal' | 'play' | 'give' | 'turn' | 'over';
  round: number;
  trick: number;
  leader: number;
  turn: number | null; // places
  asked: number | null;
  places: Place[];
  pot: string[];
  captured: Record<Clan, string[]>;
  total: number[];
  // Added by `frames`.
  from?: number; // the place that the last card came from
  taken?: { place: number; pot: boolean }; // the trick is over: who has it, or leads on
  summary?: { round: number; gained: number[] }; // the round is over
}

export interface Card {
  clan: Clan;
  kind: 'spirit' | 'multiplier' | 'fusion';
  power: number; // of a spirit
  worth: number; // points; of a multiplier, how many times
}

export function readCard(card: string): Card {
  const clan = card[0] as Clan;
  const rest = card.slice(1);
  if (rest === 'f') return { clan, kind: 'fusion', power: 0, worth: 0 };
  if (rest[0] === 'x') return { clan, kind: 'multiplier', power: 0, worth: Number(rest[1]) };
  return rest[0] === 'v' ? { clan, kind: 'spirit', power: 1, worth: Number(rest[1]) } : { clan, kind: 'spirit', power: Number(rest), worth: 1 };
}

export const clanName = (clan: Clan): string => (clan === 'r' ? t('red') : t('yellow'));

export function cardName(card: string): string {
  const { clan, kind, power, worth } = readCard(card);
  if (kind === 'fusion') return clan === 'r' ? t('red fusion') : t('yellow fusion');
  if (kind === 'multiplier') return clan === 'r' ? t('red ×%d', worth) : t('yellow ×%d', worth);
  if (power === 1) return clan === 'r' ? t('red 1 (%d points)', worth) : t('yellow 1 (%d points)', worth);
  return clan === 'r' ? t('red %d', power) : t('yellow %d', power);
}

// A hand reads best sorted by clan, strongest first, then what is not fought with.
export function sortHand(cards: readonly string[], first: Clan): string[] {
  const rank = (card: string) => {
    const { clan, kind, power, worth } = readCard(card);
    const value = kind === 'fusion' ? 300 : kind === 'multiplier' ? 200 - worth : 100 - 10 * power - worth;
    return value + (clan === first ? 0 : 1000);
  };
  return cards.toSorted((a, b) => rank(a) - rank(b));
}

// The places from the bottom of the table, clockwise.
export function around(view: TatsuView, you: number | null): number[] {
  const own = view.places.findIndex(({ player, ghost }) => player === you && !ghost);
  return view.places.map((_, i) => (Math.max(own, 0) + i) % view.places.length);
}

// What a clan has captured so far: points, times its own multipliers.
export function harvest(view: TatsuView, clan: Clan): { points: number; times: number; multipliers: string[] } {
  const cards = view.captured[clan].map((card) => ({ card, ...readCard(card) }));
  const points = cards.filter(({ kind }) => kind === 'spirit').reduce((sum, { worth }) => sum + worth, 0);
  const own = cards.filter((card) => card.kind === 'multiplier' && card.clan === clan);
  return { points, times: own.reduce((sum, { worth }) => sum + worth, 0), multipliers: own.map(({ card }) => card) };
}

// The action that a click on a card means.
export const cardAction = (legal: readonly string[], card: string): string | undefined =>
  legal.find((action) => action === `play ${card}` || action === `give ${card}`);

export const askAction = (view: TatsuView, legal: readonly string[], place: number): string | undefined => {
  const { ghost, player } = view.places[place]!;
  const wanted = view.places.length === 2 ? (place === view.turn ? '' : 'ask') : ghost ? 'ask g' : `ask ${player}`;
  return legal.find((action) => action === wanted);
};

// The place whose cards are being chosen from now.
export const source = (view: TatsuView): number | null => view.asked ?? view.turn;

export function whyNotCard(view: TatsuView, legal: readonly string[], place: number, card: string, names: readonly string[]): string {
  const at = source(view);
  if (!legal.length || at === null) return t('It is not your turn.');
  const wanted = view.places[view.turn!]!.clan;
  if (place !== at && view.places[place]!.ghost) return t('These are the ghost’s cards. Ask the ghost for one.');
  if (place !== at && view.places[at]!.ghost) return t('Choose one of the ghost’s cards, not one of yours.');
  if (readCard(card).clan === wanted) return t('As long as there is a face-up card, you must play one of those.');
  if (view.phase === 'give') {
    return t('%s needs a card of the clan %s.', view.places[view.turn!]!.ghost ? t('the ghost') : names[view.places[view.turn!]!.player]!, clanName(wanted));
  }
  return t('This trick needs a card of your clan, %s. Play one, or ask somebody.', clanName(wanted));
}

export function whyNotAsk(view: TatsuView, legal: readonly string[], place: number): string {
  if (!legal.length || view.turn === null) return t('It is not your turn.');
  if (view.phase === 'give') return t('You were asked for a card: choose one.');
  if (place === view.turn) return t('You cannot ask yourself: play a card, or ask another player.');
  return t('There is no card of the clan %s there.', clanName(view.places[view.turn]!.clan));
}

const HOLD = 700;
const HOLD_TRICK = 1500;
const HOLD_ROUND = 3200;

// The card that an event laid, if it did.
function laidBy(event: string): string | null {
  const [, verb, card] = event.split(' ');
  return verb === 'play' || verb === 'give' || verb === 'turn' ? card! : null;
}

function frames(before: TatsuView, event: string, after: TatsuView): Frame[] {
  const from = source(before);
  const view = from === null ? after : { ...after, from };
  const newRound = after.round !== before.round || (after.phase === 'over' && before.phase !== 'over');
  if (before.phase === 'deal') return [{ view, hold: HOLD }];
  if (!newRound && after.trick === before.trick) return [{ view, hold: event.startsWith('*') ? 300 : HOLD }];

  // The trick is over: its last card is in no view, so we add it here.
  const card = laidBy(event);
  const n = before.places.reduce((sum, { laid }) => sum + laid.length, 0);
  const turn = (before.leader + n) % before.places.length;
  const places = before.places.map((place, i) => ({
    ...place,
    laid: n < 4 && i === turn && card ? [...place.laid, card] : place.laid,
    cards: place.cards?.filter((other) => other !== card),
    columns: place.columns?.map(({ up, down }) => ({ up: up === card ? null : up, down })),
    red: place.red - (i === from && card?.[0] === 'r' ? 1 : 0),
    yellow: place.yellow - (i === from && card?.[0] === 'y' ? 1 : 0),
  }));
  const full: TatsuView = { ...before, places, turn: null, asked: null, from: from ?? turn };
  if (newRound) {
    const summary = { round: before.round, gained: after.total.map((total, i) => total - before.total[i]!) };
    return [
      { view: full, hold: HOLD_TRICK },
      { view: { ...full, summary, total: after.total }, hold: HOLD_ROUND },
      { view: after.phase === 'over' ? { ...after, summary } : after, hold: HOLD },
    ];
  }
  return [
    { view: full, hold: HOLD },
    { view: { ...full, taken: { place: after.leader, pot: after.pot.length > 0 } }, hold: HOLD_TRICK },
    { view: after, hold: HOLD },
  ];
}

function describe(action: string, _: TatsuView, names: string[]): string {
  const [verb, what] = action.split(' ');
  if (verb === 'play') return t('Play %s', cardName(what!));
  if (verb === 'give') return t('Give %s', cardName(what!));
  if (verb === 'flip') return t('Turn over the face-down card of column %d', Number(what));
  if (what === 'g') return t('Ask the ghost');
  return what === undefined ? t('Ask your opponent') : t('Ask %s', names[Number(what)]!);
}

function prompt(view: TatsuView, _: number, __: string[], names: string[]): string {
  if (view.turn === null) return '';
  const { clan, ghost, player } = view.places[view.turn]!;
  const red = clan === 'r';
  if (view.phase === 'give') {
    if (view.asked !== null && view.places[view.asked]!.ghost) return red ? t('The ghost gives a red card: which?') : t('The ghost gives a yellow card: which?');
    const who = ghost ? t('the ghost') : names[player]!;
    return red ? t('For %s: give a red card', who) : t('For %s: give a yellow card', who);
  }
  if (ghost) return red ? t('For the ghost: play red, or ask') : t('For the ghost: play yellow, or ask');
  return red ? t('Your turn: play red, or ask') : t('Your turn: play yellow, or ask');
}

// Every hand, taken from its own seat's view.
function open(spectator: TatsuView, seats: TatsuView[]): TatsuView {
  const places = spectator.places.map((place, i) => ({ ...place, cards: seats[place.player]?.places[i]?.cards ?? place.cards }));
  return { ...spectator, places };
}

export default { frames, describe, prompt, open } satisfies Logic<TatsuView>;
