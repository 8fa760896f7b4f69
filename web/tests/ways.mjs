// How to click on a game's own table, and what solves its lessons: src/games/GAME/e2e.mjs, as ../README.md describes it. Empty for a game
// that has no table of its own.
import { existsSync } from 'node:fs';

const place = (id, part) => new URL(`../src/games/${id}/${part}`, import.meta.url);

// Whether a game has a folder in the client, or this part of one. Without, its table is a plain one.
export const hasOwn = (id, part = '') => existsSync(place(id, part));

export async function ways(id) {
  return { options: {}, solutions: {}, ...(hasOwn(id, 'e2e.mjs') ? await import(place(id, 'e2e.mjs')) : {}) };
}
