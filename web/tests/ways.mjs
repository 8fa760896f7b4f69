// How to click on a game's own table, and what solves its lessons: src/games/GAME/e2e.mjs, as ../README.md describes it. Empty for a game
// that has no table of its own.
import { existsSync } from 'node:fs';

export async function ways(id) {
  const file = new URL(`../src/games/${id}/e2e.mjs`, import.meta.url);
  return { options: {}, solutions: {}, ...(existsSync(file) ? await import(file) : {}) };
}
