// TATATA! in words: its cards, what an action does, what is asked.
import { N_, t, tn } from '../../lib/i18n.svelte';
import { flightOf, gustOf, putAfter, victimOf } from './ring';
import { isFresh, worth, type Kind, type Space, type TatataView, type Use, type Weapon } from './view';

const NAMES: Record<Weapon, string> = {
  clouds: N_('Clouds'),
  odin: N_('Odin'),
  rain: N_('Rain'),
  hurricane: N_('Hurricane'),
  beer: N_('Beer'),
  smoke: N_('Smoke'),
  krauten: N_('Krauten'),
  laser: N_('Laser'),
  missile: N_('Missile'),
  bomb: N_('Bomb'),
  tatata: N_('Tatata'),
};

const EFFECTS: Record<Kind, string> = {
  clouds: N_('Planes here are safe from everything except rain, missiles, hurricanes and Odin’s second strike.'),
  odin: N_('Lightning strikes the pilot, then more weakly every plane in clouds.'),
  rain: N_('Strikes every plane that is not on a base.'),
  hurricane: N_('Six points to blow planes forward or back, up to three Sky cards each.'),
  beer: N_('Draw a Deck card: keep it or drop it.'),
  smoke: N_('Hides you until your next turn: only rain, missiles, Krauten and hurricanes can reach you.'),
  krauten: N_('Hits the plane right behind you.'),
  laser: N_('Hits the first plane ahead, before the next base.'),
  missile: N_('Hits the first plane ahead, however far.'),
  bomb: N_('Drop it in flight on a plane you fly over.'),
};

const LETTERS: Record<string, string> = {
  F: N_('Fly'),
  T: N_('Tatata'),
  M: N_('Move'),
  J: N_('Joker'),
  A: N_('Action'),
  L: N_('Looping'),
};

export const kindName = (kind: Weapon): string => t(NAMES[kind]);
export const kindEffect = (kind: Kind): string => t(EFFECTS[kind]);
export const letterName = (card: string): string => t(LETTERS[card[0]!]!);

// `F3, fly 3`; with full rules all four numbers.
export function cardWords(view: TatataView, card: string): string {
  return view.full
    ? t('%1$s: fly %2$d, tatata %3$d, move %4$d, action %5$d', card, ...view.numbers[card]!.map((number) => number ?? 0))
    : t('%1$s: %2$s %3$d', card, letterName(card), Number(card[1]));
}

export function spaceWords(view: TatataView, space: Space, names: string[]): string {
  const words: string[] = [];
  if (space.base !== undefined) words.push(t('Base of %s', names[space.base]!));
  else if (space.seen) words.push(t('Sky card, seen before and face down again'));
  else if (space.sky === '?') words.push(t('Sky card, face down'));
  else if (space.sky === 'gap') words.push(t('Gap: the card was taken'));
  else words.push(kindName(space.sky!));
  if (space.plane !== null) {
    const player = view.players[space.plane]!;
    words.push(t('plane of %s', names[space.plane]!));
    if (player.burning) words.push(t('on fire'));
    if (player.smoke) words.push(t('in smoke'));
  }
  return words.join(', ');
}

function flightWords(view: TatataView, you: number, action: string, names: string[]): string {
  const { to, bomb, again } = flightOf(view, you, action)!;
  const space = view.circuit[to]!;
  const n = Number(/\d+/.exec(action)![0]);
  let words = space.base !== undefined ? t('Fly to the base of %s', names[space.base]!) : tn('Fly %d Sky card ahead', 'Fly %d Sky cards ahead', n);
  if (space.sky !== undefined && space.sky !== '?') words = t('%1$s, to %2$s', words, kindName(space.sky as Kind));
  if (again) words = t('%s, after another lap', words);
  return bomb === null ? words : t('%1$s, bomb on %2$s', words, names[bomb]!);
}

