// A view of TATATA! as the engine writes it, and what can be read off it at once.

export const WEATHER = ['clouds', 'odin', 'rain', 'hurricane', 'beer'] as const;
export const TAKEN = ['smoke', 'krauten', 'laser', 'missile', 'bomb'] as const;
export const KINDS = [...WEATHER, ...TAKEN] as const;
export type Kind = (typeof KINDS)[number];
export type Weapon = Kind | 'tatata';

export interface Space {
  base?: number; // whose base
  sky?: Kind | '?' | 'gap';
  blown?: boolean; // a hurricane that has blown in this turn
  seen?: boolean; // face down again after all have seen it: players must remember it
  plane: number | null;
}

export interface Player {
  laps: number;
  burning: boolean;
  smoke: boolean;
  cards: number; // Deck cards in hand
  hand?: string[]; // your own
  known?: string[]; // those that all know of; of an open view, all
  sky: Kind[];
}

export type Numbers = [fly: number, tatata: number, move: number, action: number];

export interface TatataView {
  seat: number | null;
  phase: 'deal' | 'draw' | 'act' | 'answer' | 'put' | 'turn' | 'sip' | 'taste' | 'wind' | 'over';
  round: number;
  turn: number;
  who: number;
  fly: number;
  move: number;
  plays: number | null; // full rules, after the first card: how many may follow
  loop: boolean;
  numbers: Record<string, Numbers> | null; // full rules
  strengths: Partial<Record<Kind | 'bolt', number>>;
  circuit: Space[];
  players: Player[];
  strike: { weapon: Weapon; strength: number; from: number } | null;
  back: Kind | null;
  drawn: string | null;
  winds: { pilot: number; points: number; moved: number[] }[];
  unseen: Record<Kind, number>;
  discards: string[];
  pile: number;
  // In frames between two views: a plane on its way, a Sky card that was just turned.
  flying?: { seat: number; at: number };
  turned?: { seat: number; kind: Kind };
}

export const LAPS = 3;

export type Use = 'fly' | 'tatata' | 'move' | 'loop' | 'action' | 'discard';
const COLOURS: Use[] = ['fly', 'tatata', 'move', 'action'];

// What a Deck card is worth, played so.
export function worth(view: TatataView, card: string, use: Use): number {
  const numbers = view.numbers?.[card];
  return numbers ? (numbers[COLOURS.indexOf(use)] ?? 0) : Number(card[1]);
}

export const isFull = (view: TatataView): boolean => view.numbers !== null;

// The first card of a turn is still to be played, with full rules.
export const isFresh = (view: TatataView): boolean => isFull(view) && view.plays === null;

// How a card could be played by its face, legal or not.
export function usesOf(view: TatataView, card: string): Use[] {
  if (isFresh(view)) return ['action'];
  const letter = card[0]!;
  if (isFull(view)) return letter === 'L' ? ['fly', 'tatata', 'move', 'loop'] : ['fly', 'tatata', 'move'];
  const one: Partial<Record<string, Use>> = { F: 'fly', T: 'tatata', M: 'move' };
  return [...(one[letter] ? [one[letter]] : (['fly', 'tatata', 'move'] as Use[])), 'discard'];
}

export const useAction = (card: string, use: Use): string =>
  use === 'action' || use === 'discard' ? `${use} ${card}` : `play ${card} as ${use}`;

// The Deck cards of a seat that the viewer knows.
export const cardsOf = (player: Player): string[] => player.hand ?? player.known ?? [];
