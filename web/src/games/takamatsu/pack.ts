// How to arrange figures in a room: as large as possible, overlapping a little if it is tight.

export interface Packing {
  width: number;
  height: number;
  spots: { x: number; y: number }[]; // upper left corners
}

const SLIM = 0.82; // width by height
const SMALLEST = 13;
const TIGHT: [across: number, down: number][] = [[1.04, 1.04], [0.8, 0.9], [0.62, 0.74]]; // from figure to figure

export function pack(n: number, w: number, h: number, largest: number): Packing {
  const fit = (height: number, [across, down]: [number, number]) => {
    const width = height * SLIM;
    const columns = w < width ? 0 : 1 + Math.floor((w - width) / (width * across));
    const rows = h < height ? 0 : 1 + Math.floor((h - height) / (height * down));
    return { width, height, columns, across: width * across, down: height * down, room: columns * rows };
  };
  let best = { ...fit(SMALLEST, TIGHT[2]!), room: n, columns: Math.max(1, Math.floor(w / (SMALLEST * SLIM * 0.5))) };
  for (let height = SMALLEST; height <= largest; height++) {
    // Closer together only where that makes them much larger.
    const found = TIGHT.map((tight) => fit(height, tight)).find(({ room }, i) => room >= n && (i === 0 || height <= 30));
    if (found) best = found;
  }
  const rows = Math.max(1, Math.ceil(n / best.columns));
  const perRow = Math.ceil(n / rows);
  const top = (h - best.height - (rows - 1) * best.down) / 2;
  const spots = [...Array(n).keys()].map((i) => {
    const row = Math.floor(i / perRow);
    const inRow = row === rows - 1 ? n - row * perRow : perRow;
    const left = (w - best.width - (inRow - 1) * best.across) / 2;
    return { x: left + (i % perRow) * best.across, y: top + row * best.down };
  });
  return { width: best.width, height: best.height, spots };
}
