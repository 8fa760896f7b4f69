// Being the same person on another device: a code, alone or in a link. The link has it after the #, which no browser sends to a
// server or names as the page it came from.
export const CODE_LIFE = 10 * 60 * 1000; // milliseconds, see docs/PROTOCOL.md
const CODE = /^[0-9a-hjkmnp-tv-z]{16}$/; // the letters that look like digits are left out

// From a code as it is typed, with spaces and in any case, or from the whole link; null if it is neither.
export function readCode(text: string): string | null {
  const typed = /#\/?move\/([^/?]+)/.exec(text)?.[1] ?? text;
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}

export const moveLink = (origin: string, code: string): string => `${origin}/#/move/${code}`;

// In groups of four, to be read out.
export const spell = (code: string): string => code.match(/.{1,4}/g)?.join(' ') ?? '';

// What is left of the life of a code that was given at `since`, as minutes and seconds; null when it is over.
export function lifeLeft(since: number, now: number): string | null {
  const left = Math.ceil((since + CODE_LIFE - now) / 1000);
  return left <= 0 ? null : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
