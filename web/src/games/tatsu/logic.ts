// TATSU without a document: cards, texts, and what is shown between two views.
import type { View } from 'virtual:views/tatsu';
import { t } from '../../lib/i18n.svelte';
import type { Frame } from '../../ui/stage';
import type { Logic } from '../types';

export type Clan = 'r' | 'y';

export type TatsuView = View & {
  // Added by `frames`.
  from?: number; // the place that the last card came from
  taken?: { place: number; pot: boolean }; // the trick is over: who has it, or leads on
  summary?: { round: number; gained: number[] }; // the round is over
};
export type Place = View['places'][number];

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

// What multiplies a clan's points lies beside them.
export const ownMultipliers = (view: TatsuView, clan: Clan): string[] => view.captured[clan].filter((card) => card.startsWith(`${clan}x`));

// The action that a click on a card means.
export const cardAction = (legal: readonly string[], card: string): string | undefined =>
  legal.find((action) => action === `play ${card}` || action === `give ${card}`);

// What a click on a piece means, legal or not.
export const meantCard = (view: TatsuView, card: string): string => `${view.phase === 'give' ? 'give' : 'play'} ${card}`;

export function meantAsk(view: TatsuView, place: number): string {
  const { ghost, player } = view.places[place]!;
  return view.places.length === 2 ? 'ask' : ghost ? 'ask g' : `ask ${player}`;
}

export const askAction = (view: TatsuView, legal: readonly string[], place: number): string | undefined =>
  view.places.length === 2 && place === view.turn ? undefined : legal.find((action) => action === meantAsk(view, place));

// The place whose cards are being chosen from now.
export const source = (view: TatsuView): number | null => view.asked ?? view.turn;

const HOLD = 700;
const HOLD_TRICK = 1500;
const HOLD_ROUND = 3200;

// The card that an event laid, if it did.
function laidBy(event: string): string | null {
  const [, verb, card] = event.split(' ');
  return verb === 'play' || verb === 'give' || verb === 'turn' ? card! : null;
}

function frames(before: TatsuView, event: string, after: TatsuView): Frame<TatsuView>[] {
  const from = source(before);
  const view = from === null ? after : { ...after, from };
  const newRound = after.round !== before.round || (after.phase === 'over' && before.phase !== 'over');
  if (before.phase === 'deal') return [{ view, hold: HOLD }];
  if (!newRound && after.trick === before.trick) return [{ view, hold: event.startsWith('*') ? 300 : HOLD }];

  // The trick is over: its last card is in no view, so we add it here.
  const card = laidBy(event);
  const turn = before.turn ?? before.asked ?? from;
  const places = before.places.map((place, i) => ({
    ...place,
    laid: i === turn && card ? [...place.laid, card] : place.laid,
    cards: place.cards?.filter((other) => other !== card),
    columns: place.columns?.map(({ up, down }) => ({ up: up === card ? null : up, down })),
    red: place.red - (i === from && card?.[0] === 'r' ? 1 : 0),
    yellow: place.yellow - (i === from && card?.[0] === 'y' ? 1 : 0),
  }));
  const full: TatsuView = { ...before, places, turn: null, asked: null, from: from ?? undefined };
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

// The clan's. With three, players change clans from round to round: they have no colour of their own.
function colour(seat: number, view: TatsuView): string | undefined {
  if (view.places.some(({ ghost }) => ghost)) return undefined;
  return view.places.find(({ player }) => player === seat)?.clan === 'r' ? 'var(--tatsu-red-50)' : 'var(--tatsu-gold-46)';
}

export default { frames, describe, prompt, open, colour } satisfies Logic<TatsuView>;
