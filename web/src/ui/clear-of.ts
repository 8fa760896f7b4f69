// Where on the screen a message covers least. What it is about and what can be done next weigh most; a title weighs little.
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Weighed extends Box {
  weight: number;
}

export const ABOUT = 200; // what was touched last
export const NEXT = 60; // what can be done now
export const PIECE = 6;
export const WORDS = 2;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const STEP = 8; // pixels

// The upper left corner for a message of this size. Of equally good places the first from the top, in the middle.
export function freest(width: number, height: number, within: Box, things: readonly Weighed[]): { left: number; top: number } {
  const room = Math.max(0, within.right - within.left - width);
  const lefts = [within.left + room / 2, within.left, within.left + room];
  let best = { left: lefts[0]!, top: within.top };
  let least = Infinity;
  for (let top = within.top; top <= Math.max(within.top, within.bottom - height); top += STEP) {
    for (const left of lefts) {
      const box = { left, top, right: left + width, bottom: top + height };
      const cost = things.reduce((sum, thing) => sum + thing.weight * overlap(box, thing), 0);
      if (cost < least - 1) [best, least] = [{ left, top }, cost];
      if (least <= 1) return best;
    }
  }
  return best;
}

// Everything on the screen that a message should not cover.
export function needed(about: Element | null): Weighed[] {
  const weighed = (element: Element, weight: number): Weighed => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom, weight };
  };
  const all = (selector: string, weight: number) => [...document.querySelectorAll(selector)].map((element) => weighed(element, weight));
  return [
    ...all('.board :is([data-lit], .lit, .legal, .usable, .button, .choice), dialog[open] :is(button, input), .above .button', NEXT),
    ...all('.board [data-piece], footer .button', PIECE),
    ...all('.status, h1, p, .board [data-flip]', WORDS),
    ...(about?.isConnected && about !== document.body ? [weighed(about, ABOUT)] : []),
  ];
}
