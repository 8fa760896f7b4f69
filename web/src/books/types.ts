// A game's book: its rules for people who never saw the box. The words are pages of Markdown, one a language (build/book.ts says how they
// are written); what is drawn between them are components of the game's own folder, and positions of the real engine.
import type { Component } from 'svelte';
import type { View } from '../session/types';
import type { Positions } from './positions';
import type { Lang } from '../lib/i18n.svelte';

export interface Note {
  at: number; // after so many events of the example's record
  held?: true; // as it is seen while that event happens: the last card of a trick still lies there
  html: string;
}

// Words, or something to show between them, perhaps with words beside it. `players`: only for these numbers of players.
export type Part = ({ html: string } | { show: string; args: string[]; notes: Note[]; beside?: string }) & { players?: number[] };

export interface Chapter {
  id: string;
  title: string;
  parts: Part[];
}

// The height of a table in pixels, on a phone and on a wide screen.
export type Tall = [phone: number, wide: number];

// An example of the book, as a record. The notes say at which events one looks.
export interface Example {
  record: string;
  you: number; // the seat looked from
  tall?: Tall; // where it needs another height than the others
  lit?: boolean; // what could be done is lit
}

export interface ShowProps {
  args: string[]; // the words after its name
  players: number;
  positions: Positions;
}

export interface Book {
  text: Record<Lang, () => Promise<{ default: Chapter[] }>>;
  shows: Record<string, Component<ShowProps>>;
  examples: Record<string, Example>;
  tall: Tall;
  // The chapter that helps now.
  chapter(view: View): string;
}
