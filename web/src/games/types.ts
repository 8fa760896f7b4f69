// What a game's folder provides. The rest of the client knows games only through this.
import type { Component } from 'svelte';
import type { Book } from '../books/types';
import type { Seat, View } from '../session/types';
import type { Frame } from '../ui/stage';

// A table draws a view and returns actions. It knows no rules: `legal` says what may be done.
export interface TableProps<V = View> {
  view: V;
  you: number | null; // the seat at the bottom; null: a spectator
  seats: Seat[];
  actors: number[]; // who must decide
  legal: string[]; // your actions, empty while you wait
  event: string | null; // what led here, as seen
  over: boolean;
  winners: number[] | null;
  act: (action: string) => void;
  refuse: (action: string, about?: string) => void; // says why this action is not possible now, after what there is to say of the piece
  why: (action: string) => Promise<string>; // the same reason, for who says it elsewhere; '' if it is possible
  note: (words: string) => void; // says something of a piece
  marked: string[]; // actions to point at: of a hint, or of a lesson
}

export interface Logic<V = View> {
  // Frames between two views; left out: straight on.
  frames?(before: V, event: string, after: V): Frame<V>[];
  // An action as a button says it: `Play red 5`.
  describe?(action: string, view: V, names: string[]): string;
  // What you are asked now, in one sentence; '' for the usual text.
  prompt?(view: V, you: number, legal: string[], names: string[]): string;
  // The colour in which a player appears at the table, for charts; left out, or without one: a colour by seat.
  colour?(seat: number, view: V): string | undefined;
  // One view with everything visible, made from a spectator's view and all seats' views: for replays.
  open?(spectator: V, seats: V[]): V;
}

export interface LessonStep {
  at: number; // before the event of this number, from 0
  text: () => string; // t('…')
  point?: string; // a CSS selector within the table
}

// At the end of a lesson: a real position, and something to reach in it. What was reached, the engine says.
export interface Puzzle<V = View> {
  record: string; // up to the position
  you: number;
  moves: number; // decisions that the learner has
  ask: () => string;
  solved(view: V): boolean;
}

// A game played by the book, with words. Your own events are for the learner to play; the others play themselves.
export interface Lesson<V = View> {
  record: string;
  you: number;
  steps: LessonStep[];
  puzzle: Puzzle<V>;
}

export interface LessonCard {
  id: string;
  title: string; // N_('…')
  load(): Promise<{ default: Lesson }>;
}

export interface TableModule<V = View> {
  Table: Component<TableProps<V>>;
  logic: Logic<V>;
}

// The form of a box. The text of its file is all there is: a form reads it and writes lines of it, and knows no rule.
export interface WorkshopProps {
  text: string; // being edited; any line may be missing or wrong
  standard: string; // the default box, complete
  places: Places;
  change: (text: string) => void;
  place: (places: Places) => void;
}

// Where things stand in a form's drawing, by name: for the eye, and no part of the file.
export type Places = Record<string, { x: number; y: number }>;

export interface GameModule {
  id: string;
  accent: string; // a CSS colour: var(--GAME-accent), which is in tokens.css with the game's other colours
  Picture: Component;
  load(): Promise<{ Table: Component<TableProps<never>>; logic: Logic }>; // of the game's own views: see gameModule
  lessons: LessonCard[];
  book?(): Promise<{ default: Book }>;
  workshop?(): Promise<{ default: Component<WorkshopProps> }>; // of a game with components to correct
}
