// What the engine says about this game (write_view), and the names of things.
import type { View } from 'virtual:views/takamatsu';
import { t } from '../../lib/i18n.svelte';

export type Colour = 'b' | 'k' | 'p' | 'r' | 'y';
export const COLOURS: readonly Colour[] = ['b', 'k', 'p', 'r', 'y'];

export type Room = View['rooms'][number];
export type SeatView = View['seats'][number];

export type TakamatsuView = View & {
  // Between two views (frames.ts): samurai on their way through a room, and a hidden card that is being used.
  passing?: { room: string; samurai: string };
  using?: { seat: number; value: number; colour: Colour };
  uncounted?: boolean; // the end, before the hidden cards are counted
};

export function colourName(colour: Colour): string {
  switch (colour) {
    case 'b': return t('blue');
    case 'k': return t('black');
    case 'p': return t('purple');
    case 'r': return t('red');
    default: return t('yellow');
  }
}

export const roomOf = (view: TakamatsuView, name: string): Room | undefined => view.rooms.find((room) => room.name === name);

// -1 for a colour that nobody has.
export const ownerOf = (view: TakamatsuView, colour: Colour): number =>
  view.seats.findIndex(({ pagodas }) => pagodas.some((pagoda) => pagoda.colour === colour));

export const coloursOf = (view: TakamatsuView, seat: number): Colour[] => view.seats[seat]?.pagodas.map(({ colour }) => colour) ?? [];

export const pagodaOf = (view: TakamatsuView, colour: Colour): number =>
  view.seats.flatMap(({ pagodas }) => pagodas).find((pagoda) => pagoda.colour === colour)?.at ?? 0;

// Where the pagodas of a seat stand. At the end the hidden cards move them too; of two, the one that is ahead, since each card counts
// once in the owner's sum (K15).
export function standing({ phase, uncounted }: Pick<TakamatsuView, 'phase' | 'uncounted'>, { pagodas, points }: SeatView): SeatView['pagodas'] {
  if (phase !== 'over' || uncounted) return pagodas;
  const more = points - pagodas.reduce((sum, { at }) => sum + at, 0);
  const first = pagodas.reduce((best, pagoda) => (pagoda.at > best.at ? pagoda : best), pagodas[0]!);
  return pagodas.map((pagoda) => (pagoda === first ? { ...pagoda, at: pagoda.at + more } : pagoda));
}

export const countOf = (samurai: string, colour: Colour): number => samurai.split(colour).length - 1;

// A minus sign as print has it.
export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);
export const valueText = (value: number): string => (value < 0 ? `−${-value}` : String(value));
