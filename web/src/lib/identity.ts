// Using the same identity on another device: a code, alone or in a link. In the link it comes after the #, which
// browsers never send to a server or as a referrer.
export const CODE_LIFE = 10 * 60 * 1000; // milliseconds, see docs/PROTOCOL.md
const CODE = /^[0-9a-hjkmnp-tv-z]{16}$/; // the letters that look like digits are left out

// Reads a code as typed, with spaces and in upper or lower case, or the whole link; null if it is neither.
export function readCode(text: string): string | null {
  const typed = /#\/?move\/([^/?]+)/.exec(text)?.[1] ?? text;
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}

export const moveLink = (origin: string, code: string): string => `${origin}/#/move/${code}`;

// In groups of four, to be read out.
export const spell = (code: string): string => code.match(/.{1,4}/g)?.join(' ') ?? '';

// How long a code issued at `since` is still valid, as minutes and seconds; null if it has expired.
export function lifeLeft(since: number, now: number): string | null {
  const left = Math.ceil((since + CODE_LIFE - now) / 1000);
  return left <= 0 ? null : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
