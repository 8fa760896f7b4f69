// Which samurai is which. A view only counts them; so that they move rather than jump, each keeps its own key from view
// to view.
import { countOf, COLOURS, type Colour, type TakamatsuView } from './view';

export interface Piece {
  key: string;
  colour: Colour;
}

export interface Placed {
  rooms: Map<string, Piece[]>;
  passing: Piece[];
  column: string[]; // one key per card, from the top
}

const PASSING = ''; // no room has this name

export class Pieces {
  private last: { view: TakamatsuView; placed: Placed } | null = null;
  private made = 0;

  // `first`: keys that leave a room before others of their colour: the chosen ones.
  follow(view: TakamatsuView, first: ReadonlySet<string> = new Set()): Placed {
    if (this.last?.view === view) return this.last.placed;
    const placed = { ...this.samurai(view, first), column: this.column(view) };
    this.last = { view, placed };
    return placed;
  }

  private samurai(view: TakamatsuView, first: ReadonlySet<string>): Omit<Placed, 'column'> {
    const wanted = new Map(view.rooms.map(({ name, samurai }) => [name, samurai]));
    wanted.set(PASSING, view.passing?.samurai ?? '');
    const before = this.last?.placed;
    const pool: Piece[] = [];
    const kept = new Map<string, Piece[]>();
    for (const [room, samurai] of wanted) {
      const stood = (room === PASSING ? before?.passing : before?.rooms.get(room)) ?? [];
      const stays = stood.toSorted((a, b) => Number(first.has(a.key)) - Number(first.has(b.key)));
      const left = Object.fromEntries(COLOURS.map((colour) => [colour, countOf(samurai, colour)])) as Record<Colour, number>;
      kept.set(room, stays.filter((piece) => left[piece.colour]-- > 0 || !pool.push(piece)));
    }
    const rooms = new Map<string, Piece[]>();
    for (const [room, samurai] of wanted) {
      const here = kept.get(room)!;
      for (const colour of COLOURS) {
        for (let n = countOf(samurai, colour) - here.filter((piece) => piece.colour === colour).length; n > 0; n--) {
          const at = pool.findIndex((piece) => piece.colour === colour);
          here.push(at < 0 ? { key: `${colour}${this.made++}`, colour } : pool.splice(at, 1)[0]!);
        }
      }
      rooms.set(room, here.sort((a, b) => (a.colour + a.key < b.colour + b.key ? -1 : 1)));
    }
    const passing = rooms.get(PASSING)!;
    rooms.delete(PASSING);
    return { rooms, passing };
  }

  // Cards leave at the top and come at the bottom.
  private column(view: TakamatsuView): string[] {
    const old = this.last?.view.column ?? [];
    const keys = this.last?.placed.column ?? [];
    const now = view.column;
    for (let gone = 0; gone <= old.length; gone++) {
      const stays = old.slice(gone);
      if (stays.length > now.length || stays.some((card, i) => card !== now[i])) continue;
      return now.map((_, i) => keys[gone + i] ?? `card${this.made++}`);
    }
    return now.map(() => `card${this.made++}`);
  }
}
