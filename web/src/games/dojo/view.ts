// What the engine says about a table of Dojo, and where its pieces are. No document, no texts.
export type Trophy = 'belt' | 'kimono' | 'broom' | 'raccoon' | 'incense' | 'assistant';
export type Shown = Trophy | '?'; // with a white belt trophies show their other side, which has no name
export type Sign = 'rock' | 'paper' | 'scissors';
export type Phase = 'trophy' | 'draw' | 'deal' | 'give' | 'challenge' | 'throw' | 'swap' | 'place' | 'set' | 'over';

export interface Place {
  row: number; // down from the first card
  col: number; // to the right of it
}
export interface Laid extends Place {
  card: string; // `m3`
}
export interface Group {
  of: string; // the letter of a disciple in a row, the number of a belt in a column
  at: number[]; // columns of the row, rows of the column
  points: number;
}
export interface Line {
  row?: number;
  col?: number;
  groups: Group[];
  points: number;
}
export interface Player {
  holding: boolean;
  face_up: boolean;
  card: string | null; // if known
  won: Partial<Record<Shown, number>>;
  dojo: Laid[];
  placed: { row?: number; col?: number; trophy: Trophy }[];
  lines?: Line[]; // as the cards lie; at the end as arranged
  points?: number; // from here on, at the end
  points_as_built?: number;
  points_of_trophies?: number;
  arranged?: string[]; // row by row
}
export interface DojoView {
  seat: number | null;
  phase: Phase;
  turn: number;
  dealer: number | null;
  trophy: Shown | null;
  white_belt: boolean;
  drawn: string | null;
  asked: number | null;
  challenger: number | null;
  winner: number | null;
  prize: Trophy | null;
  throws: [Sign, Sign][];
  thrown: number | null;
  throwing: Sign | null;
  players: Player[];
  unseen: Record<string, number>;
  pile: Partial<Record<Shown, number>>;
  lying?: boolean; // ours, between two views: the end, before the cards are rearranged
}

export const TURNS = 12;
export const ROWS = 3;
export const COLUMNS = 4;
export const DISCIPLES = 'mftcbr';
export const TROPHIES: Trophy[] = ['belt', 'kimono', 'broom', 'raccoon', 'incense', 'assistant'];

export const forRow = (trophy: Shown): boolean => (TROPHIES as Shown[]).indexOf(trophy) >= 3;
export const disciple = (card: string): string => card[0]!;
export const belt = (card: string): number => Number(card[1]);

export interface Frame {
  top: number;
  left: number;
  rows: number;
  cols: number;
}

const extent = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];

// The part of the floor to draw: three rows by four columns, starting at the first card.
export function hallFrame(dojo: readonly Place[]): Frame {
  if (!dojo.length) return { top: 0, left: 0, rows: ROWS, cols: COLUMNS };
  return { top: Math.min(...dojo.map(({ row }) => row)), left: Math.min(...dojo.map(({ col }) => col)), rows: ROWS, cols: COLUMNS };
}

// The same, with all places where a card could still go.
export function openFrame(dojo: readonly Place[]): Frame {
  if (!dojo.length) return { top: -1, left: -1, rows: 3, cols: 3 };
  const [first, last] = extent(dojo.map(({ row }) => row));
  const [left, right] = extent(dojo.map(({ col }) => col));
  const top = Math.max(last - (ROWS - 1), first - 1);
  const start = Math.max(right - (COLUMNS - 1), left - 1);
  return {
    top,
    left: start,
    rows: Math.min(first + (ROWS - 1), last + 1) - top + 1,
    cols: Math.min(left + (COLUMNS - 1), right + 1) - start + 1,
  };
}

export const at = (dojo: readonly Laid[], row: number, col: number): Laid | undefined =>
  dojo.find((laid) => laid.row === row && laid.col === col);

// A finished dojo as it is counted. Each card says where it came from; cards move only if they must.
export function arrangement({ dojo, arranged }: Player): (Laid & { from: Place })[] {
  if (!arranged) return dojo.map((laid) => ({ ...laid, from: laid }));
  const { top, left } = hallFrame(dojo);
  const goals = arranged.map((card, i) => ({ card, row: top + Math.floor(i / COLUMNS), col: left + (i % COLUMNS) }));
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
const BEATS: Record<Sign, Sign> = { rock: 'scissors', paper: 'rock', scissors: 'paper' };
export const wonBy = ([challenger, dealer]: [Sign, Sign]): 0 | 1 | null =>
  BEATS[challenger] === dealer ? 0 : BEATS[dealer] === challenger ? 1 : null;

export function duel(view: DojoView): [Side, Side] | null {
  if (view.challenger === null || view.dealer === null || !['throw', 'swap'].includes(view.phase)) return null;
  const side = (seat: number, which: 0 | 1): Side => {
    const { card } = view.players[seat]!;
    const extra = view.throws.filter((pair) => wonBy(pair) === which).length;
    return { seat, card, belt: card ? belt(card) : 0, extra };
  };
  return [side(view.challenger, 0), side(view.dealer, 1)];
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
