// A player's finished games, from this device and from the server, and what they add up to. Plain data, without a document.
import type { PastGame } from '../lib/mine';
import type { PastHere } from './past';

export interface LifeSeat {
  name: string;
  bot: string | null; // a level; null: a person
}

export interface LifeGame {
  id: string;
  where: 'here' | 'server';
  game: string;
  ended: number;
  seats: LifeSeat[];
  you: number | null; // null: several people on one device, or a seat that was left
  points: number[];
  winners: number[] | null; // null: not known
  box: boolean; // not the standard components
}

export const fromHere = ({ id, ended, setup, seats, points, winners }: PastHere): LifeGame => {
  const people = seats.flatMap(({ bot, you }, seat) => (bot === null ? [{ seat, you }] : []));
  const mine = people.find(({ you }) => you) ?? (people.length === 1 ? people[0] : undefined);
  return { id, where: 'here', game: setup.game, ended, seats: seats.map(({ name, bot }) => ({ name, bot })), you: mine?.seat ?? null, points, winners, box: setup.box !== null };
};

export const fromServer = ({ id, ended, game, seats, you, points, winners, box }: PastGame): LifeGame => ({
  id, where: 'server', game, ended, seats: seats.map(({ kind, name, bot }) => ({ name, bot: kind === 'bot' ? (bot ?? '') : null })), you, points, winners, box: box !== null,
});

export type Outcome = 'won' | 'lost' | 'unknown';
export const outcomeOf = ({ you, winners }: LifeGame): Outcome => (you === null || !winners ? 'unknown' : winners.includes(you) ? 'won' : 'lost');

export interface Filter {
  game: string; // '' for all
  where: '' | LifeGame['where'];
  outcome: '' | Outcome;
  name: string; // part of an opponent's name
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const chosen = (games: readonly LifeGame[], { game, where, outcome, name }: Filter): LifeGame[] =>
  games.filter(
    (one) =>
      (!game || one.game === game) && (!where || one.where === where) && (!outcome || outcomeOf(one) === outcome) &&
      (!name.trim() || one.seats.some((seat, i) => i !== one.you && plain(seat.name).includes(plain(name.trim())))),
  );

export interface Opponent {
  name: string;
  games: number;
  wins: number; // yours
}

export interface Stats {
  game: string;
  games: number;
  wins: number;
  judged: number; // games of which it is known whether you won
  points: number; // on average; NaN if none
  best: number;
  streak: number; // wins in a row now
  longest: number;
  opponents: Opponent[]; // people, those you met most often first
}

const FAVOURITES = 3;

function opponentsOf(games: readonly LifeGame[]): Opponent[] {
  const met = new Map<string, Opponent>();
  for (const game of games) {
    const names = game.seats.flatMap(({ name, bot }, seat) => (bot === null && seat !== game.you && name ? [name] : []));
    for (const name of new Set(names)) {
      const one = met.get(name) ?? { name, games: 0, wins: 0 };
      met.set(name, { ...one, games: one.games + 1, wins: one.wins + Number(outcomeOf(game) === 'won') });
    }
  }
  return [...met.values()].sort((a, b) => b.games - a.games || b.wins - a.wins || a.name.localeCompare(b.name)).slice(0, FAVOURITES);
}

// Of games with a seat of yours; by game, the one played most first.
export function statistics(games: readonly LifeGame[]): Stats[] {
  const byGame = new Map<string, LifeGame[]>();
  for (const one of games) if (one.you !== null) byGame.set(one.game, [...(byGame.get(one.game) ?? []), one]);
  const all = [...byGame].map(([game, played]): Stats => {
    const inTime = played.toSorted((a, b) => a.ended - b.ended);
    const judged = inTime.map(outcomeOf).filter((outcome) => outcome !== 'unknown');
    const points = inTime.map(({ points: all_, you }) => all_[you!] ?? 0);
    let streak = 0;
    let longest = 0;
    for (const outcome of judged) {
      streak = outcome === 'won' ? streak + 1 : 0;
      longest = Math.max(longest, streak);
    }
    return {
      game, games: played.length, wins: judged.filter((outcome) => outcome === 'won').length, judged: judged.length,
      points: points.reduce((sum, n) => sum + n, 0) / points.length, best: Math.max(...points), streak, longest, opponents: opponentsOf(played),
    };
  });
  return all.sort((a, b) => b.games - a.games || a.game.localeCompare(b.game));
}

// The name of a game's record in an export: by date, so that a folder sorts itself.
export const fileName = ({ game, ended, id }: LifeGame): string => `${new Date(ended).toISOString().slice(0, 10)}-${game}-${id}.record`;
