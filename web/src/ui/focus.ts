// Keyboard players continue from the next thing to do: after an action the focus goes to a highlighted piece, or to the
// list of actions if it came from there; while others decide it rests on the board. If the person has moved the focus,
// we leave it there.
export interface Spot {
  lit: boolean;
  x: number;
  y: number;
}

// The lit piece nearest to where the focus was; without one, the nearest piece; -1 if there is none.
export function nextSpot(spots: readonly Spot[], from: { x: number; y: number } | null): number {
  let best = -1;
  let least = Infinity;
  const lit = spots.some((spot) => spot.lit);
  spots.forEach((spot, i) => {
    if (lit && !spot.lit) return;
    const far = from ? Math.hypot(spot.x - from.x, spot.y - from.y) : i;
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
}

// What a piece is when a click on it does something.
const LIT = '[data-lit], .lit, .legal, .usable';
const middle = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};
export const isLit = (piece: Element) => piece.matches(LIT) || !!piece.closest('.lit');

export class FocusKeeper {
  private keys = false; // the last thing used was the keyboard
  private acted = false; // and with it something was done, after which nobody went anywhere
  private place: 'board' | 'list' | null = null;
  private from: { x: number; y: number } | null = null;

  constructor(private readonly frame: HTMLElement) {}

  // On the frame around board, list and the rest.
  onfocusin = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    this.place = target.closest('.board') ? 'board' : target.closest('.list') ? 'list' : null;
    if (target.matches('[data-piece]')) this.from = middle(target);
  };

  // On the window.
  onpointerdown = (): void => void (this.keys = this.acted = false);
  onkeydown = ({ key }: KeyboardEvent): void => {
    this.keys = true;
    this.acted = /^(Enter| |[1-9])$/.test(key);
    // What it did may have taken the piece away.
    if (this.acted) setTimeout(() => this.lost() && this.settle(), 0);
  };

  private lost(): boolean {
    const at = document.activeElement;
    return !at || at === document.body || at.matches('.board');
  }

  // When something can be done, or can no longer be done.
  settle(): void {
    const at = document.activeElement;
    if (!this.keys || !this.place || !(this.lost() || (this.acted && at?.matches('[data-piece]')))) return;
    const board = this.frame.querySelector<HTMLElement>('.board');
    const end = this.frame.querySelector<HTMLElement>('.ending .primary');
    const listed = this.place === 'list' ? this.frame.querySelector<HTMLElement>('.list [data-action]') : null;
    const pieces = [...(board?.querySelectorAll<HTMLElement>('[data-piece]') ?? [])];
    const spots = pieces.map((piece) => ({ lit: isLit(piece), ...middle(piece) }));
    const something = spots.some(({ lit }) => lit);
    if (at && isLit(at) && at.matches('[data-piece]')) return;
    const next = end ?? listed ?? (something ? pieces[nextSpot(spots, this.from)] : this.lost() ? board : null);
    const { place } = this;
    next?.focus({ preventScroll: next === board });
    this.place = place; // resting on the board is not going there
  }
}