// A way to play a card, as its button says it.
export function useWords(view: TatataView, card: string, use: Use): string {
  const n = worth(view, card, use);
  switch (use) {
    case 'fly':
      return t('Fly +%d', n);
    case 'move':
      return t('Move +%d', n);
    case 'tatata':
      return t('Tatata %d', n);
    case 'loop':
      return t('Looping');
    case 'action':
      return tn('%d card may follow', '%d cards may follow', n);
    default:
      return t('Discard');
  }
}

const SIMPLE: Record<string, string> = {
  recover: N_('Put out the fire (1 move point)'),
  end: N_('End the turn'),
  take: N_('Take the hit'),
  calm: N_('Calm the wind'),
};

export function describe(action: string, view: TatataView, names: string[]): string {
  if (SIMPLE[action]) return t(SIMPLE[action]);
  const you = view.who;
  const [verb, second = '', , fourth] = action.split(' ') as [string, string?, string?, string?];
  const victim = victimOf(view, action);
  switch (verb) {
    case 'play': {
      const use = fourth as Use;
      if (use === 'tatata') return t('Shoot at %1$s with %2$s, strength %3$d', names[victim ?? you]!, second, worth(view, second, use));
      if (use === 'loop') return t('Looping with %s: the next shot goes backward', second);
      return t('Play %1$s: %2$s', second, useWords(view, second, use));
    }
    case 'action':
      return t('Begin with %1$s: %2$s', second, useWords(view, second, 'action'));
    case 'discard':
      return t('Discard %s', second);
    case 'dodge':
      return t('Dodge with %s', second);
    case 'drop':
      return t('Drop %s', second);
    case 'keep':
      return t('Keep %s', view.drawn ?? '');
    case 'use':
      if (second === 'smoke') return t('Use smoke');
      return t('%1$s on %2$s, strength %3$d', kindName(second as Kind), names[victim ?? you]!, view.strengths[second as Kind] ?? 0);
    case 'wind': {
      const { seat, by } = gustOf(view, action)!;
      return by > 0 ? t('Wind: %1$s forward by %2$d', names[seat]!, by) : t('Wind: %1$s back by %2$d', names[seat]!, -by);
    }
    case 'put': {
      const after = view.circuit[putAfter(view, action)!]!;
      const [, leg, i] = action.split(' ').map(Number) as [number, number, number];
      if (after.base !== undefined) return t('Put it right after the base of %s', names[leg]!);
      return t('Put it after card %1$d, counting from the base of %2$s', i, names[leg]!);
    }
    default:
      return flightWords(view, you, action, names);
  }
}

// Who strikes whom with what.
export function strikeWords(view: TatataView, names: string[]): string {
  const { weapon, strength, from } = view.strike!;
  const weather = weapon === 'rain' || weapon === 'odin';
  return weather
    ? t('%1$s on %2$s, strength %3$d', kindName(weapon), names[view.who]!, strength)
    : t('%1$s from %2$s on %3$s, strength %4$d', kindName(weapon), names[from]!, names[view.who]!, strength);
}

export function prompt(view: TatataView, you: number, legal: string[]): string {
  const own = view.players[you]!;
  switch (view.phase) {
    case 'answer': {
      const { weapon, strength } = view.strike!;
      const can = legal.some((action) => action.startsWith('dodge'));
      return can ? t('%1$s %2$d! Dodge, or take it?', kindName(weapon), strength) : t('%1$s %2$d! You cannot dodge', kindName(weapon), strength);
    }
    case 'put':
      return t('Put it back: %s', kindName(view.back!));
    case 'taste':
      return legal.includes('keep') ? t('Beer: keep %s, or drop it?', view.drawn!) : t('Beer: your hand is full, drop %s', view.drawn!);
    case 'wind':
      return tn('Hurricane: %d point for planes', 'Hurricane: %d points for planes', view.winds.at(-1)!.points);
    case 'act':
      if (own.burning) return view.move > 0 ? t('On fire! Put it out') : t('On fire! Play a card to move');
      if (isFresh(view)) return t('Your first card: its black number');
      if (legal.some((action) => action.startsWith('go '))) return t('Fly to a highlighted space');
      return own.cards > 0 && view.plays !== 0 ? t('Your turn: play a card') : t('Your turn: end it');
    default:
      return '';
  }
}
