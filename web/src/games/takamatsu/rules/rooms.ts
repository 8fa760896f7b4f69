// What a player may do with a room, read from the engine's list: which samurai go, and how many rooms.
import { colourName, type Colour, type Room } from '../view';

export interface Way {
  group: string; // letters
  rooms: number[]; // how far
}

// Rooms from one to another, along the arrows; the shortest way.
export function distance(rooms: readonly Room[], from: string, to: string): number {
  let reached = new Set([from]);
  for (let steps = 1; steps <= rooms.length; steps++) {
    reached = new Set([...reached].flatMap((name) => rooms.find((room) => room.name === name)!.to));
    if (reached.has(to)) return steps;
  }
  return Infinity;
}

export function waysFrom(rooms: readonly Room[], room: string, legal: readonly string[]): Way[] {
  const ways = new Map<string, Set<number>>();
  for (const action of legal) {
    const [verb, from, group, to] = action.split(' ');
    if (verb !== 'move' || from !== room) continue;
    ways.set(group!, (ways.get(group!) ?? new Set()).add(distance(rooms, room, to!)));
  }
  return [...ways]
    .map(([group, found]) => ({ group, rooms: [...found].sort((a, b) => a - b) }))
    .sort((a, b) => a.group.length - b.group.length);
}

export const groupWords = (group: string): string => [...group].map((letter) => colourName(letter as Colour)).join(', ');
