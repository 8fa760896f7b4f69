// What the engine says about the games, taken at build time. Texts are message ids.
import facts from 'virtual:facts';

export { facts };

export interface Range {
  min: number;
  max: number;
  default: number;
}

export interface Option extends Range {
  name: string;
  title: string; // what people call it
  help: string;
  by_seats: (Range & { seats: number })[]; // empty: one range for all
  words: string[]; // by value from `min`; empty for a number
  labels: string[]; // what people call the words
}

export interface GameFacts {
  id: string;
  title: string;
  about: string;
  assumed: string | null; // which printed components are a guess
  usual: number;
  seats: number[];
  options: Option[];
}

export interface Facts {
  games: GameFacts[];
  bots: { name: string; about: string; learned: boolean }[]; // learned: plays by a network (engine/nets.ts)
}

export const games: GameFacts[] = facts.games;
export const bots = facts.bots;

// The levels a person would choose; `random` and `thumb` are for experiments.
export const levels = facts.bots.filter(({ name }) => name !== 'random' && name !== 'thumb');

export const gameFacts = (id: string): GameFacts | undefined => games.find((game) => game.id === id);

// The value of an option as people say it; it comes as the notation has it.
export function optionLabel(option: Option, value: string): string {
  return option.labels[option.words.indexOf(value)] ?? value;
}

export const optionRange = (option: Option, seats: number): Range =>
  option.by_seats.find((range) => range.seats === seats) ?? option;
