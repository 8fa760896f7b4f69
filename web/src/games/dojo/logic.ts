// Dojo without a document: what is shown between two views.
import type { Frame } from '../../ui/stage';
import type { Logic } from '../types';
import { duel, type DojoView } from './view';
import { describeAction, promptWords } from './words';

const HOLD = { chance: 260, decision: 480, moment: 1500, end: 1800 };

// A challenge takes a moment: first the cards are turned up, then we see who has won. At the end the dojos are first
// shown as built, then rearranged.
function frames(before: DojoView, event: string, after: DojoView): Frame<DojoView>[] {
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
  prompt: promptWords,
} satisfies Logic<DojoView>;
