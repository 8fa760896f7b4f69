// A sign for each colour, so that nothing depends on colour alone: drop, diamond, blossom, torii, moon. In a box of 10
// by 10.
import type { Colour } from './view';

const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const blossom = [0, 1, 2, 3, 4]
  .map((i) => (i * 2 * Math.PI) / 5 - Math.PI / 2)
  .map((angle) => circle(+(5 + 2.9 * Math.cos(angle)).toFixed(2), +(5.2 + 2.9 * Math.sin(angle)).toFixed(2), 1.95))
  .join('');

export const SIGN: Record<Colour, string> = {
  b: 'M5 0C7 3 9.2 4.8 9.2 6.7A4.2 3.4 0 0 1 .8 6.7C.8 4.8 3 3 5 0z',
  k: 'M5 0L9.3 5 5 10 .7 5z',
  p: blossom,
  r: 'M.2 .6Q5 2 9.8 .6L9.4 2.8Q8.8 3 8.3 3.1V4.3H9V5.7H8.3V10H6.5V5.7H3.5V10H1.7V5.7H1V4.3H1.7V3.1Q1.2 3 .6 2.8z',
  y: 'M6.2 .3A4.9 4.9 0 1 0 9.7 6.8A4 4 0 1 1 6.2 .3z',
};
