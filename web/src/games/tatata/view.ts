// A view of TATATA! as the engine writes it, and what can be read off it at once.

import type { View } from 'virtual:views/tatata';

export type TatataView = View & {
  // In frames between two views: a plane on its way, a Sky card that was just turned.
  flying?: { seat: number; at: number };
  turned?: { seat: number; kind: Kind };
};
export type Space = View['circuit'][number];
export type Player = View['players'][number];
export type Kind = keyof View['unseen'];
export type Weapon = NonNullable<View['strike']>['weapon'];

// How a Sky card is drawn: weather, or something that a pilot takes.
export const WEATHER: readonly Kind[] = ['clouds', 'odin', 'rain', 'hurricane', 'beer'];

export type Use = 'fly' | 'tatata' | 'move' | 'loop' | 'action' | 'discard';
const COLOURS: Use[] = ['fly', 'tatata', 'move', 'action'];

// What a Deck card is worth, played so.
export const worth = (view: TatataView, card: string, use: Use): number => view.numbers[card]![COLOURS.indexOf(use)] ?? 0;

// The first card of a turn is still to be played, with full rules.
export const isFresh = (view: TatataView): boolean => view.full && view.plays === null;

// How a card could be played by its face, legal or not.
export function usesOf(view: TatataView, card: string): Use[] {
  if (isFresh(view)) return ['action'];
  const numbers = view.numbers[card]!;
  const uses: Use[] = COLOURS.filter((use, i) => use !== 'action' && numbers[i] !== null);
  return [...uses, ...(view.loops.includes(card) ? (['loop'] as const) : []), ...(view.full ? [] : (['discard'] as const))];
}

export const useAction = (card: string, use: Use): string =>
  use === 'action' || use === 'discard' ? `${use} ${card}` : `play ${card} as ${use}`;

// The Deck cards of a seat that the viewer knows.
export const cardsOf = (player: Player): string[] => player.hand ?? player.known ?? [];
