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

export const countOf = (samurai: string, colour: Colour): number => samurai.split(colour).length - 1;

// A minus sign as print has it.
export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);
export const valueText = (value: number): string => (value < 0 ? `−${-value}` : String(value));
