// Dojo without a document: what leads where, why not, and what is shown between two views.
import { t } from '../../lib/i18n.svelte';
import type { Frame } from '../../ui/stage';
import type { Logic } from '../types';
import { duel, forRow, line, place, type DojoView, type Place } from './view';
import { describeAction, promptWords } from './words';

const HOLD = { chance: 260, decision: 480, moment: 1500, end: 1800 };

// Why a card cannot go to this place in your hall now; null if it can.
export function whyNotPlace(view: DojoView, you: number | null, legal: readonly string[], spot: Place): string | null {
  if (legal.includes(place(spot))) return null;
  if (you === null) return t('You are only watching.');
  if (legal.some((action) => action.startsWith('place'))) return t('Place the card side by side with another one.');
  if (view.phase === 'set' && legal.length) return t('Place the trophy now: choose a highlighted row or column.');
  if (view.phase === 'challenge') return t('Wait until everybody has challenged or passed before you place your card.');
  if (!view.players[you]!.holding) return view.phase === 'place' ? t('You have already placed your card this turn.') : t('You have no card to place yet.');
  return t('You cannot place a card now.');
}

// Why the dealer's card cannot go to this seat; null if it can.
export function whyNotGive(legal: readonly string[], seat: number, name: string): string | null {
  if (legal.includes(`give ${seat}`)) return null;
  if (legal.some((action) => action.startsWith('give'))) return t('%s already has a card this turn.', name);
  return t('Only the dealer gives cards.');
}

// Why the trophy cannot go to this row or column; null if it can.
export function whyNotLine(view: DojoView, legal: readonly string[], kind: 'row' | 'col', n: number): string | null {
  if (legal.includes(line(kind, n))) return null;
  if (!view.prize || !legal.some((action) => action.startsWith('trophy'))) return t('Only the winner of a challenge places a trophy.');
  if (forRow(view.prize) !== (kind === 'row')) return forRow(view.prize) ? t('This trophy goes beside a row.') : t('This trophy goes above a column.');
  return t('There is already a trophy there.');
}

// A challenge takes a moment: first the cards are turned up, then we see who has won. At the end the dojos are first
// shown as built, then rearranged.
function frames(before: DojoView, event: string, after: DojoView): Frame[] {
  const verb = event.split(' ')[1];
  const decided = after.winner !== null && before.winner === null;
  if (decided) {
    const open: DojoView = { ...after, winner: null, prize: null, trophy: before.trophy };
    return [{ view: open, hold: HOLD.moment }, { view: after, hold: HOLD.moment }];
  }
  if (after.phase === 'over') {
    const moves = after.players.some((player) => player.points !== player.points_as_built);
    return [...(moves ? [{ view: { ...after, lying: true }, hold: HOLD.end }] : []), { view: after, hold: HOLD.end }];
  }
  const slow = verb === 'swap' || verb === 'trophy' || duel(after) !== null;
  const chance = event.startsWith('*') && verb !== 'trophy';
  return [{ view: after, hold: chance ? HOLD.chance : slow ? 2 * HOLD.decision : HOLD.decision }];
}

// Everything visible: each seat's card comes from its own view, the card being given from the dealer's.
function open(spectator: DojoView, seats: DojoView[]): DojoView {
  return {
    ...spectator,
    drawn: seats.find(({ drawn }) => drawn)?.drawn ?? null,
    players: spectator.players.map((player, seat) => ({ ...player, card: player.card ?? seats[seat]?.players[seat]?.card ?? null })),
  };
}

export default {
  frames,
  open,
  describe: describeAction,
  prompt: (view, you, _, names) => promptWords(view, you, names),
} satisfies Logic<DojoView>;
