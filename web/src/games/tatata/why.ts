// Why something is not possible, in words for the player who tried it.
import { t, tn } from '../../lib/i18n.svelte';
import { costOf, planeAt, targetOf } from './ring';
import { isFresh, usesOf, worth, type Kind, type TatataView, type Use } from './view';
import { kindEffect, kindName } from './words';

// Reasons that apply to every piece: it is not your turn, or you must answer something else first.
function elsewhere(view: TatataView, you: number | null, legal: string[]): string | null {
  if (view.phase === 'over') return t('The game is over.');
  if (!legal.length) return you === null ? t('You are watching.') : t('It is not your turn.');
  switch (view.phase) {
    case 'answer':
      return t('First answer the attack: dodge, or take the hit.');
    case 'put':
      return t('First put the card back: choose one of the marked places between two Sky cards.');
    case 'taste':
      return t('First keep the card or drop it.');
    case 'wind':
      return t('First the hurricane: move planes, or calm it.');
    default:
      return null;
  }
}

function outOfReach(view: TatataView, you: number, weapon: 'tatata' | Kind): string {
  const target = targetOf(view, you, weapon);
  if (target !== null) return t('The plane there is hidden by clouds or smoke.');
  if (weapon === 'missile') return t('All planes are on bases.');
  if (weapon === 'laser') return view.loop ? t('There is no plane behind you, before the last base.') : t('There is no plane ahead of you, before the next base.');
  return weapon === 'krauten' || view.loop
    ? t('There is no plane right behind you, or it is on a base.')
    : t('There is no plane right ahead of you, or it is on a base.');
}

function notNow(view: TatataView, you: number): string | null {
  if (view.players[you]!.burning) return t('Your plane is on fire: play a card to move, then put out the fire.');
  if (isFresh(view)) return t('The first card of a turn must be played for its black number.');
  if (view.plays === 0) return t('You cannot play any more cards this turn.');
  return null;
}

export function whyNotUse(view: TatataView, you: number, legal: string[], card: string, use: Use): string {
  const other = elsewhere(view, you, legal);
  if (other) return other;
  if (use === 'move' && view.plays === 0) return t('You cannot play any more cards this turn.');
  const now = notNow(view, you);
  if (now) return now;
  if (use === 'tatata') return outOfReach(view, you, 'tatata');
  if (use === 'loop') return t('One looping at a time.');
  return t('%1$s cannot be played that way.', card);
}

export function whyNotCard(view: TatataView, you: number, legal: string[], card: string): string {
  if (view.phase !== 'answer' || !legal.length) return elsewhere(view, you, legal) ?? t('%1$s cannot be played that way.', card);
  const { strength } = view.strike!;
  if (!view.numbers && !usesOf(view, card).includes('move')) return t('%s gives no move points: dodge with a move card or a joker.', card);
  return t('%1$s is too weak: it moves %2$d, and you need %3$d.', card, worth(view, card, 'move'), strength);
}

export function whyNotHeld(view: TatataView, you: number, legal: string[], kind: Kind): string {
  const now = elsewhere(view, you, legal) ?? notNow(view, you);
  if (now) return now;
  if (kind === 'bomb') return t('You drop a bomb in flight, on a plane you fly over: get fly points first.');
  return outOfReach(view, you, kind);
}

function whyNotFly(view: TatataView, you: number, at: number): string {
  const space = view.circuit[at]!;
  if (view.players[you]!.burning) return t('Your plane is on fire: play a card to move, then put out the fire.');
  if (space.plane !== null && space.plane !== you) return t('You cannot attack this plane now, and you cannot stop where it is.');
  if (space.sky === 'gap') return t('You cannot stop in a gap.');
  const { cards, bases } = costOf(view, you, at);
  const need = Math.max(1, cards);
  const fly = tn('%d fly point', '%d fly points', need);
  if (!bases) return t('You need %1$s, and you have %2$d.', fly, view.fly);
  const move = tn('%d move point', '%d move points', bases);
  return t('You need %1$s and %2$s; you have %3$d and %4$d.', fly, move, view.fly, view.move);
}

export function whyNotSpace(view: TatataView, you: number | null, legal: string[], at: number): string {
  const { sky } = view.circuit[at]!;
  const about = sky && sky !== '?' && sky !== 'gap' ? `${kindName(sky)}: ${kindEffect(sky)} ` : '';
  if (view.phase === 'wind' && legal.length) return about + t('The wind cannot carry a plane there, or there is no plane to move.');
  return about + (elsewhere(view, you, legal) ?? whyNotFly(view, you!, at));
}

// A plane that the wind is to move.
export const whyNotGust = (view: TatataView, seat: number): string =>
  view.circuit[planeAt(view, seat)]!.base !== undefined
    ? t('The wind cannot move a plane on a base.')
    : view.winds.at(-1)?.moved.includes(seat)
      ? t('This hurricane has already moved that plane.')
      : t('There is no free Sky card for the wind to carry it to.');
