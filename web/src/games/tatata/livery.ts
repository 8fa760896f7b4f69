// The eight liveries. A plane is known by its mark as well as by its colour.

export interface Livery {
  body: string;
  mark: string; // the colour of the mark
  shape: string; // the mark as an SVG path around 0,0, about 8 wide
}

const circle = (r: number) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

export const LIVERIES: Livery[] = [
  { body: 'var(--tatata-red-53b)', mark: 'var(--white)', shape: circle(3.6) },
  { body: 'var(--tatata-blue-40)', mark: 'var(--tatata-gold-62)', shape: 'M0-4.5 1.3-1.5 4.5-1.3 2 .8 2.9 4 0 2.2-2.9 4-2 .8-4.5-1.3-1.3-1.5z' },
  { body: 'var(--tatata-gold-57)', mark: 'var(--washi-ink)', shape: 'M-3.4-3.6h2.6v7.2h-2.6zM.8-3.6h2.6v7.2H.8z' },
  { body: 'var(--tatata-green-41)', mark: 'var(--white)', shape: 'M-4-1.5 0-4.5 4-1.5V1L0-2-4 1zM-4 2.5 0-.5 4 2.5V5L0 2-4 5z' },
  { body: 'var(--tatata-purple-51)', mark: 'var(--white)', shape: 'M0-4.6 4 0 0 4.6-4 0z' },
  { body: 'var(--tatata-orange-55)', mark: 'var(--washi-ink)', shape: 'M-1.3-4.3h2.6v3h3v2.6h-3v3h-2.6v-3h-3v-2.6h3z' },
  { body: 'var(--tatata-gold-93)', mark: 'var(--tatata-red-47)', shape: `${circle(4.2)}M-2 0a2 2 0 1 1 4 0a2 2 0 1 1-4 0z` },
  { body: 'var(--tatata-pink-67)', mark: 'var(--washi-ink)', shape: 'M-4-4h4v4h-4zM0 0h4v4H0z' },
];

export const livery = (seat: number): Livery => LIVERIES[seat % LIVERIES.length]!;
