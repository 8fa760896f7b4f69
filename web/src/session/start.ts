// Starts a game on this machine and goes to it.
import { t } from '../lib/i18n.svelte';
import { go } from '../lib/route.svelte';
import { settings } from '../lib/settings.svelte';
import { gameFacts } from '../lib/facts';
import { seatPlayers } from './players';
import { newId, saveGame } from './saved';
import type { Setup } from './types';

export const yourName = (): string => settings.name.trim() || t('You');
// Where several people share the device, everybody would be “You”.
export const ownName = (seat: number, shared: boolean): string => settings.name.trim() || (shared ? t('Player %d', seat + 1) : t('You'));

export interface Wish {
  game: string;
  players?: number;
  options?: Record<string, string>;
  box?: string | null;
  you?: number;
  levels?: string | string[];
  record?: string; // to branch off from
  names?: string[]; // of the others
  people?: Record<number, string>; // others on this device: their names by seat
}

export function playHere(wish: Wish): void {
  const players = wish.players ?? gameFacts(wish.game)!.usual;
  const setup: Setup = { game: wish.game, players, options: wish.options ?? {}, box: wish.box ?? null };
  const people = Object.entries(wish.people ?? {});
  const seats = seatPlayers(players, wish.you ?? 0, ownName(wish.you ?? 0, people.length > 0), wish.levels ?? settings.level, wish.names);
  if (people.length) seats[wish.you ?? 0]!.you = true;
  for (const [seat, name] of people) seats[Number(seat)] = { name, bot: null };
  const id = newId();
  saveGame({ id, setup, seats, record: wish.record ?? '', yourTurn: false, over: false, at: Date.now() });
  go(`play/${id}`);
}
