// Tables of the server and games on this device as rows of one list.
import type { OnlineTable } from '../lib/api';
import { t, tn } from '../lib/i18n.svelte';
import type { SavedGame } from '../session/saved';
import { leftWords } from './clocks';

export interface GameRow {
  id: string;
  to: string; // an address
  game: string;
  here: boolean; // on this device, where it can be given up
  over: boolean;
  won: boolean;
  yours: boolean; // it is your turn
  state: string; // whose turn it is, or how it ended
  names: string[];
  against: string; // when it is over
  at: number;
}

// How it ended for you. Somebody who only watched, or a game of before results were kept: just that it is over.
function result(you: number, points: number[] | null | undefined, winners: number[] | null | undefined): { won: boolean; state: string } {
  if (you < 0 || !points || !winners) return { won: false, state: t('Over') };
  const won = winners.includes(you);
  const mine = points[you]!;
  return { won, state: won ? tn('You won with %d point', 'You won with %d points', mine) : tn('You lost with %d point', 'You lost with %d points', mine) };
}

const rivals = (names: string[], you: number): string => t('against %s', names.filter((_, seat) => seat !== you).join(', '));

export function tableRow(table: OnlineTable): GameRow {
  const { phase, actors, you, seats } = table;
  const names = seats.map(({ name }) => name ?? '…');
  const yours = phase === 'running' && you !== null && actors.includes(you);
  const ended = result(you ?? -1, table.points, table.winners);
  const left = table.deadline ? ` · ${leftWords(table.deadline - Date.now())}` : '';
  const going =
    phase === 'waiting' ? t('Waiting for players') : yours ? t('Your turn') + left : t('Waiting for %s', actors.map((seat) => names[seat]!).join(', '));
  return {
    id: table.id, to: `t/${table.id}`, game: table.game, here: false, over: phase === 'over', won: phase === 'over' && ended.won, yours,
    state: phase === 'over' ? ended.state : going, names, against: rivals(names, you ?? -1), at: table.visited,
  };
}

export function savedRow({ id, setup, seats, over, yourTurn, points, winners, at }: SavedGame): GameRow {
  const you = seats.findIndex(({ bot }) => bot === null);
  const names = seats.map(({ name }) => name);
  const ended = result(you, points, winners);
  return {
    id, to: over ? `replay/${id}` : `play/${id}`, game: setup.game, here: true, over, won: over && ended.won, yours: !over && yourTurn,
    state: over ? ended.state : yourTurn ? t('Your turn') : t('A bot is playing'), names, against: rivals(names, you), at,
  };
}

// Your turn first, then by time, the last one first.
export const sortGames = (rows: GameRow[]): GameRow[] => rows.toSorted((a, b) => Number(b.yours) - Number(a.yours) || b.at - a.at);
