// What a screen knows about a table, wherever it is played: here, on a server, or as a replay.
import type { Readable } from 'svelte/store';
import type { Thought } from '../engine/module';

export type { Thought };

// A view as the engine's write_view gives it; each game's folder knows its own, from the game's schema.
export type View = Record<string, unknown>;

export interface Seat {
  kind: 'open' | 'person' | 'bot';
  name: string;
  you: boolean;
  online: boolean;
  bot: string | null; // the level of the bot that decides
  who?: string | null; // online: what the server calls this person, for us alone
}

export interface Entry {
  n: number;
  kind: 'event' | 'chat' | 'note';
  words: string; // one or more lines; a chat's text
  event?: string; // as a record writes it
  seat?: number | null;
  name?: string; // of the person who said it
  who?: string | null; // online: that person
  at?: number; // milliseconds
}

export interface Setup {
  game: string;
  players: number;
  options: Record<string, string>; // those that are not the default
  box: string | null; // the text of a box file, or null
}

export interface TakenBack {
  words: string; // your decision, as the log says it
  more: number; // decisions since, which go with it
}

// What an undo of the event `from` takes back, as the log has it. Chance is never taken back.
export function takenBack(log: readonly Entry[], from: (entry: Entry) => boolean): TakenBack | null {
  const at = log.findIndex(from);
  if (at < 0) return null;
  return { words: log[at]!.words.trim().split('\n')[0]!, more: log.slice(at + 1).filter(({ event }) => event !== undefined).length };
}

export interface TableState {
  setup: Setup;
  phase: 'waiting' | 'running' | 'over';
  seats: Seat[];
  you: number | null; // the seat looked from; null: a spectator
  step: number; // events so far
  event: string | null; // the last one, as seen
  view: View | null;
  actors: number[];
  legal: string[]; // yours, if you must decide
  log: Entry[];
  points: number[] | null;
  winners: number[] | null; // when it is over
  thinking: boolean; // a bot here is at it
  undo: TakenBack | null; // what would be taken back; null: nothing can be
  deadline: number | null;
}

// What can be done at a table. If it is refused, the promise rejects with the reason in words.
export interface Session {
  readonly state: Readable<TableState>;
  act(action: string): Promise<void>;
  why(action: string): Promise<string>; // why this is not possible now, in the engine's words; '' if it is
  caution(action: string): Promise<string>; // what to ask before an important action that is legal; '' for most
  undo(): Promise<void>;
  hint(): Promise<Thought[]>;
  record(): Promise<string>;
  close(): void;
}
