// The stone path in the garden: one stone per point, in one row or, if it is long, back and forth.

export interface Stone {
  at: number; // points
  x: number; // 0 … 1
  y: number; // 0 … 1, the middle of the stone
}

const LONGEST = 31; // stones in a line

export function stones(last: number): { rows: number; stones: Stone[] } {
  const n = last + 1;
  const rows = Math.ceil(n / LONGEST);
  const perRow = Math.ceil(n / rows);
  const list = [...Array(n).keys()].map((at) => {
    const row = Math.floor(at / perRow);
    const along = (at % perRow) + 0.5;
    const x = (row % 2 ? perRow - along : along) / perRow;
    const sway = Math.sin(at * 0.9) * 0.13;
    return { at, x, y: (row + 0.66 + sway) / rows };
  });
  return { rows, stones: list };
}
