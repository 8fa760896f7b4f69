// How far somebody has come in the lessons, kept in this browser.
const KEY = 'tatami.lessons';

export interface Progress {
  step: number; // the note to go on from, from 0
  done: boolean; // was once at the end
}

type Kept = Record<string, Progress>;

function read(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept | null) ?? {};
  } catch {
    return {};
  }
}

export function progressOf(game: string, lesson: string): Progress {
  const kept = read()[`${game}/${lesson}`];
  return { step: Math.max(0, Math.trunc(Number(kept?.step) || 0)), done: kept?.done === true };
}

export function keepProgress(game: string, lesson: string, progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [`${game}/${lesson}`]: progress }));
  } catch {
    // A browser that keeps nothing: the lesson begins anew next time.
  }
}
