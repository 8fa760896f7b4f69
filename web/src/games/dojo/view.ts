// What the engine says about a table of Dojo, and where its pieces are. No document, no texts.
import type { View } from 'virtual:views/dojo';

export type DojoView = View & {
  lying?: boolean; // between two views: the end, before the cards are rearranged
};
export type Player = View['players'][number];
export type Laid = Player['dojo'][number];
export type Place = Pick<Laid, 'row' | 'col'>; // down from the first card, to the right of it
export type Line = NonNullable<Player['lines']>[number];
export type Group = Line['groups'][number];
export type Shown = NonNullable<View['trophy']>; // with a white belt trophies show their other side, which has no name
export type Trophy = Exclude<Shown, '?'>;
export type Sign = NonNullable<View['throwing']>;
export type Frame = Player['space'];

export const DISCIPLES = 'mftcbr';
export const TROPHIES: Trophy[] = ['belt', 'kimono', 'broom', 'raccoon', 'incense', 'assistant'];

// How a token is cut: an arrow before a row, or a banner above a column.
export const forRow = (trophy: Shown): boolean => (TROPHIES as Shown[]).indexOf(trophy) >= 3;
export const disciple = (card: string): string => card[0]!;
export const belt = (card: string): number => Number(card[1]);

// Rows and columns in words count from 1 at the upper left card, as in the score: of the hall as it lies, or as it will lie with a card there.
// The notation counts from the first card, wherever that is.
export function told({ dojo }: Pick<Player, 'dojo'>, place: Partial<Place>): Place {
  const from = (lines: number[], line: number | undefined) => (line === undefined ? 0 : line - Math.min(line, ...lines) + 1);
  return { row: from(dojo.map(({ row }) => row), place.row), col: from(dojo.map(({ col }) => col), place.col) };
}

// The part of the floor to draw: a finished dojo from the first row and column on.
export function hallFrame({ dojo }: Player, { rows, cols }: Pick<DojoView, 'rows' | 'cols'>): Frame {
  if (!dojo.length) return { top: 0, left: 0, rows, cols };
  return { top: Math.min(...dojo.map(({ row }) => row)), left: Math.min(...dojo.map(({ col }) => col)), rows, cols };
}

// All places that a card lies on or could go to; of an empty floor more is seen than the first one.
export const openFrame = ({ dojo, space }: Player): Frame => (dojo.length ? space : { top: -1, left: -1, rows: 3, cols: 3 });

export const at = (dojo: readonly Laid[], row: number, col: number): Laid | undefined =>
  dojo.find((laid) => laid.row === row && laid.col === col);

// A finished dojo as it is counted. Each card says where it came from; cards move only if they must.
export function arrangement(player: Player, view: Pick<DojoView, 'rows' | 'cols'>): (Laid & { from: Place })[] {
  const { dojo, arranged } = player;
  if (!arranged) return dojo.map((laid) => ({ ...laid, from: laid }));
  const { top, left, cols } = hallFrame(player, view);
  const goals = arranged.map((card, i) => ({ card, row: top + Math.floor(i / cols), col: left + (i % cols) }));
  const free = new Set(dojo);
  const from = new Map<Laid, Laid>();
  const near = [
    (a: Place, b: Place) => a.row === b.row && a.col === b.col,
    (a: Place, b: Place) => a.row === b.row || a.col === b.col,
    () => true,
  ];
  for (const fits of near) {
    for (const goal of goals) {
      const origin = from.has(goal) ? undefined : [...free].find((laid) => laid.card === goal.card && fits(laid, goal));
      if (!origin) continue;
      from.set(goal, origin);
      free.delete(origin);
    }
  }
  return goals.map((goal) => ({ ...goal, from: from.get(goal)! }));
}

export const isMoved = ({ row, col, from }: Place & { from: Place }): boolean => row !== from.row || col !== from.col;

// The others, clockwise from the seat at the bottom.
export const around = (players: number, bottom: number): number[] =>
  Array.from({ length: players - 1 }, (_, i) => (bottom + 1 + i) % players);

export const trophiesWon = ({ won }: Player): number => Object.values(won).reduce((sum, n) => sum + n, 0);

// The current strengths in a challenge: belts, plus throws won.
export interface Side {
  seat: number;
  card: string | null;
  belt: number;
  extra: number;
}
export function duel(view: DojoView): [Side, Side] | null {
  if (view.challenger === null || view.dealer === null || !['throw', 'swap'].includes(view.phase)) return null;
  const side = (seat: number): Side => {
    const { card } = view.players[seat]!;
    const extra = view.throws.filter(({ won }) => won === seat).length;
    return { seat, card, belt: card ? belt(card) : 0, extra };
  };
  return [side(view.challenger), side(view.dealer)];
}

// A key for each card in front of a seat, the same wherever it goes. A face-up card is keyed by its face, so that a
// swap is visible.
export function heldKeys(view: DojoView): string[] {
  const seen = new Map<string, number>();
  return view.players.map(({ card, face_up }, seat) => {
    if (!face_up || !card) return `held${seat}`;
    const n = seen.get(card) ?? 0;
    seen.set(card, n + 1);
    return `up-${card}-${n}`;
  });
}

export const place = ({ row, col }: Place): string => `place ${row} ${col}`;
export const line = (kind: 'row' | 'col', n: number): string => `trophy ${kind} ${n}`;
