// Where the spaces of the circuit are on the screen: evenly along a track with round corners, which is a ring if it
// fits.

export interface Spot {
  x: number;
  y: number;
  angle: number; // of flight, in degrees: 0 to the right, 90 down
}

export interface Layout {
  spots: Spot[];
  gaps: Spot[]; // half way from each space to the next
  width: number; // of a card, along the track
  length: number; // of a card, across it
  path: string; // the track, for SVG
  inner: { width: number; height: number }; // what is free in the middle
}

export const INWARD = 0.32; // how far a plane stands towards the middle, in lengths of a card
const LOOSE = 1.5; // lengths of a card from space to space that are plenty
const BASE = 1.25; // a base is a bit longer than a card

// A point so far along the track, clockwise from the middle of the lower side.
function along(width: number, height: number, radius: number, s: number): Spot {
  const w = width - 2 * radius;
  const h = height - 2 * radius;
  const arc = (Math.PI / 2) * radius;
  const sides = [w / 2, arc, h, arc, w, arc, h, arc, w / 2];
  const corners: [number, number, number][] = [
    [radius, height - radius, 90],
    [radius, radius, 180],
    [width - radius, radius, 270],
    [width - radius, height - radius, 0],
  ];
  let side = 0;
  while (side < 8 && s > sides[side]!) s -= sides[side++]!;
  if (side % 2 === 1) {
    const [x, y, from] = corners[(side - 1) / 2]!;
    const turn = from + (s / arc) * 90;
    const rad = (turn * Math.PI) / 180;
    return { x: x + radius * Math.cos(rad), y: y + radius * Math.sin(rad), angle: (turn + 90) % 360 };
  }
  const straight: Spot[] = [
    { x: width / 2 - s, y: height, angle: 180 },
    { x: 0, y: height - radius - s, angle: 270 },
    { x: radius + s, y: 0, angle: 0 },
    { x: width, y: radius + s, angle: 90 },
    { x: width - radius - s, y: height, angle: 180 },
  ];
  return straight[side / 2]!;
}

// A track with few spaces does not fill the screen: the longer side shrinks until it is a ring.
function shrink(w: number, h: number, enough: number): [number, number] {
  const short = Math.min(w, h);
  const long = clamp(Math.min(short * 1.1, Math.max(w, h)), (enough - (Math.PI - 2) * short) / 2, Math.max(w, h));
  return w > h ? [long, short] : [short, long];
}

const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value));

// `bases` says of each space whether it is one; `first` lies in the middle of the lower side.
export function layOut(width: number, height: number, bases: boolean[], first: number): Layout {
  const n = bases.length;
  const small = Math.min(width, height);
  const weights = bases.map((base) => (base ? BASE : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const guess = (2 * (width + height) - 0.4 * small) / total;
  const length = clamp(small < 280 ? 36 : 44, guess * 0.95, clamp(46, small * 0.17, Math.max(92, small * 0.13)));
  const margin = length / 2 + 8; // with what is written on a card
  const [w, h] = shrink(Math.max(40, width - 2 * margin), Math.max(40, height - 2 * margin), total * length * LOOSE);
  const left = (width - w) / 2;
  const top = (height - h) / 2;
  const perimeter = (radius: number) => 2 * (w + h) - (8 - 2 * Math.PI) * radius;
  // Round, unless that makes the spaces too narrow.
  const round = (2 * (w + h) - total * length * 0.84) / (8 - 2 * Math.PI);
  const radius = clamp(Math.min(w, h) * 0.18, round, Math.min(w, h) / 2);
  const pitch = perimeter(radius) / total;

  const spots: Spot[] = [];
  const gaps: Spot[] = [];
  const whole = perimeter(radius);
  const at = (s: number): Spot => {
    const spot = along(w, h, radius, ((s % whole) + whole) % whole);
    return { x: spot.x + left, y: spot.y + top, angle: spot.angle };
  };
  let s = 0;
  for (let k = 0; k < n; k++) {
    const i = (first + k) % n;
    spots[i] = at(s);
    const half = (weights[i]! / 2) * pitch;
    gaps[i] = at(s + half);
    s += half + (weights[(i + 1) % n]! / 2) * pitch;
  }
  const r = radius;
  const path =
    `M${left + r} ${top}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
  const rim = 2 * (length * (INWARD + 0.42) + 3);
  const inner = { width: w - rim, height: h - rim };
  return { spots, gaps, width: Math.min(length * 0.76, pitch - 2), length, path, inner };
}

// The same direction as `angle`, reached from `last` by the shorter turn.
export const turnTo = (last: number, angle: number): number => last + ((((angle - last) % 360) + 540) % 360) - 180;
