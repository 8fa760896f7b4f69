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
}

export interface Entry {
  n: number;
  kind: 'event' | 'chat' | 'note';
  words: string; // one or more lines; a chat's text
  event?: string; // as a record writes it
  seat?: number | null;
  name?: string; // of the person who said it
  at?: number; // milliseconds
}

export interface Setup {
  game: string;
  players: number;
  options: Record<string, string>; // those that are not the default
  box: string | null; // the text of a box file, or null
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
  undo: boolean; // may be asked for
  deadline: number | null;
}

// What can be done at a table. If it is refused, the promise rejects with the reason in words.
export interface Session {
  readonly state: Readable<TableState>;
  act(action: string): Promise<void>;
  why(action: string): Promise<string>; // why this is not possible now, in the engine's words; '' if it is
  undo(): Promise<void>;
  hint(): Promise<Thought[]>;
  record(): Promise<string>;
  close(): void;
}
